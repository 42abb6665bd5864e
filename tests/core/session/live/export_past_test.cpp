// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a project's past as a scenario: run again, it comes out as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/validate.h"
#include "core/session/export.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;

constexpr const char* kPastPool = R"({"apportion": 1, "name": "past",
 "nodes": [{"name": "n", "count": 2, "gpu": 4}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 4}, "overQuota": "off"},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 4}, "overQuota": "off"}]})";

class PastOfProject : public LiveProject {
protected:
    void SetUp() override {
        make(kPastPool);
        epoch_ = now();
        goLive();
        submit("first", "left", "120s");
        submit("second", "left", "60s");
        lives(100 * kSecond);
        ASSERT_EQ(run("scale", {{"sizes", "left=2"}, {"sizes", "right=6"}, {"mode", "drain"}}), "");
        lives(200 * kSecond);
    }
    void submit(const std::string& name, const std::string& quota, const std::string& duration) {
        ASSERT_EQ(run("submit", {{"name", name},
                                 {"quota", quota},
                                 {"gpu", "2"},
                                 {"replicas", "1"},
                                 {"duration", duration}}),
                  "");
        tick();
    }
    void lives(Duration time) {
        for (Duration passed = 0; passed < time; passed += 10 * kSecond)
            tickAfter(10 * kSecond);
    }
    Exported past(Moment from, Moment to) {
        auto exported = exportPast(*desk_, from, to);
        EXPECT_TRUE(exported) << allOf(exported.error());
        return exported ? std::move(*exported) : Exported();
    }

    Moment epoch_ = 0;
};

TEST_F(PastOfProject, StartsFromTheSizesOfThenAndHasWhatChanged) {
    const Exported exported = past(epoch_, now());
    EXPECT_FALSE(hasErrors(validate(exported.scenario)));
    ASSERT_EQ(exported.scenario.quotas.size(), 3U);
    EXPECT_EQ(exported.scenario.quotas[1].guaranteed.gpu, 4 * kOneGpu);
    ASSERT_EQ(exported.scenario.events.size(), 1U);
    const auto& scale = std::get<ScaleEvent>(exported.scenario.events[0].action);
    ASSERT_EQ(scale.targets.size(), 2U);
    EXPECT_EQ(scale.targets[0].second.gpu, 2 * kOneGpu);
    EXPECT_GT(exported.scenario.events[0].at, 0);
}

TEST_F(PastOfProject, WorkloadsRunAsLongAsTheyDid) {
    const Exported exported = past(epoch_, now());
    std::vector<std::string> names;
    for (const Workload& each : exported.scenario.workloads)
        names.push_back(each.name);
    EXPECT_THAT(names, ElementsAre("first", "second"));
    EXPECT_NEAR(double(*exported.scenario.workloads[0].duration), 120.0 * kSecond, 1000);
    EXPECT_NEAR(double(*exported.scenario.workloads[1].duration), 60.0 * kSecond, 1000);
}

TEST_F(PastOfProject, WhatHadBegunBeforeRunsForTheRest) {
    const Exported exported = past(epoch_ + 100 * kSecond, now());
    ASSERT_EQ(exported.scenario.workloads.size(), 1U);  // the other was over
    EXPECT_EQ(exported.scenario.workloads[0].name, "first");
    EXPECT_EQ(exported.scenario.workloads[0].submit, 0);
    EXPECT_NEAR(double(*exported.scenario.workloads[0].duration), 20.0 * kSecond, 2000);
}

TEST_F(PastOfProject, ATimeThatTheFileDoesNotCoverIsRefused) {
    const auto exported = exportPast(*desk_, epoch_ - 1000 * kSecond, epoch_ - 500 * kSecond);
    ASSERT_FALSE(exported);
    EXPECT_EQ(exported.error()[0].message.code, "export-past");
    EXPECT_TRUE(isComplete(exported.error()[0].message));
}

}  // namespace
}  // namespace apportion::testing
