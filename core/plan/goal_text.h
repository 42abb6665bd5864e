// SPDX-License-Identifier: GPL-3.0-or-later
// Goals as people write them: "p95-wait of Quota1.1 below 30m in 8/10".
#pragma once

#include <string>
#include <string_view>

#include "core/model/advice.h"
#include "core/model/problem.h"

namespace apportion {

// METRIC of QUOTA|all|worst below|at-most|at-least BOUND [in N/10]. A bound is a time, a count, or
// a percentage. Pointers of errors are "/goal".
Result<Goal> parseGoal(std::string_view text);
std::string_view goalMetricWord(GoalMetric metric);  // "p95-wait"

}  // namespace apportion
