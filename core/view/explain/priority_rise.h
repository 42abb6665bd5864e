// SPDX-License-Identifier: GPL-3.0-or-later
// The priority at which a workload that waits would start: what it asks for stays the same, so it
// is no edit of the pool, and stands beside those of an explanation (`unblock`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/explanation.h"
#include "core/model/project.h"

namespace apportion {

struct PriorityRise {
    int from = 0;
    int to = 0;
    std::vector<std::string> evicts;  // file order; of an elastic workload perhaps replicas only
    RunsOn runsOn = {};               // `fewer`: of these
    Duration grace = 0;               // as Unblock::grace
    friend bool operator==(const PriorityRise&, const PriorityRise&) = default;
};

struct PriorityRises {
    std::optional<PriorityRise> least;  // nothing = none that was tried starts it
    bool proven = true;  // else a smaller one, or one at all, may not have been tried
    int trials = 0;
};

// What the trials of one question may take.
struct RiseBounds {
    std::size_t loaded = 4'000'000;  // workloads, in the engines of all trials
    std::int64_t steps = 6'000'000;  // of searches in them
};

// Each is tried on an engine of its own that is loaded with the other priority at `now`, as the
// engine is when the priority of a workload changes: it starts in that instant, or is booked. One
// that waits for an approval, would start anyway or fits nowhere has none.
PriorityRises riseThatStarts(Project project, const std::string& workload, Moment now,
                             const RiseBounds& bounds = {});

}  // namespace apportion
