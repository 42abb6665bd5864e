// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/model/explanation.h"

namespace apportion {

// Of a workload that waits: who holds what it needs, and what would start it at `at`, a moment
// between the engine's last step and its next timer.
void explainWaiting(const Engine& engine, WorkloadId id, Instant at, Explanation& explanation);

}  // namespace apportion
