// SPDX-License-Identifier: GPL-3.0-or-later
// An entry of the journal as input of the engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/event.h"
#include "core/model/journal.h"
#include "core/model/quota.h"

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

// From the same quotas in one state to another, as the live engine would be told: the policies,
// then the sizes. But for the nodes that a root divides: no event changes them.
std::vector<EventAction> eventsBetween(const std::vector<Quota>& before,
                                       const std::vector<Quota>& after, ScaleMode mode);

}  // namespace apportion
