// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/busy_engine.h"

#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/bench/bare_loop.h"

namespace apportion::bench {

BusyEngine::BusyEngine(PoolShape shape) : pool(shape), engine(pool.scenario()) {
    std::vector<Input> inputs;
    const auto& workloads = pool.scenario().workloads;
    for (std::size_t id = 0; id < workloads.size(); ++id)
        if (!workloads[id].running)
            inputs.emplace_back(Submit{static_cast<WorkloadId>(id)});
    const Decisions made = engine.step(0, inputs);
    if (made.any())
        throw std::runtime_error(
            "the busy pool is not at rest: " + std::to_string(made.started.size()) + " start, " +
            std::to_string(made.taken.size()) + " are evicted");
}

Decisions BusyEngine::arrive(Workload workload) {
    const Input input = Submit{engine.add(std::move(workload))};
    return engine.step(next(), {&input, 1});
}

Decisions BusyEngine::apply(EventAction action) {
    const Input input = std::move(action);
    return engine.step(next(), {&input, 1});
}

const BusyEngine& busyEngine(PoolShape shape) {
    static std::map<PoolShape, BusyEngine> engines;
    const auto found = engines.find(shape);
    return found != engines.end() ? found->second : engines.try_emplace(shape, shape).first->second;
}

double bareSecondsOfAnEvent(const BusyPool& pool) {
    constexpr Duration kEach = 1000 * kSecond;
    std::vector<Workload> workloads = pool.scenario().workloads;
    Gpu before = 0;  // of all that arrived earlier
    for (Workload& workload : workloads) {
        workload.submit = before * kEach * 100 / (95 * pool.capacity());
        workload.duration = kEach;
        before += workload.request.gpu * workload.replicas;
    }
    return secondsOfBareLoop(workloads, pool.capacity()) /
           static_cast<double>(2 * workloads.size());
}

}  // namespace apportion::bench
