// SPDX-License-Identifier: GPL-3.0-or-later
// More, fewer, earlier or later jobs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/model/plan.h"
#include "core/model/scenario.h"
#include "core/sim/course.h"

namespace apportion {

// Changes the workloads submitted at or below the quota, but for those that run at moment 0; those
// that come with quotas that join, too, and what is repeated of them comes with the same quota.
//
// Scale s: of n jobs there are n x s afterwards, rounded to whole ones, halves up. Each stands
// there floor(s) times, and those once more for whom the least is drawn by (seed, place in the
// list, where what joins stands behind the scenario's). So 1.3 holds every job of 1.2, and 0.8
// every job of 0.7. Further ones are called NAME~2, NAME~3, …, are submitted at the same moment and
// stand behind all others. A workload in `named` is never left out. Shift: added to every submit
// time; nothing comes before moment 0, and nothing before the quota that it comes with.
struct Forecasted {
    std::vector<std::string> spared;  // those in `named` that would have been left out
    std::int64_t cut = 0;             // how many come at moment 0 that would have come before it
    std::int64_t cutAtJoining = 0;    // how many come when their quota joins, and not before it
    std::int64_t jobs = 0;            // that it is about
    std::int64_t drawn = 0;           // of them those that stand there once more than the others
};
// `taken` = names that no copy may have besides those of the work.
Forecasted applyForecast(Scenario& scenario, std::vector<JoiningQuota>& joining,
                         const Forecast& forecast, std::uint64_t seed,
                         const std::unordered_set<std::string_view>& named,
                         const std::unordered_set<std::string_view>& taken);

}  // namespace apportion
