// SPDX-License-Identifier: GPL-3.0-or-later
// More, fewer, earlier or later jobs.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "core/model/plan.h"
#include "core/model/scenario.h"

namespace apportion {

// Changes the workloads submitted at or below the quota, but for those that run at moment 0.
//
// Scale s: the job at place i of the list stands there floor(s) times, and once more if a number
// below 1000 drawn for (seed, i) is below the thousandths of s that are left. So 1.3 holds every
// job of 1.2, and 0.8 every job of 0.7. Further ones are called NAME~2, NAME~3, …, are submitted
// at the same moment and stand behind all others. A workload in `named` is never left out;
// those that would have been are the answer.
// Shift: added to every submit time; nothing comes before moment 0.
std::vector<std::string> applyForecast(Scenario& scenario, const Forecast& forecast,
                                       std::uint64_t seed,
                                       const std::unordered_set<std::string_view>& named);

}  // namespace apportion
