// SPDX-License-Identifier: GPL-3.0-or-later
// The step from a trace to a scenario that replay and convert share.
#pragma once

#include "core/model/trace.h"
#include "core/session/commands/commands.h"
#include "core/sim/replay/derive.h"

namespace apportion {

// Reads the files that the request names besides the trace. Adds to the warnings.
Result<Replay> scenarioOf(Trace trace, const ReplayRequest& request, JobsAs jobs,
                          Problems& warnings);

}  // namespace apportion
