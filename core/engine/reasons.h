// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload waits or was rejected: the first reason that holds, in the order of ReasonCode.
#pragma once

#include <optional>

#include "core/engine/state.h"

namespace apportion {

// Nothing for a workload that neither waits nor was rejected. The state is used for trials and left
// as it was.
std::optional<Reason> reasonOf(EngineState& state, WorkloadId id);

// The same, and where nobody may be taken: whether that is proven, and what stands against who
// comes nearest. Costs a search for victims.
std::optional<Reason> fullReasonOf(EngineState& state, WorkloadId id);

// Free GPUs on ready nodes of the workload's type, with the free parts of shared devices.
Gpu freeFor(const EngineState& state, const Job& job);

}  // namespace apportion
