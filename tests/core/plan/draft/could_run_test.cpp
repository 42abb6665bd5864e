// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/could_run.h"

#include <gtest/gtest.h>

#include "core/sim/simulation.h"

namespace apportion::testing {
namespace {

constexpr Duration kHour = 3600 * kSecond;

// Two nodes of 8 GPUs and one quota in which high priorities evict low ones.
class CouldRun : public ::testing::Test {
protected:
    CouldRun() {
        NodeGroup group;
        group.node.name = "n";
        group.node.gpu = 8 * kOneGpu;
        group.count = 2;
        scenario_.nodes.push_back(group);
        Quota quota;
        quota.name = "q";
        quota.guaranteed.gpu = 16 * kOneGpu;
        quota.policy.selfPreemption =
            SelfPreemption{{7, 9}, {1, 4}, ModuleSet(7), PreemptionScope::quota, false};
        scenario_.quotas.push_back(quota);
    }
    static Workload work(const std::string& name, Gpu gpu, int priority, Duration duration) {
        Workload made;
        made.name = name;
        made.quota = "q";
        made.request.gpu = gpu * kOneGpu;
        made.priority = priority;
        made.duration = duration;
        return made;
    }
    void add(const std::string& name, Gpu gpu, int priority, Duration duration) {
        scenario_.workloads.push_back(work(name, gpu, priority, duration));
    }
    RunAnswer ask(const Workload& asked) const {
        Simulation run(std::make_shared<const Scenario>(scenario_));
        run.runTo(10 * kSecond);
        return couldRun(run.engine(), 10 * kSecond, asked, {});
    }

    Scenario scenario_;
};

TEST_F(CouldRun, StartsNowWhereThereIsRoom) {
    add("runs", 8, 5, kHour);
    const RunAnswer answer = ask(work("mine", 8, 5, kHour));
    EXPECT_TRUE(answer.asked.starts());
    EXPECT_EQ(answer.asked.submitted.nodes, std::vector<std::string>{"n-2"});
    EXPECT_TRUE(answer.asked.evicted.empty());
    EXPECT_FALSE(answer.asked.range || answer.smaller || answer.higher);
}

TEST_F(CouldRun, ElseItSaysWhenAndTwoWaysToStartSooner) {
    add("low", 8, 3, 5 * kHour);
    add("other", 4, 5, 3 * kHour);
    add("before", 8, 5, kHour);
    scenario_.workloads.back().submit = 5 * kSecond;
    const RunAnswer answer = ask(work("mine", 8, 5, kHour));
    ASSERT_TRUE(answer.asked.range);
    EXPECT_EQ(answer.asked.range->ahead, 1);
    EXPECT_EQ(answer.asked.range->aheadGpu, 8 * kOneGpu);
    EXPECT_EQ(answer.asked.range->from, 4 * kHour) << "after `before`, where `other` was";
    ASSERT_TRUE(answer.smaller);
    EXPECT_EQ(answer.smaller->gpu, 4 * kOneGpu);
    EXPECT_TRUE(answer.smaller->starts());
    ASSERT_TRUE(answer.higher);
    EXPECT_EQ(answer.higher->priority, 7);
    ASSERT_EQ(answer.higher->evicted.size(), 1U);
    EXPECT_EQ(answer.higher->evicted[0].workload, "low");
}

// A project's clock is not that of its engine; the sentence and the range are one time.
TEST_F(CouldRun, AllTimesOfAnAnswerAreOnTheClockOfTheView) {
    add("low", 8, 3, 5 * kHour);
    add("other", 8, 5, 3 * kHour);
    RunAnswer answer = ask(work("mine", 8, 5, kHour));
    ASSERT_TRUE(answer.asked.range && answer.asked.range->when);
    ASSERT_EQ(answer.asked.range->from, 3 * kHour);
    shift(answer, kHour);
    const StartRange& range = *answer.asked.range;
    EXPECT_EQ(range.from, 4 * kHour);
    EXPECT_EQ(range.start, 4 * kHour);
    EXPECT_EQ(range.alone, 4 * kHour);
    for (const Argument& argument : range.when->arguments)
        if (argument.name == "until") {
            EXPECT_EQ(argument.value.number, 4 * kHour) << render(*range.when);
        }
}

TEST_F(CouldRun, WhatNeverFitsHasNoTime) {
    const RunAnswer answer = ask(work("mine", 12, 5, kHour));
    EXPECT_FALSE(answer.asked.starts());
    ASSERT_TRUE(answer.asked.submitted.reason);
    ASSERT_TRUE(answer.smaller);
    EXPECT_EQ(answer.smaller->gpu, 6 * kOneGpu);
}

}  // namespace
}  // namespace apportion::testing
