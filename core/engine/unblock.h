// SPDX-License-Identifier: GPL-3.0-or-later
// What would start a waiting workload: single edits, each verified by applying it to a fork of the
// present state.
#pragma once

#include <vector>

#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion {

// At most `most`, fewest evictions first, then in the order in which kinds of edit are tried.
// Empty: no single edit does it.
std::vector<Unblock> unblockOf(const EngineState& state, WorkloadId id, std::size_t most);

}  // namespace apportion
