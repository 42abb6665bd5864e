// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs of a trace as the workloads of a scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/trace.h"

namespace apportion {

// A job of `gpus` as replicas of equal size that a node of `largestNode` can hold: the largest
// divisor that fits. 13 on 8 -> 13 x 1, 12 on 8 -> 2 x 6.
struct Replicas {
    int count = 1;
    std::int64_t gpus = 0;  // of each
};
Replicas splitIntoReplicas(std::int64_t gpus, std::int64_t largestNode);

// By submit time, ties in file order; only the `first` so many if that is set.
void sortAndCut(std::vector<TraceJob>& jobs, const std::optional<std::int64_t>& first);

// Names of quotas for the groups, in the order in which the jobs name them: what was cut off
// leaves no empty quota. The jobs then count by it. A trace without groups has one, "all".
std::vector<std::string> renumberGroups(Trace& trace, const std::string& root);

// Moment 0 = the first submit (the jobs are sorted); whole seconds, at least one; "job-ROW" where
// the trace has no ids; replicas that fit a node. Whether any had an id of its own.
bool shapeJobs(std::vector<TraceJob>& jobs, std::int64_t largestNode);

// A name that two jobs share, if there is one.
std::optional<std::string> nameTwice(const std::vector<TraceJob>& jobs);

}  // namespace apportion
