// SPDX-License-Identifier: GPL-3.0-or-later
// What a planner wants of a pool.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/model/words.h"

namespace apportion {

// Waits are of all workloads: one that still waits counts with its wait so far.
enum class GoalMetric { p95Wait, meanWait, evictions, neverStarted, shareKept };
template <>
struct Words<GoalMetric> {
    static constexpr std::array<std::string_view, 5> all{"p95Wait", "meanWait", "evictions",
                                                         "neverStarted", "shareKept"};
};

// "p95 wait of Quota1.1 below 30 min in 8 of 10 futures".
struct Goal {
    GoalMetric metric = GoalMetric::p95Wait;
    enum class Of { quota, pool, worst } of = Of::quota;  // worst: each quota without children
    std::string quota;
    // Else at most, and of a share at least.
    bool below = false;
    std::int64_t bound = 0;  // milliseconds, a count, or millionths
    int ofTen = 8;           // futures
    friend bool operator==(const Goal&, const Goal&) = default;

    bool reached(std::int64_t value) const {
        if (metric == GoalMetric::shareKept)
            return value >= bound;
        return below ? value < bound : value <= bound;
    }
    // It grows with the time that is looked at.
    bool counts() const {
        return metric == GoalMetric::evictions || metric == GoalMetric::neverStarted;
    }
};

}  // namespace apportion
