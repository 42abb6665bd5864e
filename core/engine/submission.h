// SPDX-License-Identifier: GPL-3.0-or-later
// The right to run (rule 24) is judged when a workload is submitted, which may reject it. Work
// that was let in before is never rejected: without the right it waits beside its queue.
#pragma once

#include "core/engine/state.h"

namespace apportion {

void submit(EngineState& state, WorkloadId id);
// After its run was taken.
void waitAgain(EngineState& state, WorkloadId id);

// Whether the workspace does not let this user or this quota have it.
bool forbidden(const EngineState& state, const Job& job);

}  // namespace apportion
