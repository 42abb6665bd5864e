// SPDX-License-Identifier: GPL-3.0-or-later
// The story of 128 GPUs: a service of the parent takes from its children's work, and capacity moves
// from one team to the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class Pool128 : public ::testing::Test {
protected:
    Pool128() {
        pool.nodes(16, 8);
        Quota& root = pool.quota("Quota1", 128);
        ChildPreemption policy;
        policy.priorities = {1, 3};
        policy.modules.set(static_cast<std::size_t>(Module::training));
        policy.modules.set(static_cast<std::size_t>(Module::notebook));
        root.policy.childPreemption = policy;
        pool.quota("Quota1.1", 48, "Quota1");
        pool.quota("Quota1.2", 80, "Quota1");
        for (int i = 1; i <= 6; ++i)
            pool.work("train-" + std::to_string(i), "Quota1.1", 800, i, 3);
        for (int i = 10; i <= 19; ++i)
            pool.work("nb-" + std::to_string(i), "Quota1.2", 800, i, 2).module = Module::notebook;
        Workload& serve = pool.work("serve", "Quota1", 800, 60, 9);
        serve.module = Module::inference;
        serve.replicas = 2;
    }
    Quota& root() { return pool.scenario.quotas.front(); }
    testing::Pool pool;
};

TEST_F(Pool128, TakesTheLowestPriority) {
    const Simulation at = pool.run(60);
    EXPECT_EQ(testing::used(at, "Quota1"), 128);
    EXPECT_EQ(testing::used(at, "Quota1.1"), 48);
    EXPECT_EQ(testing::used(at, "Quota1.2"), 64);
    // The newest of equals: it has lost the least.
    EXPECT_THAT(testing::victims(at), UnorderedElementsAre("nb-18", "nb-19"));
    EXPECT_EQ(at.outcome().evictions.front().rule, EvictionRule::childLevel);
    EXPECT_EQ(testing::shareOf(at, "Quota1.1"), 42);
    EXPECT_EQ(testing::shareOf(at, "Quota1.2"), 70);
    EXPECT_EQ(testing::reasonOf(at, "nb-18"), "no-eligible-victims");
}

TEST_F(Pool128, TakesNothingWhenOff) {
    root().policy.childPreemption.reset();
    const Simulation at = pool.run(60);
    EXPECT_THAT(testing::victims(at), IsEmpty());
    EXPECT_FALSE(testing::runs(at, "serve"));
    EXPECT_EQ(testing::reasonOf(at, "serve"), "non-preemptible-over-quota");
}

TEST_F(Pool128, LeavesPrioritiesOutsideThePolicy) {
    for (Workload& workload : pool.scenario.workloads)
        if (workload.name != "serve")
            workload.priority = 4;
    const Simulation at = pool.run(60);
    EXPECT_THAT(testing::victims(at), IsEmpty());
    EXPECT_EQ(testing::reasonOf(at, "serve"), "no-eligible-victims");
}

TEST_F(Pool128, LeavesModulesOutsideThePolicy) {
    root().policy.childPreemption->modules.reset(static_cast<std::size_t>(Module::notebook));
    const Simulation at = pool.run(60);
    EXPECT_THAT(testing::victims(at), UnorderedElementsAre("train-5", "train-6"));
}

TEST_F(Pool128, AsksNoPriorityOfTheTaker) {
    for (Workload& workload : pool.scenario.workloads)
        workload.priority = workload.name == "serve" ? 1 : 3;
    EXPECT_EQ(testing::victims(pool.run(60)).size(), 2u);
}

TEST_F(Pool128, TakesOnlyWhatIsMissing) {
    pool.event(50, FinishEvent{"nb-10"});
    EXPECT_EQ(testing::victims(pool.run(60)).size(), 1u);
}

TEST_F(Pool128, MovesCapacityAtOnceOrNotAtAll) {
    pool.event(50, FinishEvent{"nb-10"});
    pool.scale(55, {{"Quota1.1", 56}});
    pool.scale(56, {{"Quota1.1", 56}, {"Quota1.2", 72}});
    const Outcome outcome = pool.run(58).outcome();
    ASSERT_EQ(outcome.events.size(), 3u);
    EXPECT_FALSE(outcome.events[1].applied);
    EXPECT_EQ(outcome.events[1].reason->code, "sum-of-children");
    EXPECT_TRUE(outcome.events[2].applied);
    EXPECT_EQ(outcome.quotas[1].second.guaranteed, 5600);
    EXPECT_EQ(outcome.quotas[2].second.guaranteed, 7200);
}

TEST_F(Pool128, AsksForAModeWhereWorkWouldNotFit) {
    pool.scenario.workloads.pop_back();
    const auto shrink = [this](ScaleMode mode) {
        testing::Pool changed = pool;
        changed.scale(50, {{"Quota1.1", 56}, {"Quota1.2", 72}}, mode);
        return changed.run(60);
    };
    // Notebooks are not preemptible: 80 of them do not fit into 72.
    const Simulation refused = shrink(ScaleMode::refuse);
    EXPECT_EQ(refused.outcome().events[0].reason->code, "below-usage");
    EXPECT_EQ(testing::used(shrink(ScaleMode::drain), "Quota1.2"), 80);
    const Simulation taken = shrink(ScaleMode::reclaim);
    EXPECT_EQ(testing::used(taken, "Quota1.2"), 72);
    EXPECT_THAT(testing::victims(taken), UnorderedElementsAre("nb-19"));
}

}  // namespace
}  // namespace apportion
