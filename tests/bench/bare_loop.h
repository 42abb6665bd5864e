// SPDX-License-Identifier: GPL-3.0-or-later
// The least that a replay can cost: first come, first served on one pool, no quotas, no nodes, no
// explanations. The yardstick of the replay benchmark, and a check of its answer.
#pragma once

#include <vector>

#include "core/model/scenario.h"

namespace apportion::bench {

// What the process has computed so far: other work on the machine counts in no ratio.
double processorSeconds();

// How long each workload waited, in order of arrival. The workloads must be sorted by submit time.
std::vector<Duration> firstComeFirstServed(const std::vector<Workload>& workloads, Gpu capacity);

// How long that takes: the best of three, in seconds.
double secondsOfBareLoop(const std::vector<Workload>& workloads, Gpu capacity);

}  // namespace apportion::bench
