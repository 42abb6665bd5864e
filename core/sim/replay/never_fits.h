// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of a trace that could never start, even on an empty pool.
#pragma once

#include <span>
#include <string>

#include "core/model/problem.h"
#include "core/model/scenario.h"
#include "core/model/trace.h"
#include "core/sim/replay/job_shapes.h"

namespace apportion {

// One warning a cause: how many, and the first by time with its line. `scenario` has the nodes and
// the quotas, `quotas` those of the groups; the jobs are sorted, shaped and count by group. GPU
// types only if `typed`. Fills `shapes` with those of all jobs.
Problems neverFitting(const Scenario& scenario, const Trace& trace,
                      std::span<const std::string> quotas, bool typed, JobShapes& shapes);

}  // namespace apportion
