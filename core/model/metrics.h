// SPDX-License-Identifier: GPL-3.0-or-later
// How a pool fares over time, in buckets of equal length.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/outcome.h"

namespace apportion {

struct MetricBucket {
    Instant at = 0;  // its begin; it ends where the next begins, the last at the end of the run
    std::int64_t utilizationMillionths = 0;  // GPUs held over capacity, both integrated over it
    Gpu pending = 0;                         // requests that wait, mean over it, rounded half up
    std::int64_t evictions = 0;              // decided in it, moves too
    std::int64_t moves = 0;                  // of them, by consolidation
    // Of those that started for the first time in it; waits are first start less submit, the mean
    // rounded half up.
    std::int64_t started = 0;
    Duration meanWait = 0, longestWait = 0;
    GpuTime wasted = 0;  // lost by evictions in it
    // Jain's index at its end, just before what happens then: over the quotas without children
    // that hold or want GPUs, with x = GPUs held / fair share, (sum of x)^2 / (n x sum of x^2).
    // 1 = all have the same part of what they are entitled to, 1/n = one has all. Quotas whose fair
    // share is 0 are left out. Nothing where no quota is left or none holds any.
    std::optional<std::int64_t> fairnessMillionths;
    friend bool operator==(const MetricBucket&, const MetricBucket&) = default;
};

struct MetricSeries {
    Duration every = 0;  // length of a bucket
    std::vector<MetricBucket> buckets;
    friend bool operator==(const MetricSeries&, const MetricSeries&) = default;
};

}  // namespace apportion
