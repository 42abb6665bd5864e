// SPDX-License-Identifier: GPL-3.0-or-later
// Advice that was taken, beside what came in the pool.
#include "core/session/planning/advice_results.h"

#include <gtest/gtest.h>

#include "core/session/planning/base_stamp.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

constexpr const char* kPool = R"({"apportion": 1, "name": "past",
 "nodes": [{"name": "n", "count": 2, "gpu": 4}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 2}, "overQuota": "off"},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 6}, "overQuota": "off"}]})";

class AdviceResults : public LiveProject {
protected:
    void SetUp() override {
        make(kPool);
        goLive();
        lives(20 * kSecond);
    }
    void lives(Duration time) {
        for (Duration passed = 0; passed < time; passed += 10 * kSecond)
            tickAfter(10 * kSecond);
    }
    void submit(const std::string& name, const std::string& quota) {
        ASSERT_EQ(run("submit", {{"name", name},
                                 {"quota", quota},
                                 {"gpu", "2"},
                                 {"replicas", "1"},
                                 {"duration", "60s"}}),
                  "");
        tick();
    }
    void scale() {
        ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"sizes", "right=4"}, {"mode", "drain"}}), "");
    }
    // That 4 / 4 brings the mean wait of left to 5 to 15 s, for a time of 300 s.
    TakenAdvice advice(GoalMetric metric = GoalMetric::meanWait) const {
        TakenAdvice of;
        of.name = "Advice 1";
        of.taken = taken_;
        of.period = 300 * kSecond;
        ScaleEvent scale;
        scale.targets = {{"left", Limit{4 * kOneGpu, {}, {}}},
                         {"right", Limit{4 * kOneGpu, {}, {}}}};
        of.edits = {{0, EventAction{scale}}};
        of.goals = {{{.metric = metric, .quota = "left", .below = true, .bound = 60 * kSecond},
                     90 * kSecond,
                     5 * kSecond,
                     15 * kSecond}};
        return of;
    }
    AdviceResult resultOf(const TakenAdvice& of) {
        const auto results = adviceResults({of}, *desk_);
        EXPECT_TRUE(results) << allOf(results.error());
        return results && results->size() == 1 ? results->front() : AdviceResult();
    }
    Moment taken_ = 0;
};

TEST_F(AdviceResults, WhatWasNeverAppliedHasNoResult) {
    taken_ = now();
    lives(400 * kSecond);
    const AdviceResult result = resultOf(advice());
    EXPECT_FALSE(result.applied);
    EXPECT_FALSE(result.over);
    ASSERT_EQ(result.came.size(), 1U);
    EXPECT_FALSE(result.came[0]);
}

TEST_F(AdviceResults, ItsTimeBeginsWhenItsSizesFirstHold) {
    taken_ = now();
    lives(50 * kSecond);
    scale();
    const Moment applied = now();
    lives(100 * kSecond);
    const AdviceResult result = resultOf(advice());
    ASSERT_TRUE(result.applied);
    EXPECT_NEAR(double(*result.applied), double(applied), 2000);
    EXPECT_EQ(result.due, *result.applied + 300 * kSecond);
    EXPECT_FALSE(result.over);
    EXPECT_FALSE(result.came[0]);
}

TEST_F(AdviceResults, AfterItsTimeTheWaitIsThatOfWhatWasSubmittedInIt) {
    taken_ = now();
    submit("before", "left");
    lives(20 * kSecond);
    scale();
    // Two at once, the third waits for the first, and one comes after the time is over.
    submit("one", "left");
    submit("two", "left");
    submit("other", "right");
    lives(330 * kSecond);
    submit("late", "left");
    lives(20 * kSecond);
    const AdviceResult result = resultOf(advice());
    ASSERT_TRUE(result.over);
    EXPECT_EQ(result.jobs, 3);
    ASSERT_TRUE(result.came[0]);
    // Of "one" none; "two" waits until "before" ends, which began 20 s before.
    EXPECT_NEAR(double(*result.came[0]), 20.0 * kSecond, 6.0 * kSecond);
    TakenAdvice counted = advice(GoalMetric::evictions);
    EXPECT_EQ(resultOf(counted).came[0], 0);
    counted.goals[0].goal.metric = GoalMetric::neverStarted;
    EXPECT_EQ(resultOf(counted).came[0], 0);
    counted.goals[0].goal.metric = GoalMetric::shareKept;
    EXPECT_FALSE(resultOf(counted).came[0]);
}

TEST(AdviceTime, WaitsNeedAWeekAndCountsAllOfTheTime) {
    TakenAdvice advice;
    advice.period = 30 * 24 * 3600 * kSecond;
    advice.goals.resize(1);
    EXPECT_EQ(adviceTime(advice), 7 * 24 * 3600 * kSecond);
    advice.goals[0].goal.metric = GoalMetric::evictions;
    EXPECT_EQ(adviceTime(advice), advice.period);
}

// ---- what decides in a base that goes on

class MoveOfALivePool : public AdviceResults {
protected:
    void SetUp() override {
        AdviceResults::SetUp();
        read_.path = path_;
        read_.revision = project().revision;
    }
    BaseMove move(bool past = false) const {
        Plan plan;
        plan.base = ProjectBase{path_, past ? 1 : 0, past ? 2 : 0};
        return moveOf(plan, read_);
    }
    LoadedBase read_;  // before
};

TEST_F(MoveOfALivePool, TimeThatPassesIsNoMove) {
    EXPECT_EQ(move(), BaseMove::none);
    lives(100 * kSecond);
    EXPECT_EQ(move(), BaseMove::none);
}

TEST_F(MoveOfALivePool, WorkThatComesIsNoMoveOfThePool) {
    EXPECT_EQ(move(), BaseMove::none);
    submit("one", "left");
    EXPECT_EQ(move(), BaseMove::work);
    scale();
    EXPECT_EQ(move(), BaseMove::pool);
}

TEST_F(MoveOfALivePool, APastWeekStaysWhatItWas) {
    EXPECT_EQ(move(true), BaseMove::none);
    submit("one", "left");
    scale();
    EXPECT_EQ(move(true), BaseMove::none);
}

}  // namespace
}  // namespace apportion::testing
