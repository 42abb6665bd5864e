// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what a waiting workload needs, and whether it may be taken.
#pragma once

#include <vector>

#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion {

// Everybody who runs on nodes the workload could use: who may be taken first, then the largest,
// then file order. At most `most`; the rest is counted in `leftOut`.
std::vector<Holder> holdersOf(EngineState& state, WorkloadId id, std::size_t most, int& leftOut);

}  // namespace apportion
