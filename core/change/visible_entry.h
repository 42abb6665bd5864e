// SPDX-License-Identifier: GPL-3.0-or-later
// The journal for those who may not see the whole pool.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/journal.h"
#include "core/model/project.h"

namespace apportion {

// Work that is over, by name.
using PastWork = std::map<std::string, Workload, std::less<>>;

// The entry with the facts about quotas, workspaces and work that `who` may read, judged by the
// roles there are now. Where something is left out, so is what others wrote about the whole, and
// the subject is what is left. Nothing if no fact is left of an entry of somebody else's.
std::optional<JournalEntry> visibleTo(std::string_view who, const Project& project,
                                      const PastWork& past, JournalEntry entry);

// Takes out the commands of work that `who` may not end, which are for its owner and
// administrators, and whose work took a run last, but for readers of the whole pool.
void hideSecrets(std::string_view who, const Project& project, JournalEntry& entry);

}  // namespace apportion
