// SPDX-License-Identifier: GPL-3.0-or-later
// Random pools in which far more is asked for than there is: long queues of few sizes at several
// teams, so that who sleeps, who may take, and whose turn it was before decide together.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "tests/core/engine/random_pool.h"

namespace apportion::testing {

inline Scenario randomCrowd(unsigned seed, int workloads, int leastTeams = 3, int mostTeams = 6) {
    Dice dice(seed);
    Pool pool;
    const int nodes = dice.from(2, 4);
    pool.nodes(nodes, 8);
    const int teams = dice.from(leastTeams, mostTeams);
    Gpu left = 8 * nodes;
    for (int team = 0; team < teams; ++team) {
        const Gpu size = std::min<Gpu>(left, dice.from(0, 2 * 8 * nodes / teams));
        left -= size;
        pool.quota("t" + std::to_string(team), size).policy.queueing =
            dice.chance(80) ? Queueing::roundRobin : static_cast<Queueing>(dice.from(0, 3));
    }
    constexpr std::array<Gpu, 7> kSizes{1, 1, 1, 2, 4, 8, 8};
    for (int i = 0; i < workloads; ++i) {
        Workload& workload = pool.work(
            "w" + std::to_string(i), "t" + std::to_string(dice.from(0, teams - 1)),
            kSizes[static_cast<std::size_t>(dice.from(0, 6))] * kOneGpu, dice.from(0, 200));
        workload.replicas = dice.chance(10) ? 2 : 1;
        workload.duration = dice.from(5, 90) * kSecond;
    }
    return pool.scenario;
}

// Teams of several departments whose work comes to another place of its queue while it waits.
inline Scenario randomAgingCrowd(unsigned seed, int workloads) {
    Dice dice(seed);
    Pool pool;
    const int nodes = dice.from(1, 3);
    pool.nodes(nodes, 4);
    pool.scenario.settings.agingInterval = dice.from(3, 20) * kSecond;
    pool.quota("root", 4 * nodes);
    const int departments = dice.from(2, 3);
    for (int i = 0; i < departments; ++i)
        pool.quota("d" + std::to_string(i), dice.chance(50) ? nodes : 0, "root");
    const int teams = dice.from(6, 20);
    for (int i = 0; i < teams; ++i)
        pool.quota("t" + std::to_string(i), 0, "d" + std::to_string(i % departments))
            .policy.queueing =
            dice.chance(80) ? Queueing::intelligent : static_cast<Queueing>(dice.from(0, 3));
    for (int i = 0; i < workloads; ++i)
        pool.work("w" + std::to_string(i), "t" + std::to_string(dice.from(0, teams - 1)),
                  dice.from(1, 4) * kOneGpu, dice.from(0, 100), dice.from(1, 9))
            .duration = dice.from(5, 60) * kSecond;
    return pool.scenario;
}

}  // namespace apportion::testing
