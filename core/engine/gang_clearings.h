// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10 for several replicas where more than whole devices matters: who could leave their nodes
// so that all replicas of the candidate fit. Whether they find room themselves is for others to
// try.
#pragma once

#include "core/engine/clearings.h"

namespace apportion {

// Every set of movers that makes room for the candidate and runs again contains one of these.
// `byDevices`: CPU, memory and types are out of account.
Clearings gangClearingsFor(const EngineState& state, const Job& candidate,
                           const std::vector<WorkloadId>& movable, bool byDevices);

}  // namespace apportion
