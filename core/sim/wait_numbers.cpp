// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/wait_numbers.h"

#include <algorithm>

#include "core/sim/int128.h"

namespace apportion {

WaitNumbers waitNumbers(std::span<const Duration> sorted) {
    WaitNumbers numbers;
    const std::size_t count = sorted.size();
    if (count == 0)
        return numbers;
    Int128 sum = 0;
    for (const Duration wait : sorted)
        sum += wait;
    const auto percentile = [&](std::size_t percent) {
        return sorted[std::min(count - 1, count * percent / 100)];
    };
    numbers.mean = static_cast<Duration>((2 * sum + static_cast<Int128>(count)) /
                                         (2 * static_cast<Int128>(count)));
    numbers.p50 = percentile(50);
    numbers.p90 = percentile(90);
    numbers.p95 = percentile(95);
    numbers.p99 = percentile(99);
    numbers.max = sorted.back();
    numbers.atOnce =
        static_cast<int>(std::upper_bound(sorted.begin(), sorted.end(), 0) - sorted.begin());
    return numbers;
}

}  // namespace apportion
