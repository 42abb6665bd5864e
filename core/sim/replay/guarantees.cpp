// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/guarantees.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/sim/int128.h"

namespace apportion {

std::vector<std::int64_t> largestRemainder(std::int64_t amount,
                                           std::span<const std::int64_t> weights) {
    std::vector<std::int64_t> shares(weights.size(), 0);
    Int128 sum = 0;
    for (const std::int64_t weight : weights)
        sum += weight;
    if (sum == 0)
        return shares;
    std::vector<Int128> remainders(weights.size());
    std::int64_t left = amount;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const Int128 exact = static_cast<Int128>(amount) * weights[i];
        shares[i] = static_cast<std::int64_t>(exact / sum);
        remainders[i] = exact % sum;
        left -= shares[i];
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    for (std::size_t i = 0; left > 0; ++i, --left)
        ++shares[order[i]];
    return shares;
}

std::int64_t p95Demand(std::span<const Demand> demands, Instant end) {
    std::map<Instant, std::int64_t> steps;
    for (const Demand& demand : demands) {
        steps[demand.from] += demand.gpus;
        steps[demand.from + demand.duration] -= demand.gpus;
    }
    std::map<std::int64_t, Duration> timeAt;  // by level
    Instant since = 0;
    std::int64_t level = 0;
    for (const auto& [at, change] : steps) {
        timeAt[level] += at - since;
        since = at;
        level += change;
    }
    timeAt[level] += end - since;
    Duration seen = 0;
    for (const auto& [gpus, time] : timeAt) {
        seen += time;
        if (seen >= end - end / 20)
            return gpus;
    }
    return 0;
}

}  // namespace apportion
