// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/longest_wait.h"

#include <algorithm>
#include <numeric>

namespace apportion {

namespace {

std::optional<Instant> waitsSince(const Engine& engine, WorkloadId id) {
    if (!engine.submitted(id) || engine.state(id) != WorkloadState::pending)
        return std::nullopt;
    const Past past = engine.past(id);
    return past.waitingSince.value_or(engine.now()) - past.waited;
}

}  // namespace

LongestWait::LongestWait(const Scenario& scenario) : arrivals_(scenario.workloads.size()) {
    std::iota(arrivals_.begin(), arrivals_.end(), WorkloadId{0});
    std::stable_sort(arrivals_.begin(), arrivals_.end(), [&](WorkloadId a, WorkloadId b) {
        return scenario.workloads[a].submit < scenario.workloads[b].submit;
    });
}

void LongestWait::add(const Engine& engine, WorkloadId id) {
    if (const auto since = waitsSince(engine, id))
        waiting_.emplace(*since, id);
}

Instant LongestWait::after(const Simulation& run) {
    const Engine& engine = run.engine();
    for (; arrived_ < arrivals_.size() && engine.submit(arrivals_[arrived_]) <= run.now();
         ++arrived_)
        add(engine, arrivals_[arrived_]);
    for (const Taken& taken : run.decisions().taken)
        add(engine, taken.victim);
    for (const Stopped& stopped : run.decisions().stopped)
        add(engine, stopped.workload);
    while (!waiting_.empty() && waitsSince(engine, waiting_.top().second) != waiting_.top().first)
        waiting_.pop();
    return waiting_.empty() ? History::kNobody : waiting_.top().first;
}

}  // namespace apportion
