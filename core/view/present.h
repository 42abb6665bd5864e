// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded run at a moment, as what a new project begins with.
#pragma once

#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/sim/simulation.h"

namespace apportion {

// The pool as events have left it by `at`, and what waits and runs then, with all that is known of
// its run. What is over, what comes later and what a scale would take back later are left out, and
// of what comes later that is told. `at` is before run.next().
Project presentOf(const Simulation& run, Instant at, Moment now, Problems& notes);

// What a new project begins with. Of a scenario: everything it says of moment 0. What runs then
// runs now, what is submitted then waits; later work and events are left out, and that is told.
Project startOf(const Scenario& scenario, Moment now, Problems& notes);

}  // namespace apportion
