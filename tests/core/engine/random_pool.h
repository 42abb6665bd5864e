// SPDX-License-Identifier: GPL-3.0-or-later
// Small random pools, crowded enough that rules fire. The same seed gives the same pool everywhere.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/core/engine/pool.h"

namespace apportion::testing {

class Dice {
public:
    explicit Dice(unsigned seed) : generator_(seed) {}
    int from(int low, int high) {
        // The engine's own stream of bits: distributions differ among libraries.
        return low + static_cast<int>(generator_() % static_cast<unsigned>(high - low + 1));
    }
    bool chance(int percent) { return from(1, 100) <= percent; }

private:
    std::mt19937 generator_;
};

inline ModuleSet modules(Dice& dice) {
    ModuleSet set;
    for (std::size_t i = 0; i < kModules; ++i)
        set.set(i, dice.chance(60));
    if (set.none())
        set.set(0);
    return set;
}

// A parent with up to three children on two to four nodes, full of running work, and one taker.
struct Instance {
    Pool pool;
    std::string taker = "taker";
};

inline Instance randomInstance(unsigned seed) {
    Dice dice(seed);
    Instance instance;
    Pool& pool = instance.pool;
    const int nodes = dice.from(2, 4);
    const int devices = dice.from(2, 6);
    pool.nodes(nodes, devices);
    Gpu left = nodes * devices;
    Quota& root = pool.quota("root", left);
    if (dice.chance(40)) {
        ChildPreemption policy;
        policy.priorities = {1, dice.from(2, 9)};
        policy.modules = modules(dice);
        root.policy.childPreemption = policy;
    }
    const int children = dice.from(1, 3);
    std::vector<std::string> names{"root"};
    for (int i = 0; i < children; ++i) {
        const Gpu size = dice.from(0, static_cast<int>(left));
        left -= size;
        const std::string name = "q" + std::to_string(i);
        Quota& quota = pool.quota(name, size, "root");
        names.push_back(name);
        quota.policy.priorityPreemption = dice.chance(30);
        if (dice.chance(40)) {
            SelfPreemption policy;
            const int low = dice.from(2, 6);
            policy.low = {dice.from(1, low), low};
            policy.high = {low + 1, dice.from(low + 1, 9)};
            policy.modules = modules(dice);
            policy.scope = static_cast<PreemptionScope>(dice.from(0, 2));
            policy.mayTakeGuaranteed = dice.chance(30);
            quota.policy.selfPreemption = policy;
        }
    }
    // Fill device by device; fractions share one.
    std::vector<int> free(static_cast<std::size_t>(nodes), devices);
    for (int i = 0; i < 14; ++i) {
        Workload workload;
        workload.name = "w" + std::to_string(i);
        workload.quota = names[static_cast<std::size_t>(dice.from(0, children))];
        workload.module = static_cast<Module>(dice.from(0, 2));
        workload.preemptible = dice.chance(80);
        workload.priority = dice.from(1, 9);
        if (dice.chance(20))
            workload.checkpoint = dice.from(1, 40) * kSecond;
        const int need = dice.from(1, 3);
        const bool halves = dice.chance(25);
        workload.replicas = halves ? dice.from(1, 2) : dice.chance(30) ? dice.from(2, 4) : 1;
        // Replicas side by side, or one after the other over the nodes.
        const bool spread = dice.chance(50);
        auto first = static_cast<std::size_t>(dice.from(0, nodes - 1));
        workload.request.gpu = halves ? 50 : need * kOneGpu;
        const int each = halves ? 1 : need;
        RunningSince running;
        running.since = -dice.from(0, 60) * kSecond;
        for (int replica = 0; replica < workload.replicas; ++replica)
            for (std::size_t k = 0, node = first; k < free.size();
                 ++k, node = (node + 1) % free.size())
                if (free[node] >= each) {
                    first = spread ? (node + 1) % free.size() : first;
                    free[node] -= each;
                    running.placements.push_back(
                        {"node-" + std::to_string(node + 1), workload.request.gpu});
                    break;
                }
        if (static_cast<int>(running.placements.size()) != workload.replicas)
            continue;
        workload.running = running;
        pool.scenario.workloads.push_back(workload);
    }
    Workload& taker =
        pool.work("taker", names[static_cast<std::size_t>(dice.from(0, children))],
                  dice.chance(15) ? 50 : dice.from(1, devices) * kOneGpu, 1, dice.from(1, 9));
    taker.module = static_cast<Module>(dice.from(0, 2));
    taker.preemptible = dice.chance(70);
    taker.replicas = dice.chance(40) ? 2 : 1;
    return instance;
}

// The same pool with more work over time, ends and changes of size.
inline Pool randomHistory(unsigned seed) {
    Pool pool = randomInstance(seed).pool;
    Dice dice(seed + 1'000'000);
    std::vector<std::string> names;
    for (Quota& quota : pool.scenario.quotas) {
        names.push_back(quota.name);
        quota.policy.queueing = static_cast<Queueing>(dice.from(0, 3));
        if (dice.chance(20))
            quota.policy.weight = dice.from(0, 4);
        if (dice.chance(15))
            quota.policy.overQuota = OverQuota::off;
    }
    pool.scenario.settings.balanceTimeout = 5 * kSecond;
    pool.scenario.settings.agingInterval = 7 * kSecond;
    const int last = static_cast<int>(names.size()) - 1;
    for (int i = 0; i < 8; ++i) {
        Workload& more = pool.work(
            "m" + std::to_string(i), names[static_cast<std::size_t>(dice.from(0, last))],
            dice.chance(20) ? 50 : dice.from(1, 3) * kOneGpu, dice.from(0, 30), dice.from(1, 9));
        more.module = static_cast<Module>(dice.from(0, 2));
        more.replicas = dice.chance(25) ? 2 : 1;
        if (dice.chance(70))
            more.duration = dice.from(1, 30) * kSecond;
    }
    for (int i = 0; i < 3; ++i)
        pool.event(dice.from(2, 40), FinishEvent{"w" + std::to_string(dice.from(0, 13))});
    if (last >= 2)
        pool.scale(dice.from(3, 30), {{names[1], 0}}, static_cast<ScaleMode>(dice.from(0, 2)), 2);
    return pool;
}

}  // namespace apportion::testing
