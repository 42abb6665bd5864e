// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/exposure.h"

#include <gtest/gtest.h>

#include "core/sim/simulation.h"

namespace apportion::testing {
namespace {

using By = ExposedPart::By;

// A root of 16 GPUs with two children of 4 and 8, and 4 of its own.
class ExposureTest : public ::testing::Test {
protected:
    ExposureTest() {
        NodeGroup group;
        group.node.name = "n";
        group.node.gpu = 8 * kOneGpu;
        group.count = 2;
        scenario_.nodes.push_back(group);
        scenario_.quotas = {quota("root", "", 16), quota("ours", "root", 4),
                            quota("theirs", "root", 8)};
    }
    static Quota quota(const std::string& name, const std::string& parent, Gpu gpu) {
        Quota made;
        made.name = name;
        made.parent = parent;
        made.guaranteed.gpu = gpu * kOneGpu;
        return made;
    }
    Workload& add(const std::string& name, Gpu gpu, int priority, Instant submit = 0) {
        Workload& work = scenario_.workloads.emplace_back();
        work.name = name;
        work.quota = "ours";
        work.workspace = "w";
        work.request.gpu = gpu * kOneGpu;
        work.priority = priority;
        work.submit = submit;
        return work;
    }
    Simulation run(Instant at) {
        scenario_.workspaces = {{"w", {"ours"}, {}, {}}};
        Simulation made(std::make_shared<const Scenario>(scenario_));
        made.runTo(at);
        return made;
    }
    Exposure exposure(Instant at) {
        return exposureOf(run(at).engine(), at, std::vector<std::string>{"ours"}, "w");
    }

    Scenario scenario_;
};

TEST_F(ExposureTest, WithinTheGuaranteeNothingCanBeEvicted) {
    add("a", 4, 5);
    const Exposure made = exposure(10 * kSecond);
    EXPECT_EQ(made.running, 4 * kOneGpu);
    EXPECT_EQ(made.safe, 4 * kOneGpu);
    EXPECT_TRUE(made.parts.empty());
}

TEST_F(ExposureTest, BorrowedGpusGoByPriorityThenTheLatest) {
    scenario_.quotas[1].policy.minRuntime = 100 * kSecond;
    add("old", 4, 5);
    add("middle", 4, 5, 20 * kSecond);
    add("late", 2, 5, 60 * kSecond);
    const Exposure made = exposure(130 * kSecond);
    EXPECT_EQ(made.running, 10 * kOneGpu);
    EXPECT_EQ(made.safe, 4 * kOneGpu);
    EXPECT_EQ(made.borrowed, 6 * kOneGpu);
    EXPECT_EQ(made.sheltered, 2 * kOneGpu);
    ASSERT_EQ(made.parts.size(), 2U);
    EXPECT_EQ(made.parts[0].by, By::reclaim);
    EXPECT_EQ(made.parts[0].until, 160 * kSecond) << "protected ones come first";
    EXPECT_EQ(made.parts[0].gpu, 2 * kOneGpu);
    EXPECT_EQ(made.parts[1].gpu, 4 * kOneGpu);
    EXPECT_EQ(made.parts[1].started, 20 * kSecond);
    EXPECT_FALSE(made.parts[1].until);
}

// Whichever workloads go when a sibling asks for its guarantee, so much stays.
TEST_F(ExposureTest, WhatIsSafeStaysWhenTheSiblingAsksForItsGuarantee) {
    for (int i = 0; i < 4; ++i)
        add("w" + std::to_string(i), 4, i == 1 ? 3 : 5, i * 10 * kSecond);
    const Exposure made = exposure(50 * kSecond);
    EXPECT_EQ(made.safe, 4 * kOneGpu);
    EXPECT_EQ(made.borrowed, 12 * kOneGpu);
    const Simulation before = run(50 * kSecond);
    Engine fork = before.engine();
    Gpu taken = 0;
    for (int i = 0; i < 4; ++i) {
        Workload taker;
        taker.name = "taker" + std::to_string(i);
        taker.quota = "theirs";
        taker.request.gpu = 4 * kOneGpu;
        taker.submit = 50 * kSecond;
        const Input input = Submit{fork.add(taker)};
        for (const Taken& each : fork.step(50 * kSecond, std::span(&input, 1)).taken)
            taken += fork.workload(each.victim).request.gpu;
    }
    EXPECT_EQ(taken, 8 * kOneGpu);
    EXPECT_GE(made.running - taken, made.safe);
}

TEST_F(ExposureTest, PoliciesExposeWhomTheyName) {
    scenario_.quotas[0].policy.childPreemption = ChildPreemption{{1, 3}, ModuleSet(7)};
    scenario_.quotas[2].policy.selfPreemption =
        SelfPreemption{{8, 9}, {4, 5}, ModuleSet(7), PreemptionScope::siblings, true};
    add("low", 1, 2);
    add("middle", 1, 5);
    add("high", 1, 7);
    const Exposure made = exposure(10 * kSecond);
    EXPECT_EQ(made.safe, 1 * kOneGpu);
    ASSERT_EQ(made.parts.size(), 2U);
    EXPECT_EQ(made.parts[0].by, By::parent);
    EXPECT_EQ(made.parts[0].quota, "root");
    EXPECT_EQ(made.parts[0].mostPriority, 2);
    EXPECT_EQ(made.parts[1].by, By::sibling);
    EXPECT_EQ(made.parts[1].leastPriority, 5);
}

TEST_F(ExposureTest, BackgroundWorkGoesFirstAndPartsAddUp) {
    add("a", 4, 5);
    add("b", 4, 5);
    add("idle", 2, 5).idle = true;
    const Exposure made = exposure(10 * kSecond);
    Gpu sum = made.safe;
    for (const ExposedPart& part : made.parts)
        sum += part.gpu;
    EXPECT_EQ(sum, made.running);
    ASSERT_FALSE(made.parts.empty());
    EXPECT_EQ(made.parts.back().by, By::background);
    EXPECT_EQ(made.parts.back().gpu, 2 * kOneGpu);
}

}  // namespace
}  // namespace apportion::testing
