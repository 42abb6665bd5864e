// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to one workload, for a page that tells it: its runs, and what was taken from it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/explanation.h"
#include "core/view/view.h"

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

// The eviction of this work that was decided at a moment; null = none is known.
const EvictionRow* evictionOf(const View& view, const WorkloadRow& row, Instant at);
// What was taken for this work, latest first; moves for it too.
std::vector<EvictionRow> takenFor(const View& view, const WorkloadRow& row);
// For whom it was taken; null = for nobody, or that work is not in the view.
const WorkloadRow* takerOf(const View& view, const Eviction& eviction);
// Whether that work is over, and neither waits for what was taken nor runs on it.
bool isOver(const WorkloadRow& row);
// Its node was emptied, and did not go down.
bool isByDrain(const Eviction& eviction);
// The row of work that goes by a name; null = it is not in the view.
const WorkloadRow* workNamed(const View& view, std::string_view name);

}  // namespace apportion
