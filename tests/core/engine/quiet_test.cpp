// SPDX-License-Identifier: GPL-3.0-or-later
// What an instant need not look at again: passes that nobody could be asked in, and windows of
// "balance" that nothing has changed.
#include <string>

#include <gtest/gtest.h>

#include "tests/core/engine/history.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

// One workload fills the pool until 100 s; what comes behind it waits.
testing::Pool fullPool(Queueing queueing) {
    testing::Pool pool;
    pool.nodes(1, 8);
    pool.quota("all", 8).policy.queueing = queueing;
    pool.work("first", "all", 8 * kOneGpu, 0).duration = 100 * kSecond;
    pool.work("head", "all", 2 * kOneGpu, 10).duration = 100 * kSecond;
    pool.work("next", "all", 2 * kOneGpu, 20).duration = 100 * kSecond;
    pool.work("larger", "all", 4 * kOneGpu, 30).duration = 100 * kSecond;
    return pool;
}

std::uint32_t passesUntil(testing::History& history, Instant at) {
    while (history.made.at < at && history.step()) {
    }
    return history.state->pass;
}

TEST(Quiet, WhoComesBehindAHeadThatWaitsBeginsNoPass) {
    for (const Queueing queueing : {Queueing::fifo, Queueing::roundRobin}) {
        testing::History history(fullPool(queueing).scenario);
        const std::uint32_t before = passesUntil(history, 10 * kSecond);
        EXPECT_EQ(passesUntil(history, 20 * kSecond), before);
        const std::uint32_t withLarger = passesUntil(history, 30 * kSecond);
        EXPECT_EQ(withLarger > before, queueing == Queueing::roundRobin);
        EXPECT_GT(passesUntil(history, 100 * kSecond), withLarger);
        EXPECT_EQ(history.made.started.size(), 3U);
    }
}

TEST(Quiet, WhoFindsNoRoomAndMayTakeFromNobodyIsNotAsked) {
    for (const Queueing queueing : {Queueing::fifo, Queueing::roundRobin}) {
        testing::Pool pool;
        pool.nodes(1, 8);
        pool.quota("all", 8).policy.queueing = queueing;
        pool.work("first", "all", 6 * kOneGpu, 0);
        pool.work("second", "all", 4 * kOneGpu, 0);
        testing::History history(pool.scenario);
        history.step();
        EXPECT_EQ(history.made.started, std::vector<WorkloadId>{0});
        EXPECT_EQ(history.state->job(1).askedInRound, 0U);
    }
}

// A pass over the nodes of one group hears of what came into the queues of another.
TEST(Quiet, WorkOfAnotherGroupIsSeenToo) {
    testing::Pool pool;
    pool.nodes(1, 4, "large").nodes(1, 2, "small");
    pool.scenario.nodes[0].node.gpuType = "H100";
    pool.scenario.nodes[1].node.gpuType = "A10";
    NodeSelector selector;
    selector.gpuType = "H100";
    pool.quota("large", 4).policy.nodes = selector;
    selector.gpuType = "A10";
    pool.quota("small", 0).policy.nodes = selector;
    pool.work("waits", "large", 8 * kOneGpu, 0).replicas = 1;
    pool.work("holds", "large", 3 * kOneGpu, 0);
    pool.work("behind", "large", 2 * kOneGpu, 0);
    pool.work("one", "small", kOneGpu, 0);
    pool.work("two", "small", kOneGpu, 5);
    testing::History history(pool.scenario);
    passesUntil(history, 5 * kSecond);
    EXPECT_EQ(history.made.started, std::vector<WorkloadId>{4});
}

// As walked anew from the queue.
TEST(Quiet, BalanceWindowsAreThoseOfTheQueue) {
    int windows = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(200); ++seed) {
        testing::History history(testing::randomWorld(seed, 14, 8));
        for (int steps = 0; steps < 300 && history.step(); ++steps) {
            EngineState& state = *history.state;
            for (BranchId leaf = 0; leaf < state.tree.size(); ++leaf) {
                if (!state.tree[leaf].leaf() || state.queueing(leaf) != Queueing::balance)
                    continue;
                const auto kept = balanceWindow(state, leaf).members;
                EngineState fresh(state);
                fresh.balanceWindows[static_cast<std::size_t>(leaf)] = {};
                ASSERT_EQ(kept, balanceWindow(fresh, leaf).members)
                    << "seed " << seed << " at " << history.made.at;
                ASSERT_EQ(kept, state.windows[static_cast<std::size_t>(leaf)]);
                windows += kept.empty() ? 0 : 1;
            }
        }
    }
    EXPECT_GT(windows, 100);
}

}  // namespace
}  // namespace apportion
