// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of answers of a search that met its bound.
#include <gtest/gtest.h>

#include "core/session/commands/commands.h"
#include "tests/core/engine/random_waits.h"

namespace apportion {
namespace {

using testing::Pool;

// Many victims of many sizes in two resources: beyond what can be searched through.
Pool hopeless(int waiting) {
    testing::Dice dice(1);
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

TEST(Unproven, WaitsAreCountedInTheWarningsOfARun) {
    for (const int waiting : {0, 1, 3}) {
        Problems warnings;
        RunOptions options;
        options.until = 2 * kSecond;
        options.warnings = &warnings;
        runScenario(std::make_shared<const Scenario>(hopeless(waiting).scenario), options);
        if (waiting == 0) {
            EXPECT_TRUE(warnings.empty());
            continue;
        }
        ASSERT_EQ(warnings.size(), 1U);
        EXPECT_EQ(warnings[0].message,
                  (Message{"waits-not-proven", {{"count", Value::ofCount(waiting)}}}));
        EXPECT_TRUE(isComplete(warnings[0].message));
    }
}

}  // namespace
}  // namespace apportion
