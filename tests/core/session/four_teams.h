// SPDX-License-Identifier: GPL-3.0-or-later
// Sixteen GPUs, four teams: three borrow what the fourth leaves, then it asks for its own, and
// ends.
#pragma once

#include <memory>
#include <string>

#include "core/model/scenario.h"

namespace apportion::test {

inline constexpr Duration kMinute = 60 * kSecond;

inline Quota team(const std::string& name, int gpus) {
    Quota quota;
    quota.name = name;
    quota.guaranteed.gpu = gpus * kOneGpu;
    return quota;
}

inline Workload job(const std::string& name, const std::string& quota, int gpus, Instant submit) {
    Workload workload;
    workload.name = name;
    workload.quota = quota;
    workload.request.gpu = gpus * kOneGpu;
    workload.submit = submit;
    return workload;
}

inline Scenario fourTeams() {
    Scenario scenario;
    scenario.name = "Four teams";
    scenario.epoch = "2026-11-20T10:00:00Z";
    Node node;
    node.name = "n";
    node.gpu = 8 * kOneGpu;
    scenario.nodes.push_back({node, 2});
    scenario.quotas = {team("team-a", 4), team("team-b", 2), team("team-c", 2), team("team-d", 8)};
    for (int i = 1; i <= 8; ++i)
        scenario.workloads.push_back(job("a-" + std::to_string(i), "team-a", 1, i * kMinute));
    for (int i = 1; i <= 5; ++i)
        scenario.workloads.push_back(job("b-" + std::to_string(i), "team-b", 1, (4 + i) * kMinute));
    for (int i = 1; i <= 5; ++i)
        scenario.workloads.push_back(job("c-" + std::to_string(i), "team-c", 1, (8 + i) * kMinute));
    scenario.workloads.push_back(job("d-1", "team-d", 4, 13 * kMinute));
    scenario.workloads.push_back(job("d-2", "team-d", 2, 20 * kMinute));
    scenario.workloads.push_back(job("d-3", "team-d", 2, 24 * kMinute));
    for (int i = 1; i <= 3; ++i)
        scenario.events.push_back({36 * kMinute, CancelEvent{"d-" + std::to_string(i)}});
    scenario.until = 44 * kMinute;
    return scenario;
}

inline std::shared_ptr<const Scenario> shared(Scenario scenario) {
    return std::make_shared<const Scenario>(std::move(scenario));
}

}  // namespace apportion::test
