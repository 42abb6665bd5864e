// SPDX-License-Identifier: GPL-3.0-or-later
// An entry turned round, onto a pool in which timetables went on meanwhile: what they have set
// since stays, and the rest returns.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/objects.h"

namespace apportion {

struct TurnedFacts {
    // Where anything but a timetable stands against it, as they were: they do not fit.
    std::vector<Fact> facts;
    std::vector<std::string> timetables;  // that have set what stays
    // Nothing is left of it: they have set all that it did, or its time is over.
    bool overtaken() const { return facts.empty(); }
};

// Which timetable has set this key of the object to what it is now; nothing = none.
using SetSince = std::function<std::optional<std::string>(const Fact& fact, std::string_view key)>;

// Of two bodies of a timetable: a step of it was done in between.
bool hasStepped(const std::string& then, const std::string& now);

// What a temporary change (its body) had set in quotas is not brought back after its end: what was
// to return then stands there instead. `side` is what an undo leads to, or what a redo begins with.
void returnFrom(const std::string& temporary, std::vector<Fact>& facts, std::string Fact::*side);

// Temporary changes that would begin again with these facts although their time is over do not, nor
// does one that is gone change. What is not returned any more by one that is to end here stays.
void leaveOutEnded(std::vector<Fact>& facts, const store::Objects& now, Moment moment);

TurnedFacts turnedFacts(const store::Objects& now, std::vector<Fact> turned, const SetSince& set);

}  // namespace apportion
