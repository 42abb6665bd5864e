// SPDX-License-Identifier: GPL-3.0-or-later
// The story of four teams on 16 GPUs: borrowed, given back, and shared by weight.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class FourTeams : public ::testing::Test {
protected:
    FourTeams() {
        pool.nodes(2, 8);
        pool.quota("a", 4);
        pool.quota("b", 2);
        pool.quota("c", 2);
        pool.quota("d", 8);
        const auto notebook = [this](const char* name, const char* team, Gpu gpu, Instant at) {
            pool.work(name, team, gpu, at).module = Module::notebook;
        };
        notebook("a-1-1-jupyter", "a", 100, 1);
        pool.work("a-1-g", "a", 100, 2);
        pool.work("a-2-gg", "a", 200, 3);
        notebook("b-1-g06", "b", 60, 4);
        notebook("b-2-g04", "b", 40, 5);
        pool.work("b-3-g", "b", 100, 6);
        pool.work("b-4-gg", "b", 200, 7);
        notebook("c-1-g05", "c", 50, 8);
        notebook("c-2-g03", "c", 30, 9);
        notebook("c-3-g02", "c", 20, 10);
        pool.work("c-4-gg", "c", 200, 11);
        pool.work("c-5-g", "c", 100, 12);
        pool.work("d-1-gggg", "d", 400, 13);
        pool.work("d-2-gg", "d", 200, 20);
        pool.work("d-3-gg", "d", 200, 24);
        pool.work("a-3-gg", "a", 200, 28);
        pool.work("a-4-gg", "a", 200, 29);
        pool.work("b-5-gg", "b", 200, 30);
        pool.work("c-6-gg", "c", 200, 31);
        for (const char* name : {"d-1-gggg", "d-2-gg", "d-3-gg"})
            pool.event(36, CancelEvent{name});
    }
    testing::Pool pool;
};

TEST_F(FourTeams, FillThePool) {
    const Simulation at = pool.run(13);
    EXPECT_EQ(testing::used(at, "a"), 4);
    EXPECT_EQ(testing::used(at, "b"), 4);
    EXPECT_EQ(testing::used(at, "c"), 4);
    EXPECT_EQ(testing::used(at, "d"), 4);
    EXPECT_THAT(testing::victims(at), IsEmpty());
}

TEST_F(FourTeams, GiveBackWhatWasLent) {
    const Simulation at = pool.run(24);
    EXPECT_EQ(testing::used(at, "b"), 2);
    EXPECT_EQ(testing::used(at, "c"), 2);
    EXPECT_EQ(testing::used(at, "d"), 8);
    EXPECT_THAT(testing::victims(at), UnorderedElementsAre("b-4-gg", "c-4-gg"));
    EXPECT_TRUE(testing::runs(at, "c-5-g"));
}

TEST_F(FourTeams, QueueWithoutEviction) {
    const Simulation at = pool.run(31);
    EXPECT_THAT(testing::waitingIn(at, "a"), ElementsAre("a-3-gg", "a-4-gg"));
    EXPECT_THAT(testing::waitingIn(at, "b"), ElementsAre("b-4-gg", "b-5-gg"));
    EXPECT_THAT(testing::waitingIn(at, "c"), ElementsAre("c-4-gg", "c-6-gg"));
    EXPECT_EQ(testing::victims(at).size(), 2u);
}

TEST_F(FourTeams, ShareTheSurplusByWeight) {
    const Simulation at = pool.run(36);
    EXPECT_EQ(testing::used(at, "a"), 8);
    EXPECT_EQ(testing::used(at, "b"), 4);
    EXPECT_EQ(testing::used(at, "c"), 4);
    EXPECT_EQ(testing::used(at, "d"), 0);
    EXPECT_EQ(testing::shareOf(at, "a"), 8);
    EXPECT_EQ(testing::shareOf(at, "b"), 4);
    EXPECT_EQ(testing::shareOf(at, "c"), 4);
    EXPECT_THAT(testing::waitingIn(at, "b"), ElementsAre("b-5-gg"));
    EXPECT_THAT(testing::waitingIn(at, "c"), ElementsAre("c-6-gg"));
    EXPECT_EQ(testing::victims(at).size(), 2u);
}

TEST_F(FourTeams, EqualWeightsShareOtherwise) {
    for (Quota& quota : pool.scenario.quotas)
        quota.policy.weight = 1;
    const Simulation at = pool.run(36);
    EXPECT_EQ(testing::shareOf(at, "a"), 7);
    EXPECT_EQ(testing::shareOf(at, "b"), 5);
    EXPECT_EQ(testing::shareOf(at, "c"), 4);
}

// Spread over both nodes, d's four GPUs fit on neither: consolidation makes the room. Without it
// the team takes what it deserves, one borrower.
TEST_F(FourTeams, SpreadNeedsConsolidation) {
    pool.scenario.settings.placement = PlacementPolicy::spread;
    const Simulation moved = pool.run(13);
    EXPECT_TRUE(testing::runs(moved, "d-1-gggg"));
    EXPECT_EQ(moved.outcome().evictions.front().rule, EvictionRule::consolidation);
    pool.scenario.settings.consolidation = false;
    const Simulation taken = pool.run(13);
    EXPECT_TRUE(testing::runs(taken, "d-1-gggg"));
    ASSERT_EQ(taken.outcome().evictions.size(), 1u);
    EXPECT_EQ(taken.outcome().evictions.front().rule, EvictionRule::reclaim);
}

}  // namespace
}  // namespace apportion
