// SPDX-License-Identifier: GPL-3.0-or-later
// What differs of a workload on two sides beside its times.
#pragma once

#include <vector>

#include "core/model/comparison.h"

namespace apportion {

struct LostByEvictions {
    Pair<GpuTime> lost;
    bool onlyMoved = false;  // none of its evictions was more than a move
};

// In the order of what says most. `clocks`: where each run stopped.
std::vector<Message> otherwiseOf(const WorkloadOutcome& base, const WorkloadOutcome& changed,
                                 const Pair<Instant>& clocks, const LostByEvictions& cost);

}  // namespace apportion
