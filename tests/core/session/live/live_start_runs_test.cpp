// SPDX-License-Identifier: GPL-3.0-or-later
// Going live is tried with what became of commands while nobody decided.
#include <algorithm>

#include <gmock/gmock.h>

#include "core/session/live/live_start.h"
#include "core/view/snapshot.h"
#include "tests/core/session/live/runs_rig.h"
#include "tests/core/session/live/start_told.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LiveStartOfCommands : public RunsTest {
protected:
    LiveStart tried() {
        *now_ = systemMoment();
        auto trial = liveStartTrial(*desk_, engineOf(project(), desk_->now()));
        EXPECT_TRUE(trial) << allOf(trial.error());
        return trial ? std::move(*trial).run() : LiveStart{};
    }
    // Whoever runs may end, and has.
    void tell() {
        writeBytes(folder_ / "go", "");
        ASSERT_TRUE(comesTrue([this] {
            const auto all = runs();
            return std::none_of(all.begin(), all.end(), [](const std::string& run) {
                auto keeper = Keeper::find(run);
                return keeper && keeper->look() == Keeper::State::alive;
            });
        }));
    }
};

TEST_F(LiveStartOfCommands, WhatEndedMeanwhileIsToldAndWhatStartsThen) {
    begin(2);
    start("good", "echo run > good; " + std::string(kUntilTold));
    start("bad", "echo run > bad; " + std::string(kUntilTold) + "exit 7");
    ASSERT_TRUE(writes("good", "run") && writes("bad", "run"));
    start("next", "true", {{"gpu", "2"}});
    live_.reset();
    EXPECT_TRUE(changesNothing(tried())) << "both run";
    tell();
    const Revision before = revision();
    const std::vector<std::string> there = runs();
    const LiveStart told = tried();
    EXPECT_THAT(told.ended, ElementsAre("good", "bad"));
    EXPECT_THAT(told.effect.started, ElementsAre("next"));
    EXPECT_EQ(revision(), before) << "it is only tried";
    EXPECT_EQ(runs(), there);
    EXPECT_EQ(tried().effect.started, told.effect.started);
    goLive();
    EXPECT_EQ(state("good"), WorkloadState::finished);
    EXPECT_EQ(state("bad"), WorkloadState::failed);
    EXPECT_EQ(state("next"), WorkloadState::running);
}

TEST_F(LiveStartOfCommands, WhoIsToldToStopAndHasIsNotWaitedFor) {
    begin(1, R"("gracePeriod": 1000)");
    start("low",
          "trap 'echo told >> low; " + std::string(kUntilTold) +
              "exit 0' TERM; echo run >> low; while :; do sleep 0.01; done",
          {{"priority", "2"}});
    ASSERT_TRUE(writes("low", "run"));
    start("high", "true", {{"priority", "8"}});
    ASSERT_TRUE(writes("low", "told"));
    live_.reset();
    EXPECT_TRUE(changesNothing(tried())) << "its grace period goes on";
    tell();
    const LiveStart told = tried();
    EXPECT_THAT(told.effect.started, ElementsAre("high"));
    EXPECT_THAT(told.ended, IsEmpty()) << "it waits again";
    goLive();
    EXPECT_EQ(state("high"), WorkloadState::running);
    EXPECT_EQ(state("low"), WorkloadState::pending);
}

// Once its only node has company, no node of the pool is this machine.
TEST_F(LiveStartOfCommands, WhatHasNoNodeHereIsRejected) {
    begin(1);
    start("one", "echo run > one; " + std::string(kUntilTold));
    ASSERT_TRUE(writes("one", "run"));
    start("far", "true");
    live_.reset();
    ASSERT_EQ(run("nodes.add", {{"nodes", R"({"name": "other", "gpu": 1})"}}), "");
    const LiveStart told = tried();
    EXPECT_THAT(told.effect.rejected, ElementsAre("far"));
    EXPECT_THAT(told.effect.started, IsEmpty());
    goLive();
    EXPECT_EQ(state("far"), WorkloadState::rejected);
}

// It is not over: it runs on, for the file that this one is a copy of.
TEST_F(LiveStartOfCommands, WhatRunsForAnotherFileIsNotOver) {
    begin(1);
    start("one", "echo run > one; " + std::string(kUntilTold));
    ASSERT_TRUE(writes("one", "run"));
    const std::string copy = folder_ / "copy.apportion";
    ASSERT_TRUE(desk_->backup(copy, false));
    auto other = ProjectDesk::open(copy, OpenMode::readWrite, "ana", clock());
    ASSERT_TRUE(other);
    auto project = other->project();
    ASSERT_TRUE(project);
    auto trial = liveStartTrial(*other, engineOf(**project, now()));
    ASSERT_TRUE(trial);
    const LiveStart told = std::move(*trial).run();
    EXPECT_THAT(told.ended, IsEmpty());
    EXPECT_THAT(told.foreign, ElementsAre("one"));
}

// Such as one of a file that comes from another machine.
TEST_F(LiveStartOfCommands, WhoseApprovalIsNotKnownHereIsHeld) {
    begin(1);
    start("one", "echo run > one; " + std::string(kUntilTold));
    ASSERT_TRUE(writes("one", "run"));
    start("next", "true");
    start("third", "true");
    ASSERT_EQ(state("next"), WorkloadState::pending);
    live_.reset();
    Approvals(poolFolderHere()).keepOnly({digest("one"), digest("third")});
    tell();
    const LiveStart told = tried();
    EXPECT_THAT(told.held, ElementsAre("next"));
    EXPECT_THAT(told.effect.started, ElementsAre("third"));
    EXPECT_THAT(told.effect.rejected, IsEmpty());
    goLive();
    EXPECT_TRUE(work("next")->needsApproval());
    EXPECT_EQ(state("third"), WorkloadState::running);
}

}  // namespace
}  // namespace apportion::testing
