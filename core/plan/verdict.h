// SPDX-License-Identifier: GPL-3.0-or-later
// What the bands of a plan say of its sets, before any table is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/scenario.h"
#include "core/plan/run_futures.h"

namespace apportion {

// Numbers of a table. Waits are of all workloads, but for the wait of those that started.
enum class PlanMetric {
    p95Wait,
    meanWait,
    p95Started,
    neverStarted,
    evictions,
    lost,
    utilization  // of the whole pool alone
};

// Of the whole pool, or of a quota and all below it; nothing where it is not there.
std::optional<Band> bandOf(const OutcomeBands& bands, PlanMetric metric, const std::string& quota);

// Some of the workloads still wait at the end of the runs: a wait of all is at least as long.
bool isAtLeast(const OutcomeBands& bands, PlanMetric metric, const std::string& quota);

enum class PlanMark { better, same, worse };
// Same where the band of what a set changes holds 0; of a wait also where the middle of it is less
// than a minute.
PlanMark markOf(const Band& delta, PlanMetric metric);

struct PlanVerdict {
    Band before, after;
    bool beforeAtLeast = false, afterAtLeast = false;
    PlanMark mark = PlanMark::same;
    std::int64_t better = 0;   // futures in which the wait is shorter
    std::int64_t worse = 0;    // futures in which it is longer
    std::int64_t futures = 0;  // that are counted
    std::int64_t refused = 0;  // futures in which the set could not be applied
    Duration longer = 0;       // that who pays waits, at most in 8 of 10 futures
    std::string payer;         // the quota without children that waits longer; empty = none
    Band evictions;            // more or fewer
};

// By the p95 wait of `quota`, empty = of the whole pool. Nothing until the set has run.
std::optional<PlanVerdict> verdictOf(const FutureBands& bands, std::size_t set,
                                     const std::string& quota,
                                     const std::vector<std::string>& teams);

// Quotas without children, in file order.
std::vector<std::string> teamsOf(const Scenario& scenario);

// What the verdicts are about first: the quota that most sets give more GPUs; empty = all.
std::string subjectOf(const Plan& plan, const Scenario& scenario);

}  // namespace apportion
