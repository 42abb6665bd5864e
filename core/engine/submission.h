// SPDX-License-Identifier: GPL-3.0-or-later
// A workload comes in, as it is submitted or after its run was taken: it joins its queue, or is
// rejected (rule 24).
#pragma once

#include "core/engine/state.h"

namespace apportion {

void submit(EngineState& state, WorkloadId id);
void comeIn(EngineState& state, WorkloadId id);

// Whether the workspace does not let this user or this quota have it.
bool forbidden(const EngineState& state, const Job& job);

// Whether a cap of 0 counts it.
bool beyondPriority(const EngineState& state, const Job& job);

}  // namespace apportion
