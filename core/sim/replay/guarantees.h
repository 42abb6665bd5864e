// SPDX-License-Identifier: GPL-3.0-or-later
// Whole GPUs for the groups of a trace.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

// `amount` in whole units by `weights`, largest remainder, ties to the first. All zero if the
// weights are.
std::vector<std::int64_t> largestRemainder(std::int64_t amount,
                                           std::span<const std::int64_t> weights);

// A job as demand: so many GPUs from `from` for `duration`, if it never had to wait.
struct Demand {
    Instant from = 0;
    Duration duration = 0;
    std::int64_t gpus = 0;
};

// The least level that the sum of all demands does not exceed during 95 % of the time from 0 to
// `end`.
std::int64_t p95Demand(std::span<const Demand> demands, Instant end);

}  // namespace apportion
