// SPDX-License-Identifier: GPL-3.0-or-later
// How often the bands of forecasts hold: the last third of a trace's whole weeks is forecast from
// the weeks before, and compared with what came.
#pragma once

#include <optional>

#include "core/model/plan.h"
#include "core/model/plan_answer.h"
#include "core/plan/base.h"
#include "core/plan/sweep.h"

namespace apportion {

inline constexpr std::int64_t kLeastWeeksToCheck = 3;
inline constexpr std::int64_t kCheckFutures = 39;  // if the plan asks for none

std::int64_t weeksToCheck(const PlanBase& base);
// weeksToCheck() must be at least kLeastWeeksToCheck. Waits are of all workloads: one that still
// waits at the end counts with its wait so far. Nothing if the control of the options ended it.
std::optional<PlanCheck> checkBands(const PlanBase& base, const Futures& futures,
                                    const SweepOptions& options);

}  // namespace apportion
