// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bare_loop.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <utility>

#include <benchmark/benchmark.h>

#include <queue>

namespace apportion::bench {

double processorSeconds() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

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
        const double begin = processorSeconds();
        benchmark::DoNotOptimize(firstComeFirstServed(workloads, capacity));
        const double took = processorSeconds() - begin;
        best = round == 0 ? took : std::min(best, took);
    }
    return best;
}

}  // namespace apportion::bench
