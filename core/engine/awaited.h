// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 11 with a grace period: whose end a booked workload waits for.
#pragma once

#include <string>
#include <vector>

#include "core/engine/state.h"

namespace apportion {

// What still stops and stands in the way of its seats: on their devices or, where CPU or memory is
// short, on their nodes; in the order of ends as far as it takes until there is room, told in file
// order. Valid until the state changes.
struct Awaited {
    WorkloadId id = kNobody;
    const Leaving* part = nullptr;
};
std::vector<Awaited> awaitedBy(const EngineState& state, const Job& booked);

// The other way round: who is booked and waits for the end of this one, in file order.
std::vector<std::string> awaiting(const EngineState& state, WorkloadId stopping);

}  // namespace apportion
