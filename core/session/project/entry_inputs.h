// SPDX-License-Identifier: GPL-3.0-or-later
// An entry of the journal as input of the engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/event.h"
#include "core/model/journal.h"

namespace apportion {

struct EntryInputs {
    std::vector<EventAction> events;
    std::vector<std::string> submitted;  // workloads
    bool reload = false;  // the engine has no event for it: it is loaded anew from the state
};

// What a live engine that stands before the entry is to be told. Entries of the engine itself are
// not looked at.
EntryInputs inputsOf(const JournalEntry& entry);

// From one policy to another, as a change of every key that either sets.
PolicyChange changeTo(const QuotaPolicy& before, const QuotaPolicy& after);

}  // namespace apportion
