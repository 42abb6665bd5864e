// SPDX-License-Identifier: GPL-3.0-or-later
// Who took a victim, and why the next best set was worse, in words (rule 19).
#pragma once

#include "core/model/outcome.h"

namespace apportion {

// Whether some replicas went in place of the whole workload: all the next best set is the victim
// itself, by a stronger rule, which only the whole of it needs.
bool sparedTheWhole(const Eviction& eviction);

// The preemptor, and where that is the victim, which began anew in the same instant, who took it
// before: as the sentence names it.
std::string tookIt(const Eviction& eviction);

// The record must have a next best set.
Message runnerUpMessage(const Eviction& eviction);

}  // namespace apportion
