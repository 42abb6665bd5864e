// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bare_loop.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include <benchmark/benchmark.h>

#include <queue>

namespace apportion::bench {

std::vector<Duration> firstComeFirstServed(const std::vector<Workload>& workloads, Gpu capacity) {
    using End = std::pair<Instant, Gpu>;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    std::vector<Duration> waits;
    waits.reserve(workloads.size());
    Gpu free = capacity;
    Instant headStart = 0;  // nobody starts before the one in front
    for (const Workload& workload : workloads) {
        const Gpu wanted = workload.request.gpu * workload.replicas;
        Instant start = std::max(headStart, workload.submit);
        while (!ends.empty() && (ends.top().first <= start || free < wanted)) {
            start = std::max(start, ends.top().first);
            free += ends.top().second;
            ends.pop();
        }
        free -= wanted;
        ends.emplace(start + workload.duration.value_or(0), wanted);
        headStart = start;
        waits.push_back(start - workload.submit);
    }
    return waits;
}

double secondsOfBareLoop(const std::vector<Workload>& workloads, Gpu capacity) {
    double best = 0;
    for (int round = 0; round < 3; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(firstComeFirstServed(workloads, capacity));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        best = round == 0 ? took.count() : std::min(best, took.count());
    }
    return best;
}

}  // namespace apportion::bench
