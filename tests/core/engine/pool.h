// SPDX-License-Identifier: GPL-3.0-or-later
// Writes small scenarios in few words, and runs them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/scenario.h"
#include "core/sim/simulation.h"

namespace apportion::testing {

class Pool {
public:
    Pool& nodes(int count, int gpus, const std::string& name = "node") {
        Node node;
        node.name = name;
        node.gpu = gpus * kOneGpu;
        scenario.nodes.push_back({node, count});
        return *this;
    }
    Quota& quota(const std::string& name, Gpu gpus, const std::string& parent = "") {
        Quota quota;
        quota.name = name;
        quota.parent = parent;
        quota.guaranteed.gpu = gpus * kOneGpu;
        scenario.quotas.push_back(quota);
        return scenario.quotas.back();
    }
    // `gpu` in 1/100.
    Workload& work(const std::string& name, const std::string& quota, Gpu gpu, Instant submit,
                   int priority = 5) {
        Workload workload;
        workload.name = name;
        workload.quota = quota;
        workload.request.gpu = gpu;
        workload.submit = submit * kSecond;
        workload.priority = priority;
        scenario.workloads.push_back(workload);
        return scenario.workloads.back();
    }
    void event(Instant at, EventAction action) {
        scenario.events.push_back({at * kSecond, std::move(action)});
    }
    void scale(Instant at, const std::vector<std::pair<std::string, Gpu>>& gpus,
               ScaleMode mode = ScaleMode::refuse, Duration after = 0) {
        ScaleEvent scale;
        for (const auto& [name, gpu] : gpus) {
            Limit target;
            target.gpu = gpu * kOneGpu;
            scale.targets.emplace_back(name, target);
        }
        scale.mode = mode;
        scale.after = after * kSecond;
        event(at, scale);
    }
    Simulation run(Instant until) const {
        Simulation simulation(std::make_shared<const Scenario>(scenario));
        simulation.runTo(until * kSecond);
        return simulation;
    }

    Scenario scenario;
};

// Placed GPUs at or below a quota.
inline Gpu used(const Simulation& simulation, const std::string& quota) {
    const Engine& engine = simulation.engine();
    return engine.numbers(*engine.findQuota(quota)).subtree / kOneGpu;
}

inline Gpu shareOf(const Simulation& simulation, const std::string& quota) {
    const Engine& engine = simulation.engine();
    return engine.numbers(*engine.findQuota(quota)).fairShare / kOneGpu;
}

inline std::vector<std::string> waitingIn(const Simulation& simulation, const std::string& quota) {
    const Engine& engine = simulation.engine();
    std::vector<std::string> names;
    for (const WorkloadId id : engine.waiting(*engine.findQuota(quota)))
        names.push_back(engine.workload(id).name);
    return names;
}

inline bool runs(const Simulation& simulation, const std::string& workload) {
    const Engine& engine = simulation.engine();
    return engine.state(*engine.findWorkload(workload)) == WorkloadState::running;
}

inline std::string reasonOf(const Simulation& simulation, const std::string& workload) {
    const Engine& engine = simulation.engine();
    const auto reason = engine.reason(*engine.findWorkload(workload));
    return reason ? std::string(codeText(reason->code)) : "";
}

inline std::vector<std::string> victims(const Simulation& simulation) {
    std::vector<std::string> names;
    for (const Eviction& eviction : simulation.outcome().evictions)
        names.push_back(eviction.victim);
    return names;
}

}  // namespace apportion::testing
