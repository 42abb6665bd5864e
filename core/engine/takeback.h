// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 20: a run is taken from a workload, which waits again with its original submit time.
#pragma once

#include "core/engine/state.h"

namespace apportion {

// Stops the victim of the record, fills in what it held and lost, and puts it back into its queue.
// If its run began in this instant, the start never was.
void takeBack(EngineState& state, Taken record);

// The workload lost its run to a node or a scale: it may take again from whom it took last (26).
void forgetTaker(EngineState& state, WorkloadId id);

}  // namespace apportion
