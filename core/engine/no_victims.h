// SPDX-License-Identifier: GPL-3.0-or-later
// What stands against a workload that may take from others, but finds nobody it may take.
#pragma once

#include <vector>

#include "core/engine/state.h"

namespace apportion {

// The message "no-eligible-victims" with more in it: that the search for a set met its bound, else
// who comes nearest to an eviction and what is against it. Runs that search again, as a trial.
Message whyNoVictims(EngineState& state, WorkloadId id, Message message);

}  // namespace apportion
