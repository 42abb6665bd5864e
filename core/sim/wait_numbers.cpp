// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/wait_numbers.h"

#include <algorithm>

#include "core/sim/int128.h"

namespace apportion {

WaitNumbers waitNumbers(std::span<Duration> waits) {
    WaitNumbers numbers;
    const std::size_t count = waits.size();
    if (count == 0)
        return numbers;
    Int128 sum = 0;
    for (const Duration wait : waits) {
        sum += wait;
        numbers.atOnce += wait <= 0 ? 1 : 0;
    }
    numbers.mean = static_cast<Duration>((2 * sum + static_cast<Int128>(count)) /
                                         (2 * static_cast<Int128>(count)));
    // Ascending percentiles, each among those behind the last: a sort would cost several times
    // that.
    auto from = waits.begin();
    const auto percentile = [&](std::size_t percent) {
        const auto at =
            waits.begin() + static_cast<std::ptrdiff_t>(std::min(count - 1, count * percent / 100));
        std::nth_element(from, at, waits.end());
        from = at;
        return *at;
    };
    numbers.p50 = percentile(50);
    numbers.p90 = percentile(90);
    numbers.p95 = percentile(95);
    numbers.p99 = percentile(99);
    numbers.max = *std::max_element(from, waits.end());
    return numbers;
}

}  // namespace apportion
