// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10, second means, where it is asked most: one replica of whole GPUs, and all that could move
// sits on one node each. Whether a set of moves works out depends on sizes and on how much is free
// where they sit, not on who they are: what works is decided for such classes, and of the equal
// ones the least move. Exact.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/device_counts.h"
#include "core/engine/moves_key.h"
#include "core/engine/state.h"

namespace apportion {

// Who moves; nobody = no set of at most three works. `movable`: who may be moved, in file order,
// all on whole devices; devices must decide. Nothing if somebody sits on several nodes:
// leastGangMoves() has to say.
std::optional<LeastMoves> leastMoves(const EngineState& state, const Job& candidate,
                                     const DeviceCounts& counts,
                                     const std::vector<WorkloadId>& movable);

}  // namespace apportion
