// SPDX-License-Identifier: GPL-3.0-or-later
// A plan without variants on a file: a scenario, a project, a trace, or the base of another plan.
#pragma once

#include <string>

#include "core/model/plan.h"
#include "core/model/problem.h"

namespace apportion {

struct NewPlan {
    std::string file;
    std::string pool;  // of a trace alone, as the key `pool` of a plan: "16x8"
    // Of a project alone: so many days before today's midnight (UTC); 0 = as it is now.
    int pastDays = 0;
};

// Reads as much of the file as tells what it is. Paths in the plan are absolute. Quotas of a trace
// are its groups.
Result<Plan> planOf(const NewPlan& wanted);

}  // namespace apportion
