// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bare_loop.h"

#include <algorithm>
#include <functional>
#include <utility>

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

}  // namespace apportion::bench
