// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold after every instant of every history (rules 3, 11, 13, 26, 27).
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "tests/core/engine/random_pool.h"

namespace apportion {
namespace {

constexpr unsigned kHistories = 400;

template <typename Check>
void forEachInstant(unsigned seed, Check&& check) {
    const auto scenario = std::make_shared<const Scenario>(testing::randomHistory(seed).scenario);
    Simulation simulation(scenario);
    for (int steps = 0; steps < 500 && simulation.step(); ++steps)
        check(simulation);
}

TEST(Invariants, NothingBeyondNodesLimitsAndGuarantees) {
    for (unsigned seed = 1; seed <= kHistories; ++seed)
        forEachInstant(seed, [&](const Simulation& simulation) {
            const Engine& engine = simulation.engine();
            std::map<std::string, Gpu> onNode;
            std::map<QuotaId, Gpu> fixed;
            for (const WorkloadId id : engine.running()) {
                const WorkloadOutcome status = engine.status(id);
                EXPECT_EQ(static_cast<int>(status.placements.size()), engine.workload(id).replicas);
                for (const Placement& placement : status.placements)
                    onNode[placement.node] += placement.gpu;
            }
            for (const Node& node : engine.nodes())
                EXPECT_LE(onNode[node.name], node.gpu) << "seed " << seed;
            Gpu roots = 0;
            for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
                const QuotaNumbers numbers = engine.numbers(id);
                if (!engine.parent(id))
                    roots += numbers.subtree;
                EXPECT_EQ(numbers.own + numbers.below, numbers.subtree);
                if (numbers.limit) {
                    EXPECT_LE(numbers.subtree, *numbers.limit);
                }
            }
            EXPECT_LE(roots, engine.capacity()) << "seed " << seed;
        });
}

TEST(Invariants, NobodyIsEvictedInVain) {
    for (unsigned seed = 1; seed <= kHistories; ++seed)
        forEachInstant(seed, [&](const Simulation& simulation) {
            const Decisions& made = simulation.decisions();
            for (const Taken& taken : made.taken)
                if (taken.taker != kNobody) {
                    EXPECT_NE(std::find(made.started.begin(), made.started.end(), taken.taker),
                              made.started.end())
                        << "seed " << seed;
                }
        });
}

TEST(Invariants, AnInstantIsSettled) {
    for (unsigned seed = 1; seed <= kHistories; ++seed)
        forEachInstant(seed, [&](const Simulation& simulation) {
            Engine again = simulation.engine();
            for (int pass = 0; pass < 5; ++pass) {
                const Decisions more = again.step(again.now(), {});
                EXPECT_TRUE(more.started.empty() && more.taken.empty())
                    << "seed " << seed << " at " << again.now();
            }
        });
}

TEST(Invariants, SameInputSameOutcome) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        const auto scenario =
            std::make_shared<const Scenario>(testing::randomHistory(seed).scenario);
        Simulation straight(scenario);
        straight.runToEnd();
        // Through a fork in the middle of it.
        Simulation first(scenario);
        for (int i = 0; i < 5; ++i)
            first.step();
        Simulation second = first;
        second.runToEnd();
        EXPECT_EQ(straight.outcome(), second.outcome()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace apportion
