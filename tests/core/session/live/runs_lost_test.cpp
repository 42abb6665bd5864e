// SPDX-License-Identifier: GPL-3.0-or-later
// Keepers that are gone without a word.
#include "core/cluster/local/run_loss.h"
#include "tests/core/session/live/runs_rig.h"

namespace apportion::testing {
namespace {

TEST_F(RunsTest, AKeeperThatIsKilledIsTold) {
    begin(1);
    start("work", "echo $$ > pid; exec sleep 1000");
    ASSERT_TRUE(writes("pid", "\n"));
    ASSERT_EQ(runs().size(), 1U);
    killKeeper(runs().front());
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(reasonOf("work"), "command-failed.lost");
    const auto loss = lossOf(runs().front());
    ASSERT_TRUE(loss) << "whatever its status says";
    EXPECT_EQ(loss->code, "run-state.lost");
    EXPECT_FALSE(isAlive(std::atoll(text("pid").c_str())));
    // One that cannot be started is told too, and does not stop the pool.
    machine_.keeper = "/no/such/keeper";
    live_.reset();
    goLive();
    start("next", "true");
    ASSERT_TRUE(tickUntil([&] { return isOver("next"); }));
    EXPECT_EQ(reasonOf("next"), "command-failed.start");
}

TEST_F(RunsTest, WhatLosesItsKeeperWhileItStopsWaitsAgain) {
    begin(1, R"("gracePeriod": 20)");
    start("low", kDeaf + std::string("echo $$ >> low; ") + kForever, {{"priority", "2"}});
    ASSERT_TRUE(writes("low", "\n"));
    start("high", "echo run > high; " + std::string(kUntilTold), {{"priority", "8"}});
    ASSERT_TRUE(tickUntil([&] { return work("low")->run.stopping.has_value(); }));
    killKeeper(runs().front());
    ASSERT_TRUE(writes("high", "run"));
    EXPECT_FALSE(isAlive(std::atoll(text("low").c_str())));
    ASSERT_EQ(state("low"), WorkloadState::pending) << reasonOf("low");
    EXPECT_EQ(work("low")->run.preemptions, 1);
    EXPECT_EQ(entry("finish").n, 0);
}

TEST_F(RunsTest, AMachineThatWasStartedAgainIsTold) {
    begin(1);
    start("work", "sleep 1000");
    ASSERT_TRUE(tickUntil([&] {
        const auto status = runs().empty() ? std::nullopt : readStatus(runs().front());
        return status && status->pid != 0;
    }));
    const std::string run = runs().front();
    live_.reset();
    auto keeper = Keeper::find(run);
    ASSERT_TRUE(keeper && keeper->stop(0));
    ASSERT_TRUE(comesTrue([&] { return keeper->look() != Keeper::State::alive; }));
    KeeperJob job = keeper->job();
    job.boot = "before";
    KeeperStatus status = *readStatus(run);
    status.running = true;
    status.keeper.boot = "before";
    ASSERT_TRUE(writeJob(run, job) && writeStatus(run, status));
    goLive();
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(reasonOf("work"), "command-failed.restarted");
}

}  // namespace
}  // namespace apportion::testing
