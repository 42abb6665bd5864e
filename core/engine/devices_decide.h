// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10: whether moves are a matter of devices alone. Nodes may name CPU, memory and types, and
// work ask for them, and still whoever finds devices on a node finds the rest there too.
#pragma once

#include <vector>

#include "core/engine/state.h"

namespace apportion {

// Whether that holds whichever three of the movers are off their nodes, and wherever they and the
// candidate go. Whoever moves and holds no GPU then makes no room, and need not be looked at.
bool devicesDecide(const EngineState& state, const Job& candidate,
                   const std::vector<WorkloadId>& movers);

}  // namespace apportion
