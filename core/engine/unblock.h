// SPDX-License-Identifier: GPL-3.0-or-later
// What would start a waiting workload: single edits, each verified by applying it to a fork of the
// present state.
#pragma once

#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion {

// At most `most` edits at `at`, fewest evictions first, then in the order in which kinds of edit
// are tried. Empty and proven: no single edit does it.
UnblockAnswer unblockOf(const EngineState& state, WorkloadId id, std::size_t most, Instant at);

}  // namespace apportion
