// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to one workload, for a page that tells it: its runs, and what was taken from it.
#pragma once

#include <optional>
#include <vector>

#include "core/model/explanation.h"
#include "core/session/view.h"

namespace apportion {

// A run and the eviction that ended it. One of them may be missing: a run may have ended well or go
// on, and of an eviction the run before it need not have been kept.
struct WorkEpisode {
    std::optional<Run> run;
    std::optional<Eviction> eviction;
    Instant at() const { return run ? run->start : eviction->at; }
};

// Latest first, at most so many.
std::vector<WorkEpisode> episodesOf(const Explanation& explanation, std::size_t most);

// Of work that is over in a project: how it ended, its last run, and what was taken from it.
Explanation keptExplanation(const View& view, const WorkloadRow& row);

}  // namespace apportion
