// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a workload so far, read from the journal: its runs and what was taken from it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/explanation.h"
#include "core/model/journal.h"

namespace apportion {

// Times are moments.
struct WorkPast {
    std::vector<Run> runs;                                    // the last one may go on
    std::vector<std::pair<std::string, Eviction>> evictions;  // each after its key, in order
    std::optional<ProjectWorkload> ended;
};

// Of the last workload of this name, or the one that was submitted then and is over: names may be
// given again. `entries` ascending, at least those that name it; what is in them about others is
// passed over.
WorkPast pastOf(const std::vector<JournalEntry>& entries, const std::string& name,
                std::optional<Moment> submitted = {});

}  // namespace apportion
