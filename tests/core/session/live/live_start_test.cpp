// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/live_start.h"

#include <gmock/gmock.h>

#include "core/view/snapshot.h"
#include "tests/core/session/live/live_rig.h"
#include "tests/core/session/live/start_told.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "old" has an hour, and "kept" no end.
constexpr const char* kRestsPool = R"({"apportion": 1, "name": "rests",
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 24}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 16}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "old", "quota": "B", "gpu": 8, "duration": 3600,
   "running": {"since": -20, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "kept", "quota": "A", "gpu": 8, "module": "inference",
   "running": {"since": -10, "placements": [{"node": "n-2", "gpu": 8}]}},
  {"name": "younger", "quota": "A", "gpu": 8, "module": "inference",
   "running": {"since": -5, "placements": [{"node": "n-3", "gpu": 8}]}}]})";

class LiveStartTest : public LiveProject {
protected:
    void SetUp() override { make(kRestsPool); }
    LiveStart start() {
        auto trial = liveStartTrial(*desk_, engineOf(project(), desk_->now()));
        EXPECT_TRUE(trial) << allOf(trial.error());
        return trial ? std::move(*trial).run() : LiveStart{};
    }
    std::vector<std::string> running() {
        std::vector<std::string> names;
        for (const ProjectWorkload& each : project().work)
            if (each.run.state == WorkloadState::running)
                names.push_back(each.spec.name);
        return names;
    }
};

TEST_F(LiveStartTest, NothingMovesWhereAllRunsOn) {
    EXPECT_TRUE(changesNothing(start()));
}

// What is told is what happens then, and it is of the present moment.
TEST_F(LiveStartTest, TellsWhoStartsAndWhoGoes) {
    ASSERT_EQ(run("submit", {{"name", "next"}, {"quota", "B"}, {"gpu", "8"}}), "");
    ASSERT_EQ(run("submit", {{"name", "later"}, {"quota", "B"}, {"gpu", "8"}}), "");
    EXPECT_TRUE(changesNothing(start())) << "there is no room";
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}}), "");
    const Revision before = revision();
    LiveStart told = start();
    EXPECT_THAT(evictedBy(told), ElementsAre("younger"));
    EXPECT_THAT(told.effect.started, ElementsAre("next"));
    EXPECT_THAT(told.ended, IsEmpty());
    passes(2 * 3600 * kSecond);
    told = start();
    EXPECT_THAT(told.ended, ElementsAre("old"));
    EXPECT_THAT(evictedBy(told), ElementsAre("younger"));
    EXPECT_THAT(told.effect.started, ElementsAre("later", "next"));
    EXPECT_EQ(revision(), before) << "it is only tried";
    EXPECT_THAT(running(), ElementsAre("old", "kept", "younger"));
    goLive();
    EXPECT_THAT(running(), ElementsAre("kept", "next", "later"));
}

// What was for a time and has ended meanwhile returns before anything else, and is told.
TEST_F(LiveStartTest, TellsWhatReturnsFirst) {
    ASSERT_EQ(run("cancel", {{"name", "old"}}), "");
    ASSERT_EQ(
        run("submit", {{"name", "next"}, {"quota", "B"}, {"gpu", "8"}, {"module", "inference"}}),
        "");
    ASSERT_EQ(run("scale", {{"sizes", "A=24"}, {"sizes", "B=0"}, {"for", "1h"}}), "");
    EXPECT_THAT(start().due, IsEmpty());
    EXPECT_THAT(start().effect.started, IsEmpty()) << "its quota has nothing now";
    const Revision before = revision();
    passes(2 * 3600 * kSecond);
    const LiveStart told = start();
    EXPECT_THAT(told.due, ElementsAre("A", "B"));
    EXPECT_THAT(told.effect.started, ElementsAre("next"));
    EXPECT_EQ(revision(), before) << "it is only tried";
    goLive();
    EXPECT_EQ(sizeOf("B"), 8);
    EXPECT_THAT(running(), ElementsAre("kept", "younger", "next"));
}

class LiveStartOfAWideOne : public LiveStartTest {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "wide",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}, {"name": "B", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "wide", "quota": "B", "gpu": 4, "replicas": 4, "minReplicas": 1,
   "running": {"since": -20, "placements": [{"node": "n-1", "gpu": 4}, {"node": "n-1", "gpu": 4},
     {"node": "n-2", "gpu": 4}, {"node": "n-2", "gpu": 4}]}}]})");
    }
};

TEST_F(LiveStartOfAWideOne, WhoGivesUpReplicasIsNotSaidToBeEvicted) {
    ASSERT_EQ(run("submit", {{"name", "next"}, {"quota", "A"}, {"gpu", "8"}}), "");
    const LiveStart told = start();
    EXPECT_THAT(told.effect.started, ElementsAre("next"));
    EXPECT_THAT(evictedBy(told), IsEmpty());
    ASSERT_EQ(told.effect.evicted.size(), 1U);
    EXPECT_EQ(told.effect.evicted.front().workload, "wide");
    EXPECT_EQ(told.effect.evicted.front().replicas, 2);
    EXPECT_EQ(told.effect.evicted.front().of, 4);
}

class LiveStartWithGrace : public LiveStartTest {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "grace", "settings": {"gracePeriod": 30},
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 0}}],
 "workloads": [{"name": "borrows", "quota": "b", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n", "gpu": 8}]}}]})");
    }
};

TEST_F(LiveStartWithGrace, WhoTakesStartsWhenWhatItDisplacesHasStopped) {
    EXPECT_TRUE(changesNothing(start()));
    ASSERT_EQ(run("submit", {{"name", "owner"}, {"quota", "a"}, {"gpu", "8"}}), "");
    const LiveStart told = start();
    EXPECT_THAT(evictedBy(told), ElementsAre("borrows"));
    EXPECT_THAT(told.effect.started, ElementsAre("owner"));
    EXPECT_THAT(told.effect.booked, ElementsAre("owner"));
    EXPECT_EQ(told.effect.grace, 30 * kSecond);
}

TEST_F(LiveStartTest, WhoMayNotRunAnyMoreWaits) {
    ASSERT_EQ(run("workspace.add", {{"name", "w"}, {"quota", "B"}}), "");
    ASSERT_EQ(run("submit", {{"name", "mine"}, {"quota", "B"}, {"workspace", "w"}, {"gpu", "8"}}),
              "");
    ASSERT_EQ(run("workspace.member", {{"name", "w"}, {"user", "bob"}, {"role", "member"}}), "");
    const LiveStart told = start();
    goLive();
    EXPECT_THAT(told.effect.rejected, IsEmpty());
    EXPECT_THAT(told.effect.started, IsEmpty());
    EXPECT_EQ(state("mine"), WorkloadState::pending);
}

}  // namespace
}  // namespace apportion::testing
