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
// Scale s: of n jobs there are n x s afterwards, rounded to whole ones, halves up. Each stands
// there floor(s) times, and those once more for whom the least is drawn by (seed, place in the
// list). So 1.3 holds every job of 1.2, and 0.8 every job of 0.7. Further ones are called NAME~2,
// NAME~3, …, are submitted at the same moment and stand behind all others. A workload in `named` is
// never left out. Shift: added to every submit time; nothing comes before moment 0.
struct Forecasted {
    std::vector<std::string> spared;  // those in `named` that would have been left out
    std::int64_t cut = 0;             // how many come at moment 0 that would have come before it
};
Forecasted applyForecast(Scenario& scenario, const Forecast& forecast, std::uint64_t seed,
                         const std::unordered_set<std::string_view>& named);

}  // namespace apportion
