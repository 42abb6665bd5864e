// SPDX-License-Identifier: GPL-3.0-or-later
// The run of a workload as an engine has it now, in the words of a project.
#pragma once

#include "core/engine/engine.h"
#include "core/model/project.h"

namespace apportion {

// Over what it was. `base` is moment 0 of the engine. Its ties are left as they were.
WorkloadRun runNow(const Engine& engine, WorkloadId id, WorkloadRun run, Moment base, Moment at);

// What the engine remembers of it beside where it is: bookings, windows, who took it last.
WorkloadRun::Ties tiesOf(const Engine& engine, WorkloadId id, Moment base);

// It waits or runs.
bool isAlive(WorkloadState state);

}  // namespace apportion
