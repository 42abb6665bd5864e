// SPDX-License-Identifier: GPL-3.0-or-later
// A project as a scenario: what is due there happens as in the live pool, or a warning says what is
// left out.
#include "core/session/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/validate.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kDuePool = R"({"apportion": 1, "name": "due",
 "nodes": [{"name": "n", "count": 3, "gpu": 4, "gpuType": "T"}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 12}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 4}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}, "overQuota": "off"}],
 "workloads": [
  {"name": "b-1", "quota": "B", "gpu": 4,
   "running": {"since": -20, "placements": [{"node": "n-1", "gpu": 4}]}},
  {"name": "b-2", "quota": "B", "gpu": 4,
   "running": {"since": -10, "placements": [{"node": "n-2", "gpu": 4}]}}]})";

class ExportedProject : public LiveProject {
protected:
    void SetUp() override { make(kDuePool); }

    Exported exported() {
        auto exported = exportProject(*desk_);
        EXPECT_TRUE(exported) << allOf(exported.error());
        if (!exported)
            return {};
        EXPECT_FALSE(hasErrors(validate(exported->scenario)));
        return std::move(*exported);
    }
    std::vector<std::string> warnings() {
        std::vector<std::string> codes;
        for (const Problem& each : exported().warnings) {
            EXPECT_TRUE(isComplete(each.message)) << each.message.code;
            codes.push_back(each.message.code);
        }
        return codes;
    }
    static Outcome runUntil(Scenario scenario, Instant until) {
        scenario.until = until;
        Simulation run(std::make_shared<const Scenario>(std::move(scenario)));
        run.runTo(until);
        return run.outcome();
    }
};

TEST_F(ExportedProject, TakesBackWhatTheLivePoolWill) {
    const Given scale{{"sizes", "A=8"}, {"sizes", "B=4"}, {"mode", "reclaim"}, {"after", "600s"}};
    ASSERT_EQ(run("scale", scale), "");
    for (const Duration passed : {Duration{0}, 200 * kSecond}) {
        passes(passed);
        const Exported now = exported();
        EXPECT_THAT(now.warnings, IsEmpty());
        const Duration left = 600 * kSecond - passed;
        EXPECT_THAT(runUntil(now.scenario, left - 1).evictions, IsEmpty());
        const Outcome after = runUntil(now.scenario, left);
        ASSERT_EQ(after.evictions.size(), 1U);
        EXPECT_EQ(after.evictions.front().at, left);
        EXPECT_EQ(after.evictions.front().victim, "b-2");
        EXPECT_EQ(after.evictions.front().rule, EvictionRule::scale);
        EXPECT_EQ(after.quotas[1].second.guaranteed, 8 * kOneGpu);
    }
    goLive();
    tickAfter(400 * kSecond - 1);
    EXPECT_EQ(state("b-2"), WorkloadState::running);
    tickAfter(1);
    EXPECT_EQ(state("b-2"), WorkloadState::pending);
    EXPECT_EQ(state("b-1"), WorkloadState::running);
    EXPECT_THAT(exported().scenario.events, IsEmpty()) << "it is done";
}

TEST_F(ExportedProject, SaysWhereTheSizesOfBeforeAreNoneToBeginWith) {
    const Given scale{{"sizes", "A=8"}, {"sizes", "B=4"}, {"mode", "reclaim"}, {"after", "600s"}};
    ASSERT_EQ(run("scale", scale), "");
    ASSERT_EQ(run("policy", {{"quota", "B"}, {"set", R"({"limit": {"gpu": 6}})"}}), "");
    EXPECT_THAT(warnings(), ElementsAre("export-reclaims"));
    EXPECT_THAT(exported().scenario.events, IsEmpty());
}

TEST_F(ExportedProject, SaysThatGracePeriodsAreLeftOut) {
    ASSERT_EQ(run("settings", {{"settings", R"({"gracePeriod": 60})"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "B"}, {"set", R"({"overQuota": "on"})"}}), "");
    ASSERT_EQ(run("submit", {{"name", "b-3"}, {"quota", "B"}, {"gpu", "4"}}), "");
    goLive();
    EXPECT_THAT(warnings(), IsEmpty());
    ASSERT_EQ(run("submit", {{"name", "a-1"}, {"quota", "A"}, {"gpu", "4"}}), "");
    tickAfter(kSecond);
    EXPECT_THAT(warnings(), ElementsAre("export-stopping"));
    tickAfter(60 * kSecond);
    EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(ExportedProject, SaysThatWaitingTimesAreLeftOutWhereTheyCount) {
    ASSERT_EQ(run("submit", {{"name", "b-3"}, {"quota", "B"}, {"gpu", "4"}}), "");
    for (const char* queueing : {"intelligent", "balance"}) {
        ASSERT_EQ(run("policy", {{"quota", "B"},
                                 {"set", std::string(R"({"queueing": ")") + queueing + "\"}"}}),
                  "");
        passes(60 * kSecond);
        EXPECT_THAT(warnings(), ElementsAre("export-waits"));
    }
    ASSERT_EQ(run("policy", {{"quota", "B"}, {"set", R"({"queueing": "fifo"})"}}), "");
    EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(ExportedProject, HasNoEventThatIsAlwaysRefused) {
    ASSERT_EQ(run("policy", {{"quota", "all"},
                             {"set", R"({"nodes": {"gpuType": "T"}, "weight": 3})"},
                             {"for", "1h"}}),
              "");
    EXPECT_THAT(warnings(), ElementsAre("export-nodes"));
    PolicyEvent weight{"all", {}};
    weight.change.weight.emplace();
    EXPECT_THAT(exported().scenario.events,
                ElementsAre(Event{3600 * kSecond, EventAction(weight)}));
}

}  // namespace
}  // namespace apportion::testing
