// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what a waiting workload needs, and whether it may be taken.
#pragma once

#include <functional>
#include <vector>

#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion {

// Everybody who runs on nodes the workload could use: who may be taken first, then the largest,
// then file order. At most `most`; the rest is counted in `leftOut`.
std::vector<Holder> holdersOf(EngineState& state, WorkloadId id, std::size_t most, int& leftOut);

// The same of one that waits and has its right and its caps, in file order.
void eachHolder(EngineState& state, WorkloadId id, const std::function<void(Holder&&)>& visit);
// Whether one stands before another in that list; of equal ones neither does.
bool standsBefore(const Holder& a, const Holder& b);

}  // namespace apportion
