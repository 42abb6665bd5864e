// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10 for one that asks for a device or a part of one, where fractions run.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/moves_key.h"
#include "core/engine/state.h"

namespace apportion {

// Who moves for the candidate: the least of all sets of the movable that make room for it, as far
// as a bound on trials reaches; empty if none does. Nothing if nobody runs on a part of a device, a
// gang could move, or the candidate would find room as things stand. Devices must decide.
std::optional<LeastMoves> leastSharedMoves(const EngineState& state, const Job& candidate,
                                           const std::vector<WorkloadId>& movable);

}  // namespace apportion
