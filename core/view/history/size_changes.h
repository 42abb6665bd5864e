// SPDX-License-Identifier: GPL-3.0-or-later
// What quotas were guaranteed before, of which a file keeps no samples, and what the pool had while
// nobody ran it: as the journal tells it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/journal.h"
#include "core/view/view.h"

namespace apportion {

struct SizeChange {
    Instant at = 0;
    std::string quota;  // empty = a group of nodes
    Gpu before = 0;
    Gpu after = 0;
};

// Of one entry; `epoch` is moment 0.
std::vector<SizeChange> sizeChangesOf(const JournalEntry& entry, Moment epoch);

// What the next entry adds to them: what was changed of a quota that it gives another name goes by
// that from now on.
void follow(std::vector<SizeChange>& sizes, const JournalEntry& entry, Moment epoch);

// Whether an entry of that action may hold one, and not all there is at once.
bool changesSizes(const std::string& action);

// Whether its nodes are to be asked for as well.
bool changesNodes(const std::string& action);

// Says what held where the history does not, with a point more where only a size changed. `changes`
// ascending in time; `now` by team.
void fillSizes(History& history, const std::vector<TeamInfo>& teams,
               std::span<const SizeChange> changes, const std::vector<Gpu>& now);

}  // namespace apportion
