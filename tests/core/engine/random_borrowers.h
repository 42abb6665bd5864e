// SPDX-License-Identifier: GPL-3.0-or-later
// Random pools where teams without any policy run beyond their guarantees on whole GPUs, or on
// parts of one: the case in which reclaim alone decides, and in which moves are a matter of sizes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/core/engine/random_pool.h"

namespace apportion::testing {

// `crowding`: percent of the devices that are tried to be filled; `parts`: of workloads that ask
// for a part of one, and the taker for one at most.
inline Instance randomBorrowers(unsigned seed, int crowding, int parts = 0) {
    Dice dice(seed);
    Instance instance;
    Pool& pool = instance.pool;
    // No more than a brute force can take apart fill them.
    const int nodes = parts > 0 ? dice.from(2, 3) : dice.from(3, 5);
    const int devices = parts > 0 ? dice.from(1, 2) : dice.from(3, 6);
    pool.nodes(nodes, devices);
    if (dice.chance(30))
        pool.scenario.settings.placement = PlacementPolicy::spread;
    Gpu left = nodes * devices;
    pool.quota("root", left);
    std::vector<std::string> leaves;
    const int teams = dice.from(2, 4);
    // Small guarantees leave a surplus: shares are above them.
    const int part = dice.chance(50) ? 3 : 1;
    for (int i = 0; i < teams; ++i) {
        const Gpu size = dice.from(0, static_cast<int>(left) / (i + 1 < teams ? part : 1));
        left -= size;
        const std::string name = "q" + std::to_string(i);
        pool.quota(name, size, "root");
        if (dice.chance(40)) {
            const Gpu inner = dice.from(0, static_cast<int>(size));
            pool.quota(name + "a", inner, name);
            pool.quota(name + "b", dice.from(0, static_cast<int>(size - inner)), name);
            leaves.push_back(name + "a");
            leaves.push_back(name + "b");
        } else {
            leaves.push_back(name);
        }
    }
    const auto leaf = [&] {
        return leaves[static_cast<std::size_t>(dice.from(0, static_cast<int>(leaves.size()) - 1))];
    };
    const bool priorities = dice.chance(50);
    std::vector<std::vector<Gpu>> free(
        static_cast<std::size_t>(nodes),
        std::vector<Gpu>(static_cast<std::size_t>(devices), kOneGpu));
    const auto take = [](std::vector<Gpu>& node, Gpu gpu) {
        const Gpu each = std::min(gpu, kOneGpu);
        Gpu missing = gpu;
        for (auto device = node.begin(); device != node.end() && missing > 0; ++device)
            missing -= *device >= each ? each : 0;
        if (missing > 0)
            return false;
        for (auto device = node.begin(); gpu > 0; ++device)
            if (*device >= each) {
                *device -= each;
                gpu -= each;
            }
        return true;
    };
    const auto size = [&]() -> Gpu {
        return parts > 0 && dice.chance(parts) ? 10 * dice.from(2, 7) : dice.from(1, 3) * kOneGpu;
    };
    const int tries = nodes * devices * crowding * (parts > 0 ? 3 : 1) / 100;
    for (int i = 0; i < tries && static_cast<int>(pool.scenario.workloads.size()) < 13; ++i) {
        Workload workload;
        workload.name = "w" + std::to_string(dice.from(0, 9)) + std::to_string(i);
        workload.quota = leaf();
        workload.preemptible = dice.chance(90);
        if (priorities)
            workload.priority = dice.from(4, 6);
        workload.request.gpu = size();
        workload.replicas = dice.chance(15) ? 2 : 1;
        RunningSince running;
        running.since = -dice.from(0, 9) * kSecond;
        for (int replica = 0; replica < workload.replicas; ++replica) {
            const auto node = static_cast<std::size_t>(dice.from(0, nodes - 1));
            if (!take(free[node], workload.request.gpu))
                continue;
            running.placements.push_back(
                {"node-" + std::to_string(node + 1), workload.request.gpu});
        }
        if (static_cast<int>(running.placements.size()) != workload.replicas)
            continue;
        workload.running = running;
        pool.scenario.workloads.push_back(workload);
    }
    const std::string quota = leaf();
    const Gpu request = parts == 0        ? dice.from(1, devices) * kOneGpu
                        : dice.chance(50) ? kOneGpu
                                          : 10 * dice.from(2, 9);
    pool.work("taker", quota, request, 1, dice.from(4, 6));
    return instance;
}

}  // namespace apportion::testing
