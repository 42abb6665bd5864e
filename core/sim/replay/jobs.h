// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs of a trace as the workloads of a scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/trace.h"
#include "core/sim/replay/group_names.h"
#include "core/sim/replay/job_shapes.h"

namespace apportion {

// A job of `gpus` as replicas of equal size that a node of `largestNode` can hold: the largest
// divisor that fits. 13 on 8 -> 13 x 1, 12 on 8 -> 2 x 6.
struct Replicas {
    std::int64_t count = 1;
    std::int64_t gpus = 0;  // of each
};
Replicas splitIntoReplicas(std::int64_t gpus, std::int64_t largestNode);

// By submit time, ties in file order; only the `first` so many if that is set.
void sortAndCut(Trace& trace, const std::optional<std::int64_t>& first);

// A group is the place of a quota's name here, in the order in which the jobs name them: what was
// cut off leaves no empty quota. The jobs then count by it. A trace without groups has one, "all".
std::vector<std::string> renumberGroups(Trace& trace, const GroupNames& names);

// Whole seconds, at least one; replicas that fit a node, each with its part of CPU and memory.
void shapeJobs(std::vector<TraceJob>& jobs, std::int64_t largestNode);

// What a job without an id is called.
std::string nameOfRow(std::uint32_t row);

// Of such jobs, without names, quota and times.
Workload workloadOf(const JobShape& shape);

}  // namespace apportion
