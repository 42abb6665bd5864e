// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest rise of its priority that starts a workload that waits.
#include "core/view/explain/priority_rise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/live/live_pool.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Rise : public SmallProject {
protected:
    void decide() {
        auto live = LivePool::start(*desk_);
        ASSERT_TRUE(live);
        ASSERT_TRUE(live->tick());
    }
    PriorityRises of(const std::string& name, const RiseBounds& bounds = {}) {
        return riseThatStarts(project(), name, now(), bounds);
    }
};

// The head of a fifo queue waits for more than is free.
constexpr const char* kBehindAHead = R"({"apportion": 1, "name": "behind a head",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}, "queueing": "fifo"}],
 "workloads": [{"name": "runs", "quota": "all", "gpu": 4, "priority": 9, "duration": 1000},
               {"name": "head", "quota": "all", "gpu": 8, "priority": 6},
               {"name": "small", "quota": "all", "gpu": 2, "priority": 3}]})";

TEST_F(Rise, BeforeTheHeadOfTheQueue) {
    make(kBehindAHead);
    decide();
    EXPECT_EQ(of("small").least, (PriorityRise{3, 7, {}}));
    EXPECT_FALSE(of("head").least) << "it is asked first as it is, and there is no room for it";
    EXPECT_TRUE(of("head").proven);
    EXPECT_FALSE(of("runs").least);
    EXPECT_FALSE(of("nobody").least);
}

TEST_F(Rise, WhatItNamesStartsTheWork) {
    make(kBehindAHead);
    decide();
    const auto rise = of("small").least;
    ASSERT_TRUE(rise);
    ASSERT_EQ(run("priority", {{"name", "small"}, {"priority", std::to_string(rise->to - 1)}}), "");
    decide();
    EXPECT_EQ(findWork(project(), "small")->run.state, WorkloadState::pending);
    ASSERT_EQ(run("priority", {{"name", "small"}, {"priority", std::to_string(rise->to)}}), "");
    decide();
    EXPECT_EQ(findWork(project(), "small")->run.state, WorkloadState::running);
}

TEST_F(Rise, ByAPolicyItTakes) {
    make(R"({"apportion": 1, "name": "policy", "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
   "selfPreemption": {"high": [7, 9], "low": [1, 3], "modules": ["training"], "scope": "quota"}}],
 "workloads": [{"name": "low", "quota": "all", "gpu": 8, "priority": 1},
               {"name": "wants", "quota": "all", "gpu": 8, "priority": 1}]})");
    decide();
    EXPECT_EQ(of("wants").least, (PriorityRise{1, 7, {"low"}}));
    EXPECT_EQ(of("wants").trials, 6);
}

// Whom it takes from stops first.
TEST_F(Rise, WithAGracePeriodItDoesNotStartAtOnce) {
    make(R"({"apportion": 1, "name": "grace", "settings": {"gracePeriod": 30},
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
   "selfPreemption": {"high": [7, 9], "low": [1, 3], "modules": ["training"], "scope": "quota"}}],
 "workloads": [{"name": "low", "quota": "all", "gpu": 8, "priority": 1},
               {"name": "wants", "quota": "all", "gpu": 8, "priority": 1}]})");
    decide();
    EXPECT_EQ(of("wants").least, (PriorityRise{1, 7, {"low"}, {}, 30 * kSecond}));
}

TEST_F(Rise, WhatFitsNowhereIsNotTried) {
    make(R"({"apportion": 1, "name": "misfit", "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "big", "quota": "all", "gpu": 9, "priority": 1}]})");
    decide();
    EXPECT_EQ(of("big").trials, 0);
    EXPECT_FALSE(of("big").least);
    EXPECT_TRUE(of("big").proven);
}

TEST_F(Rise, WhereItsBoundIsReachedNothingIsProven) {
    make(kBehindAHead);
    decide();
    const PriorityRises stopped = of("small", {9, 1000});
    EXPECT_FALSE(stopped.least);
    EXPECT_FALSE(stopped.proven);
    EXPECT_EQ(stopped.trials, 2) << "three workloads each time, with the pool as it is";
}

// Who may not change it is not told what that would do.
TEST_F(Rise, IsForWhoMayChangeIt) {
    make(kTwoTeams);
    const auto submit = [this](const char* name) {
        return run("submit", {{"quota", "left"}, {"name", name}, {"gpu", "8"}, {"replicas", "4"}});
    };
    ASSERT_EQ(submit("wide"), "");
    decide();
    ASSERT_EQ(submit("next"), "");
    EXPECT_EQ(desk_->riseThatStarts("next").trials, 4);
    EXPECT_EQ(open("rita")->riseThatStarts("next").trials, 0);
}

}  // namespace
}  // namespace apportion::testing
