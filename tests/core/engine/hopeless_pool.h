// SPDX-License-Identifier: GPL-3.0-or-later
// A pool in which the search for victims meets its bound and has found nobody.
#pragma once

#include <string>

#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_pool.h"

namespace apportion::testing {

// Many victims of many sizes in two resources: beyond what can be searched through.
// `waiting`: w0, w1 and so on, from second 1.
inline Pool hopeless(int waiting) {
    Dice dice(1);
    Pool pool;
    Gpu gpus = 0;
    Cpu cores = 0;
    for (int i = 0; i < 26; ++i) {
        const int size = dice.from(1, 6);
        const int cpu = 10 * size + dice.from(0, 9);
        Workload& victim = pool.work("v" + std::to_string(i), "b", size * kOneGpu, 0, 5);
        victim.priority = dice.from(1, 9);
        victim.request.cpu = cpu * kOneCore;
        victim.running = RunningSince{-dice.from(1, 500) * kSecond, {{"node", size * kOneGpu}}};
        gpus += size;
        cores += cpu;
    }
    pool.nodes(1, static_cast<int>(gpus));
    pool.scenario.nodes[0].node.cpu = cores * kOneCore;
    pool.quota("root", gpus);
    pool.quota("a", gpus / 2, "root");
    pool.quota("b", gpus - gpus / 2, "root");
    for (int i = 0; i < waiting; ++i)
        pool.work("w" + std::to_string(i), "a", 100, 1).request.cpu = (cores / 2 + 100) * kOneCore;
    return pool;
}

}  // namespace apportion::testing
