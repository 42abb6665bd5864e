// SPDX-License-Identifier: GPL-3.0-or-later
// What differs of a workload on two sides beside its times.
#pragma once

#include <vector>

#include "core/model/comparison.h"

namespace apportion {

// In the order of what says most. `lost` is what its evictions cost it.
std::vector<Message> otherwiseOf(const WorkloadOutcome& base, const WorkloadOutcome& changed,
                                 const Pair<GpuTime>& lost);

}  // namespace apportion
