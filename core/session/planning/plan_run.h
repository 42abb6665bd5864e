// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plan as the planner and its report show it: once on what is recorded, then on its futures.
#pragma once

#include <functional>

#include "core/session/commands/plan.h"
#include "core/session/planning/known_runs.h"
#include "core/session/planning/plan_view.h"

namespace apportion {

// Before the first run. `places`: of the sets in the draft.
PlanResults resultsFor(const PreparedPlan& plan, std::vector<std::size_t> places);

// `show` gets what is done of it, 0 to 1, each time that the results have grown, and whether more
// follows soon; one call at a time, on any thread. What is known is shown first and not run again;
// what runs is put there. False if the control ended it.
using PlanShown = std::function<void(double done, bool soon)>;
bool runPlan(const PreparedPlan& plan, RunControl& control, PlanResults& results,
             KnownRuns::Runs& known, const PlanShown& show = {});

// One run a processor, ended by the control.
SweepOptions sweepWith(RunControl& control);

}  // namespace apportion
