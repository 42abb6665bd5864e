// SPDX-License-Identifier: GPL-3.0-or-later
// Why the next best set of victims was worse, in words (rule 19).
#pragma once

#include "core/model/outcome.h"

namespace apportion {

// Whether some replicas went in place of the whole workload: all the next best set is the victim
// itself, by a stronger rule, which only the whole of it needs.
bool sparedTheWhole(const Eviction& eviction);

// The record must have a next best set.
Message runnerUpMessage(const Eviction& eviction);

}  // namespace apportion
