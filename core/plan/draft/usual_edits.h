// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that a plan often asks for, made of what a plan file can say.
#pragma once

#include <vector>

#include "core/model/plan.h"
#include "core/model/scenario.h"

namespace apportion {

// So many thousandths of the jobs of every root.
std::vector<PlanEdit> allArrivals(const Scenario& scenario, std::int64_t scale);

// Each week one node is down for a day, from the middle of the week on, one node after the other.
// In less than a week one node, in the middle. `end`: no failure comes later.
std::vector<PlanEdit> weeklyFailures(const Scenario& scenario, Instant end);

// The end of the run, else the last submit.
Instant endOf(const Scenario& scenario, std::optional<Instant> until);
// Workloads that come before the end of the run.
std::int64_t submittedBy(const Scenario& scenario, std::optional<Instant> until);

}  // namespace apportion
