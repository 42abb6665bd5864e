// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is cancelled before a process of it was there has used nothing and never started.
#include "core/session/local/work_runs.h"
#include "tests/core/session/live/runs_rig.h"

namespace apportion::testing {
namespace {

using NeverRanTest = RunsTest;

TEST_F(NeverRanTest, WhatWaitedForItsDevice) {
    begin(1, R"("gracePeriod": 30)");
    start("slow", "trap '' TERM; echo run > slow; while ! [ -e go ]; do sleep 0.01; done");
    ASSERT_TRUE(writes("slow", "run"));
    ASSERT_EQ(run("cancel", {{"name", "slow"}}), "");
    start("next", "echo run > next");
    ASSERT_TRUE(tickUntil([&] { return live_->awaitingDevices().contains("next"); }));
    ASSERT_EQ(state("next"), WorkloadState::running) << "it has its place";
    const auto waits = commandWaits(*desk_, "next");
    ASSERT_TRUE(waits) << "and whoever looks is told";
    EXPECT_EQ(waits->code, "waiting-for-victims.device");
    EXPECT_FALSE(commandWaits(*desk_, "slow"));
    *now_ += 5000;
    ASSERT_EQ(run("cancel", {{"name", "next"}}), "");
    const auto next = over("next");
    ASSERT_TRUE(next);
    EXPECT_EQ(next->run.state, WorkloadState::cancelled);
    EXPECT_EQ(next->run.used, 0);
    EXPECT_FALSE(next->run.start || next->run.firstStart);
    EXPECT_GE(next->run.waited, 5000);
    EXPECT_GT(over("slow")->run.used, 0) << "which had one";
    EXPECT_TRUE(over("slow")->run.start);
    writeBytes(folder_ / "go", "");
    EXPECT_EQ(text("next"), "");
}

}  // namespace
}  // namespace apportion::testing
