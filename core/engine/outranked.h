// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 6: where ranks leave nothing of the surplus to a quota, whatever its weight.
#pragma once

#include <optional>

#include "core/engine/state.h"

namespace apportion {

struct Outranked {
    QuotaId quota = 0;  // whose rank is too low: of the branch or one above it
    QuotaId by = 0;     // the lowest of those that are given it
    int rank = 0;       // of that: below it nothing is left
};

// From the leaf upwards, the first that is outranked; nothing = its own weight counts.
std::optional<Outranked> outrankedAt(const EngineState& state, BranchId leaf);

}  // namespace apportion
