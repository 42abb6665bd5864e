// SPDX-License-Identifier: GPL-3.0-or-later
// With which power of the size a time grew since the size before: 1 = linear, 2 = quadratic.
// Benchmark's own Complexity() judges by CPU time, in which here the preparations are.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

namespace apportion::bench {

// A counter "exponent", from the second size of a family on.
inline void reportGrowth(benchmark::State& state, const std::string& family, double seconds) {
    static std::map<std::string, std::pair<double, double>> before;  // size and seconds
    const auto size = static_cast<double>(state.range(0));
    const auto last = before.find(family);
    if (last != before.end() && last->second.first < size)
        state.counters["exponent"] =
            std::log(seconds / last->second.second) / std::log(size / last->second.first);
    before[family] = {size, seconds};
}

}  // namespace apportion::bench
