// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10, second means, where whole devices alone matter and somebody sits on several nodes, or
// the candidate is a gang. Room is counted in slots: how many replicas of the candidate the nodes
// have free devices for. Whoever holds whole slots gains none by moving, since what it leaves it
// takes elsewhere; a set that gains too few is left out before it is tried. Exact up to a bound of
// sets that are tried.
#pragma once

#include <vector>

#include "core/engine/device_counts.h"
#include "core/engine/moves_key.h"
#include "core/engine/state.h"

namespace apportion {

// Who moves; nobody = no set of at most three works. `movable` as of leastMoves().
LeastMoves leastGangMoves(const EngineState& state, const Job& candidate, DeviceCounts counts,
                          const std::vector<WorkloadId>& movable);

}  // namespace apportion
