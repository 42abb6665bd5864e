// SPDX-License-Identifier: GPL-3.0-or-later
// Histories in which all that may keep a workload waiting occurs: kept-back guarantees, limits,
// caps, idle and elastic work, minimum runtime, grace periods, nodes that come and go.
#pragma once

#include <vector>

#include "core/engine/instant.h"
#include "core/engine/state.h"
#include "tests/core/engine/random_pool.h"

namespace apportion::testing {

inline Pool randomWaits(unsigned seed) {
    Pool pool = randomHistory(seed);
    Dice dice(seed + 2'000'000);
    Scenario& scenario = pool.scenario;
    if (dice.chance(30))
        pool.nodes(1, dice.from(1, 3), "spare");
    scenario.settings.consolidation = dice.chance(70);
    if (dice.chance(30))
        scenario.settings.gracePeriod = dice.from(3, 9) * kSecond;
    Workspace workspace;
    workspace.name = "ws";
    for (Quota& quota : scenario.quotas) {
        workspace.quotas.push_back(quota.name);
        const int gpus = static_cast<int>(quota.guaranteed.gpu / kOneGpu);
        if (dice.chance(30))
            quota.policy.lend = dice.from(0, gpus) * kOneGpu;
        if (dice.chance(20))
            quota.policy.limit.gpu = quota.guaranteed.gpu + dice.from(0, 3) * kOneGpu;
        if (dice.chance(15))
            quota.policy.limit.cpu = dice.from(2, 6) * kOneCore;
        if (dice.chance(10))
            quota.policy.overQuota = OverQuota::idleOnly;
        if (dice.chance(20))
            quota.policy.minRuntime = dice.from(5, 30) * kSecond;
    }
    Cap cap;
    cap.gpu = dice.from(2, 5) * kOneGpu;
    workspace.caps.push_back(cap);
    cap.gpu = dice.from(1, 3) * kOneGpu;
    cap.priorities = {6, 9};
    workspace.caps.push_back(cap);
    scenario.workspaces.push_back(workspace);
    for (Workload& workload : scenario.workloads) {
        workload.request.cpu = dice.chance(20) ? kOneCore : 0;
        if (dice.chance(40)) {
            workload.workspace = "ws";
            workload.user = dice.chance(60) ? "ana" : "bo";
        }
        if (workload.running)
            continue;
        workload.idle = dice.chance(15);
        if (!workload.idle && dice.chance(20)) {
            workload.replicas = dice.from(2, 4);
            workload.minReplicas = 1;
        }
        if (dice.chance(8))
            workload.request.gpu = 7 * kOneGpu;
    }
    if (dice.chance(25)) {
        const auto state = dice.chance(60) ? NodeState::down : NodeState::cordoned;
        pool.event(dice.from(2, 20), NodeEvent{"node-1", state});
        if (dice.chance(50))
            pool.event(dice.from(21, 40), NodeEvent{"node-1", NodeState::ready});
    }
    return pool;
}

// A scenario played on the bare state, so that a test may fork it at any moment.
class Moments {
public:
    explicit Moments(const Scenario& scenario) : state_(scenario), events_(scenario.events) {
        std::stable_sort(events_.begin(), events_.end(),
                         [](const Event& a, const Event& b) { return a.at < b.at; });
    }

    EngineState& state() { return state_; }

    // To the next moment at which anything may happen; nothing when there is none.
    std::optional<Decisions> step() {
        std::optional<Instant> next = state_.nextTimer();
        const auto earlier = [&next](Instant at) { next = std::min(next.value_or(at), at); };
        if (done_ < events_.size())
            earlier(events_[done_].at);
        for (WorkloadId id = 0; id < state_.jobs.size(); ++id)
            if (state_.jobs.toCome(id))
                earlier(state_.specOf(id)->submit);
        if (!next)
            return std::nullopt;
        std::vector<Input> inputs;
        for (; done_ < events_.size() && events_[done_].at == *next; ++done_)
            inputs.emplace_back(events_[done_].action);
        for (WorkloadId id = 0; id < state_.jobs.size(); ++id)
            if (state_.jobs.toCome(id) && state_.specOf(id)->submit == *next)
                inputs.emplace_back(Submit{id});
        return runInstant(state_, *next, inputs);
    }

private:
    EngineState state_;
    std::vector<Event> events_;
    std::size_t done_ = 0;
};

}  // namespace apportion::testing
