// SPDX-License-Identifier: GPL-3.0-or-later
// Real commands in a live pool: they start, end, are preempted, and outlive the program.
#include <gmock/gmock.h>

#include "core/cluster/local/devices/nvml.h"
#include "core/model/short_reason.h"
#include "core/session/commands/project_preview.h"
#include "core/session/local/work_runs.h"
#include "core/view/work_row.h"
#include "tests/core/session/live/runs_rig.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(RunsTest, CommandsEndInTheJournalWithExitCodeOrSignal) {
    begin(4);
    start("good", "true");
    start("bad", "exit 7", {{"duration", "1s"}});
    start("hit", "kill -SEGV $$");
    ASSERT_EQ(submit("typo", {"/no/such/program"}), "");
    approve("typo");
    ASSERT_TRUE(tickUntil(
        [&] { return isOver("good") && isOver("bad") && isOver("hit") && isOver("typo"); }));
    EXPECT_EQ(state("good"), WorkloadState::finished);
    EXPECT_EQ(state("bad"), WorkloadState::failed);
    EXPECT_EQ(reasonOf("bad"), "command-failed.exit");
    EXPECT_EQ(reasonOf("hit"), "command-failed.signal");
    EXPECT_EQ(reasonOf("typo"), "command-failed.start");
    EXPECT_EQ(over("typo")->run.used, 0) << "nothing of it ran";
    EXPECT_GT(over("bad")->run.used, 0);
    const auto history = desk_->history(100);
    ASSERT_TRUE(history);
    std::string told;
    for (const auto& each : *history)
        told += each.entry.action + " " + each.entry.subject + " " + each.entry.arguments + " " +
                each.entry.why + "\n";
    EXPECT_THAT(told,
                HasSubstr(R"(fail bad {"exit":["7"],"name":["bad"]} The command of bad ended)"));
    EXPECT_THAT(told, HasSubstr(R"("signal":["11"])"));
    EXPECT_THAT(told, HasSubstr("No such file or directory"));
    EXPECT_THAT(told, HasSubstr(R"(finish good {"exit":["0"])"));
    EXPECT_THAT(told, ::testing::Not(HasSubstr("/no/such/program")))
        << "commands stand in the facts";
    // Everybody who may see the pool sees that it has failed, and not that it has finished.
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    for (const auto& [name, outcome] : shown->outcome.workloads)
        if (name == "bad") {
            EXPECT_EQ(outcome.state, WorkloadState::failed);
            EXPECT_EQ(outcome.reason->code, ReasonCode::commandFailed);
        }
    EXPECT_EQ(shown->outcome.summary.finished, 1);
}

TEST_F(RunsTest, AStatedDurationIsOnlyAnEstimate) {
    begin(1);
    start("long", std::string(kUntilTold), {{"duration", "1s"}});
    const Moment begun = systemMoment();
    ASSERT_TRUE(tickUntil([&] { return systemMoment() > begun + 1500; }));
    EXPECT_EQ(state("long"), WorkloadState::running);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("long"); }));
    EXPECT_EQ(state("long"), WorkloadState::finished);
}

TEST_F(RunsTest, PreemptionAsksAndLetsTheCommandSaveItsWork) {
    begin(1, R"("gracePeriod": 20)");
    start("low",
          "trap 'echo saved >> low; exit 0' TERM; echo run >> low; while :; do sleep 0.01; done",
          {{"priority", "2"}});
    ASSERT_TRUE(writes("low", "run"));
    const Moment asked = systemMoment();
    start("high", "echo run > high; " + std::string(kUntilTold), {{"priority", "8"}});
    ASSERT_TRUE(writes("low", "saved"));
    ASSERT_TRUE(writes("high", "run"));
    EXPECT_LT(systemMoment() - asked, 10'000) << "nobody waits for the rest of the grace";
    EXPECT_EQ(state("low"), WorkloadState::pending) << "who was asked to end has not finished";
    EXPECT_EQ(work("low")->run.preemptions, 1);
    EXPECT_EQ(entry("finish").n, 0);
    const auto evictions = desk_->file().latest(ObjectKind::eviction, 10);
    ASSERT_TRUE(evictions);
    ASSERT_EQ(evictions->size(), 1U);
    const auto eviction = store::evictionFrom(evictions->front().second.body);
    ASSERT_TRUE(eviction);
    EXPECT_GT(eviction->lost, 0) << "it is counted from what ran";
    EXPECT_LT(eviction->lost, 10'000 * kOneGpu);
    const auto first = firstRunOf("low");
    ASSERT_TRUE(first.end);
    EXPECT_EQ(eviction->lost, (*first.end - first.start) * kOneGpu) << "of one and the same moment";
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(writes("low", "run\nsaved\nrun"));
    EXPECT_EQ(firstRunOf("low").end, first.end);
    EXPECT_FALSE(work("low")->run.end) << "it runs";
}

// Whom it made room for is gone by then: it runs again in the instant in which its end is known.
TEST_F(RunsTest, ARunThatIsFollowedByAnotherAtOnceHasItsOwnEnd) {
    begin(1, R"("gracePeriod": 1.5)");
    start("low", "echo run >> low; exec sleep 1000", {{"priority", "2"}});
    ASSERT_TRUE(writes("low", "run"));
    start("high", "true", {{"priority", "8"}});
    ASSERT_TRUE(tickUntil([&] { return work("low")->run.stopping.has_value(); }));
    const Moment deadline = *work("low")->run.stopping;
    live_.reset();
    ASSERT_EQ(run("cancel", {{"name", "high"}}), "");
    ASSERT_EQ(runs().size(), 1U);
    const std::string before = runs().front();
    ASSERT_TRUE(comesTrue([&] { return !readStatus(before)->running; }));
    ASSERT_TRUE(comesTrue([&] { return systemMoment() > deadline + 200; }));
    *now_ = systemMoment();
    goLive();
    ASSERT_TRUE(writes("low", "run\nrun"));
    EXPECT_EQ(work("low")->run.preemptions, 1);
    EXPECT_EQ(firstRunOf("low").end, readStatus(before)->ended);
}

TEST_F(RunsTest, AGangHasStoppedWhenAllOfItHas) {
    begin(2, R"("gracePeriod": 1)");
    start("low",
          "[ $APPORTION_REPLICA = 0 ] || " + std::string(kDeaf) +
              "echo $$ > low$APPORTION_REPLICA; [ $APPORTION_REPLICA = 0 ] && exec sleep 100; " +
              kForever,
          {{"priority", "2"}, {"replicas", "2"}});
    ASSERT_TRUE(writes("low0", "\n") && writes("low1", "\n"));
    const Moment asked = systemMoment();
    start("high", "echo run > high; " + std::string(kUntilTold), {{"priority", "8"}});
    ASSERT_TRUE(writes("high", "run"));
    EXPECT_GE(systemMoment() - asked, 1000);
}

TEST_F(RunsTest, WhatIsPreemptedWaitsAndStartsAgain) {
    begin(1, R"("gracePeriod": 0.3)");
    start("low", kDeaf + std::string("echo run >> low; ") + kForever, {{"priority", "2"}});
    ASSERT_TRUE(writes("low", "run"));
    const Moment asked = systemMoment();
    start("high", "echo run > high; " + std::string(kUntilTold), {{"priority", "8"}});
    ASSERT_TRUE(writes("high", "run"));
    EXPECT_GE(systemMoment() - asked, 300) << "the device is free when the grace is over";
    EXPECT_EQ(state("low"), WorkloadState::pending);
    EXPECT_EQ(work("low")->run.preemptions, 1);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(writes("low", "run\nrun"));
    EXPECT_TRUE(isOver("high"));
    EXPECT_EQ(runs().size(), 3U) << "each run has its own folder and log";
}

TEST_F(RunsTest, CancellingStopsTheCommand) {
    begin(1, R"("gracePeriod": 0.1)");
    start("work", kDeaf + std::string("echo $$ > pid; ") + kForever);
    ASSERT_TRUE(writes("pid", "\n"));
    const std::int64_t pid = std::atoll(text("pid").c_str());
    ASSERT_TRUE(isAlive(pid));
    ASSERT_EQ(run("cancel", {{"name", "work"}}), "");
    ASSERT_TRUE(tickUntil([&] { return !isAlive(pid); }));
    EXPECT_EQ(state("work"), WorkloadState::cancelled);
    // The next one has waited for the device.
    start("next", "true");
    ASSERT_TRUE(tickUntil([&] { return isOver("next"); }));
}

// What the pool shows is what the command got, also where the one before is slow to go.
TEST_F(RunsTest, ACommandHasTheDevicesThatTheEngineBooked) {
    begin(2, R"("gracePeriod": 0.1)");
    const std::string tell = "echo $APPORTION_WORKLOAD=$CUDA_VISIBLE_DEVICES >> told; ";
    // It stops only when it is allowed to, and holds device 0 until then.
    start("slow", "trap '' TERM; " + tell + kUntilTold);
    ASSERT_TRUE(writes("told", "slow=0\n"));
    ASSERT_EQ(run("cancel", {{"name", "slow"}}), "");
    start("next", tell + kForever);
    start("last", tell + kForever);
    ASSERT_TRUE(writes("told", "next=") && writes("told", "last="));
    for (const char* name : {"next", "last"}) {
        const auto& devices = work(name)->run.devices;
        ASSERT_EQ(devices.size(), 1U);
        ASSERT_EQ(devices[0].size(), 1U);
        EXPECT_THAT(text("told"), HasSubstr(name + ("=" + std::to_string(devices[0][0])) + "\n"));
    }
}

// It counts as running, and no process of it does.
TEST_F(RunsTest, WhatWaitsForADeviceThatIsBeingLeftSaysSo) {
    begin(1, R"("gracePeriod": 30)");
    start("slow", kDeaf + std::string("echo run > slow; ") + kUntilTold);
    ASSERT_TRUE(writes("slow", "run"));
    EXPECT_FALSE(workRunsOf(*desk_, "slow").waits);
    ASSERT_EQ(run("cancel", {{"name", "slow"}}), "");
    start("next", "echo run > next; " + std::string(kForever));
    ASSERT_TRUE(tickUntil([&] { return state("next") == WorkloadState::running; }));
    const auto waits = workRunsOf(*desk_, "next").waits;
    ASSERT_TRUE(waits);
    EXPECT_THAT(render(*waits), HasSubstr("waits for device 0, which slow is leaving"));
    ASSERT_TRUE(tickUntil([&] { return !live_->awaitingDevices().empty(); }));
    const auto awaiting = live_->awaitingDevices();
    ASSERT_EQ(awaiting.size(), 1U);
    EXPECT_EQ(awaiting.begin()->first, "next");
    EXPECT_EQ(awaiting.begin()->second, *waits) << "the table says what the page of it says";
    std::vector<WorkloadRow> running{rowOf(*work("next"), 0)};
    addAwaited(running, awaiting);
    ASSERT_TRUE(running[0].status.reason);
    EXPECT_EQ(render(shortReason(*running[0].status.reason)), "after slow");
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(writes("next", "run"));
    EXPECT_FALSE(workRunsOf(*desk_, "next").waits);
    EXPECT_TRUE(tickUntil([&] { return live_->awaitingDevices().empty(); }));
}

TEST_F(RunsTest, ACancelWithoutAHolderSaysThatTheCommandGoesOn) {
    begin(1);
    start("work", "echo > began; " + std::string(kForever));
    ASSERT_TRUE(writes("began", "\n"));
    const CommandRequest cancel = command("cancel", {{"name", "work"}});
    Problems notes;
    noteLeftRunning(*desk_, cancel, notes);
    EXPECT_THAT(notes, IsEmpty()) << "who runs the pool ends it";
    live_.reset();
    reopen();
    noteLeftRunning(*desk_, command("cancel", {{"name", "nobody"}}), notes);
    EXPECT_THAT(notes, IsEmpty());
    noteLeftRunning(*desk_, cancel, notes);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes.front().message.code, "cancel-no-holder");
    ASSERT_TRUE(desk_->run(cancel));
    goLive();
    EXPECT_TRUE(tickUntil([&] { return runs().empty() || !readStatus(runs().front())->running; }));
}

TEST_F(RunsTest, AGangStartsWholeAndFailsWhole) {
    begin(3);
    start("gang",
          "echo $APPORTION_REPLICA:$CUDA_VISIBLE_DEVICES >> gang; [ $APPORTION_REPLICA = 1 ] && "
          "{ while ! [ -e go ]; do sleep 0.01; done; exit 4; }; echo $$ > pid$APPORTION_REPLICA; "
          "exec sleep 1000",
          {{"replicas", "3"}});
    ASSERT_TRUE(writes("gang", "0:") && writes("gang", "1:") && writes("gang", "2:"));
    ASSERT_TRUE(writes("pid0", "\n") && writes("pid2", "\n"));
    EXPECT_THAT(text("gang"), HasSubstr("0:0\n"));
    EXPECT_THAT(text("gang"), HasSubstr("1:1\n"));
    EXPECT_THAT(text("gang"), HasSubstr("2:2\n"));
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("gang"); }));
    EXPECT_EQ(reasonOf("gang"), "command-failed.exit");
    EXPECT_THAT(entry("fail").why, HasSubstr("exit code 4 (replica 1)"));
    EXPECT_FALSE(isAlive(std::atoll(text("pid0").c_str())));
    EXPECT_FALSE(isAlive(std::atoll(text("pid2").c_str())));
}

TEST_F(RunsTest, AGangIsDoneWhenAllAre) {
    begin(2);
    start("gang", "[ $APPORTION_REPLICA = 0 ] || " + std::string(kUntilTold) + "true",
          {{"replicas", "2"}});
    ASSERT_TRUE(tickUntil([&] {
        int over = 0;
        for (const std::string& run : runs())
            over += readStatus(run) && !readStatus(run)->running ? 1 : 0;
        return over == 1;
    }));
    EXPECT_EQ(state("gang"), WorkloadState::running);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("gang"); }));
    EXPECT_EQ(state("gang"), WorkloadState::finished);
}

TEST_F(RunsTest, CommandsOutliveTheProgramAndTheirEndIsKnown) {
    begin(2);
    start("short", std::string(kUntilTold) + "exit 9");
    start("long", "echo $$ > long; while ! [ -e stop ]; do sleep 0.01; done");
    ASSERT_TRUE(writes("long", "\n"));
    live_.reset();
    reopen();
    const std::int64_t pid = std::atoll(text("long").c_str());
    EXPECT_TRUE(isAlive(pid));
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(comesTrue([&] {
        for (const std::string& run : runs())
            if (readStatus(run) && readStatus(run)->exitCode == 9)
                return true;
        return false;
    }));
    goLive();
    ASSERT_TRUE(tickUntil([&] { return isOver("short"); }));
    EXPECT_THAT(entry("fail").why, HasSubstr("exit code 9"));
    EXPECT_TRUE(isAlive(pid)) << "the other one was found, not started again";
    EXPECT_EQ(runs().size(), 2U);
    writeBytes(folder_ / "stop", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("long"); }));
    EXPECT_EQ(state("long"), WorkloadState::finished);
}

// The keepers know when: the pool has it late, and says so.
TEST_F(RunsTest, WhatEndedWhileNobodyLookedEndsWhenItDid) {
    begin(2);
    start("good", std::string(kUntilTold) + "exit 0");
    ASSERT_TRUE(tickUntil([&] { return runs().size() == 1; }));
    live_.reset();
    writeBytes(folder_ / "go", "");
    std::optional<KeeperStatus> status;
    ASSERT_TRUE(comesTrue([&] {
        status = readStatus(runs().front());
        return status && !status->running;
    }));
    const Moment began = systemMoment();
    ASSERT_TRUE(comesTrue([&] { return systemMoment() - began > 2500; }));
    goLive();
    ASSERT_TRUE(tickUntil([&] { return isOver("good"); }));
    const auto ended = over("good");
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->run.end, status->ended);
    EXPECT_EQ(ended->run.used, (*ended->run.end - *ended->run.start) * kOneGpu);
    EXPECT_EQ(entry("finish").why.rfind("It ended at ", 0), 0U) << entry("finish").why;
    EXPECT_GT(entry("finish").at, *ended->run.end);
}

// Its folder is all that is known of its end, however long nobody looked.
TEST_F(RunsTest, WhatEndedLongAgoIsNotRunASecondTime) {
    begin(1);
    start("work", "echo run >> work; exit 3");
    ASSERT_TRUE(comesTrue([&] {
        const auto status = runs().empty() ? std::nullopt : readStatus(runs().front());
        return status && !status->running;
    }));
    ASSERT_EQ(state("work"), WorkloadState::running) << "nobody has looked since";
    live_.reset();
    const std::string run = runs().front();
    KeeperStatus status = *readStatus(run);
    status.ended -= 31LL * 24 * 3600 * kSecond;
    ASSERT_TRUE(writeStatus(run, status));
    goLive();
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(reasonOf("work"), "command-failed.exit");
    EXPECT_EQ(text("work"), "run\n");
    EXPECT_THAT(runs(), IsEmpty()) << "told, and older than logs are kept";
}

// Its keeper knows when it stopped: what nothing ran in, up to the end of its grace or until
// somebody looks, is not lost.
TEST_F(RunsTest, WhatIsTakenLosesWhatItRanAlsoWhileNobodyLooks) {
    begin(1, R"("gracePeriod": 1.5)");
    start("low", "echo run > low; exec sleep 1000", {{"priority", "2"}});
    ASSERT_TRUE(writes("low", "run"));
    start("high", "true", {{"priority", "8"}});
    ASSERT_TRUE(tickUntil([&] { return work("low")->run.stopping.has_value(); }));
    const Moment began = *work("low")->run.start;
    const Moment deadline = *work("low")->run.stopping;
    live_.reset();
    ASSERT_EQ(runs().size(), 1U);
    const std::string run = runs().front();
    ASSERT_TRUE(comesTrue([&] { return !readStatus(run)->running; }));
    const Moment ended = readStatus(run)->ended;
    ASSERT_LT(ended, deadline);
    ASSERT_TRUE(comesTrue([&] { return systemMoment() > deadline + 500; }));
    *now_ = systemMoment();
    goLive();
    ASSERT_TRUE(tickUntil([&] { return work("low")->run.preemptions == 1; }));
    const auto evictions = desk_->file().latest(ObjectKind::eviction, 10);
    ASSERT_TRUE(evictions);
    ASSERT_EQ(evictions->size(), 1U);
    const auto eviction = store::evictionFrom(evictions->front().second.body);
    ASSERT_TRUE(eviction);
    EXPECT_EQ(eviction->lost, (ended - began) * kOneGpu);
    EXPECT_EQ(work("low")->run.used, (ended - began) * kOneGpu) << "nor is it used";
    const auto told = firstRunOf("low");
    EXPECT_EQ(told.start, began);
    EXPECT_EQ(told.end, ended) << "not when somebody looked again";
    EXPECT_EQ(told.endedBy, "self-level");
}

// It held a device which another had yet to leave, and gives it up at once.
TEST_F(RunsTest, WhatIsTakenBeforeItsCommandCameHasUsedAndLostNothing) {
    begin(1, R"("gracePeriod": 30)");
    start("slow", kDeaf + std::string("echo run > slow; ") + kUntilTold, {{"priority", "5"}});
    ASSERT_TRUE(writes("slow", "run"));
    ASSERT_EQ(run("cancel", {{"name", "slow"}}), "");
    start("next", "true", {{"priority", "5"}});
    ASSERT_TRUE(tickUntil([&] { return state("next") == WorkloadState::running; }));
    const Moment begun = *work("next")->run.start;
    ASSERT_TRUE(tickUntil([&] { return systemMoment() > begun + 50; }));
    ASSERT_EQ(runs().size(), 1U) << "the device is not free yet";
    start("top", "true", {{"priority", "8"}});
    ASSERT_TRUE(tickUntil([&] { return work("next")->run.preemptions == 1; }));
    EXPECT_LT(systemMoment() - begun, 20'000) << "nobody waits for what does not run";
    EXPECT_EQ(work("next")->run.used, 0);
    EXPECT_EQ(work("next")->run.lost, 0);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("top") && isOver("next"); }));
}

TEST_F(RunsTest, WhatWasDecidedAndNotStartedIsStartedByTheNext) {
    begin(1);
    ASSERT_EQ(submit("work", {"true"}), "");
    approve("work");
    // The program ends after it has written the decision: no keeper was started.
    machine_.keeper = "/no/such/keeper";
    live_.reset();
    {
        auto live = LivePool::start(*desk_);
        ASSERT_TRUE(live) << allOf(live.error());
        *now_ = systemMoment();
        ASSERT_TRUE(live->tick());
    }
    ASSERT_EQ(state("work"), WorkloadState::running);
    ASSERT_THAT(runs(), IsEmpty());
    machine_.keeper = kKeeperProgram;
    goLive();
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(state("work"), WorkloadState::finished);
}

// The program was killed before its keeper had begun with anything.
TEST_F(RunsTest, WhatNeverBeganIsStartedByTheNext) {
    begin(1);
    machine_.keeper = "/bin/true";
    live_.reset();
    goLive();
    start("work", "echo run >> work");
    ASSERT_EQ(runs().size(), 1U);
    live_.reset();
    ASSERT_TRUE(
        comesTrue([&] { return Keeper::find(runs().front())->look() == Keeper::State::lost; }));
    machine_.keeper = kKeeperProgram;
    goLive();
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(state("work"), WorkloadState::finished) << reasonOf("work");
    EXPECT_EQ(text("work"), "run\n");
}

TEST_F(RunsTest, SharesDevicesByFractionsAndNamesThemAsTheDriverDoes) {
    setenv("APPORTION_FAKE_NVML", "2", 1);
    auto nvml = Nvml::open(kFakeNvml);
    ASSERT_TRUE(nvml);
    machine_.devices.emplace();
    const auto found = nvml->devices();
    ASSERT_TRUE(found);
    for (const FoundDevice& device : *found)
        machine_.devices->push_back(device.uuid);
    unsetenv("APPORTION_FAKE_NVML");
    begin(3);  // one more than there is
    const std::string tell = "echo $APPORTION_WORKLOAD=$CUDA_VISIBLE_DEVICES >> told; ";
    start("half", tell + kUntilTold, {{"gpu", "0.5"}});
    start("whole", tell + kUntilTold);
    start("third", tell + kUntilTold, {{"gpu", "0.3"}});
    ASSERT_TRUE(writes("told", "half=") && writes("told", "whole=") && writes("told", "third="));
    EXPECT_THAT(text("told"), HasSubstr("half=GPU-fake-0\n"));
    EXPECT_THAT(text("told"), HasSubstr("whole=GPU-fake-1\n"));
    EXPECT_THAT(text("told"), HasSubstr("third=GPU-fake-0\n"));
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("half") && isOver("whole") && isOver("third"); }));
    start("three", "true", {{"gpu", "3"}});
    ASSERT_TRUE(tickUntil([&] { return isOver("three"); }));
    EXPECT_EQ(reasonOf("three"), "command-failed.devices");
    EXPECT_THAT(entry("fail").why, HasSubstr("and 2 devices were found"));
}

// Neither another device than the pool shows, nor an endless wait for one that is not there.
TEST_F(RunsTest, ACommandWhoseDeviceIsMissingFails) {
    machine_.devices = {"GPU-a", "GPU-b"};
    begin(3);
    ASSERT_TRUE(live_->gpusMissing());
    EXPECT_EQ(live_->gpusMissing()->code, "gpus-missing");
    const std::string tell = "echo $APPORTION_WORKLOAD=$CUDA_VISIBLE_DEVICES >> told; ";
    start("first", tell + kUntilTold);
    ASSERT_TRUE(writes("told", "first=GPU-a\n"));
    // It has its device until the third is placed.
    start("second", tell + "while ! [ -e leave ]; do sleep 0.01; done");
    start("third", tell + kUntilTold);
    writeBytes(folder_ / "leave", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("second"); }));
    ASSERT_TRUE(tickUntil([&] { return isOver("third"); }));
    EXPECT_EQ(reasonOf("third"), "command-failed.missing-device");
    EXPECT_THAT(entry("fail").why, HasSubstr("Its device 2 of node does not exist"));
    EXPECT_EQ(text("told").find("third"), std::string::npos);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("first"); }));
    live_.reset();
    machine_.devices->push_back("GPU-c");
    goLive();
    EXPECT_FALSE(live_->gpusMissing());
}

TEST_F(RunsTest, OnlyThisMachineRunsCommands) {
    make(R"({"apportion": 1, "nodes": [{"name": "a", "gpu": 1}, {"name": "b", "gpu": 1}],
             "quotas": [{"name": "team", "guaranteed": {"gpu": 2}}]})");
    goLive();
    ASSERT_EQ(submit("work", {"true"}), "");
    tick();
    tick();
    EXPECT_FALSE(isOver("work")) << "nobody has approved it: it waits";
    approve("work");
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(state("work"), WorkloadState::rejected);
    EXPECT_EQ(reasonOf("work"), "command-failed.no-node");
    EXPECT_THAT(render(*over("work")->run.reason), HasSubstr("was not run"));
    EXPECT_THAT(renderRemedy(*over("work")->run.reason), HasSubstr("and submit it again."));
    live_.reset();
    machine_.name = "b.example.org";
    goLive();
    // The engine knows nothing of machines: what it places elsewhere fails with the same words.
    for (const char* name : {"one", "two"}) {
        ASSERT_EQ(submit(name, {"/bin/sh", "-c", std::string(kUntilTold) + "true"}), "");
        approve(name);
    }
    ASSERT_TRUE(tickUntil([&] { return isOver("one") != isOver("two"); }));
    EXPECT_EQ(reasonOf(isOver("one") ? "one" : "two"), "command-failed.elsewhere");
    EXPECT_EQ(over(isOver("one") ? "one" : "two")->run.used, 0) << "nothing ran";
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("one") && isOver("two"); }));
    EXPECT_EQ(runs().size(), 1U);
}

TEST_F(RunsTest, NoNodeIsProposedToWhatRunsOnThisMachineAlone) {
    begin(1);
    start("first", std::string(kUntilTold) + "true");
    start("second", "true");
    ASSERT_EQ(run("submit", {{"name", "plain"}, {"quota", "team"}, {"gpu", "1"}}), "");
    tick();
    const auto proposesNodes = [&](const char* name) {
        const auto explained = desk_->explain(name);
        EXPECT_TRUE(explained && explained->reason);
        return explained && std::any_of(explained->unblock.begin(), explained->unblock.end(),
                                        [](const Unblock& each) {
                                            return std::holds_alternative<NodesToAdd>(each.change);
                                        });
    };
    EXPECT_TRUE(proposesNodes("plain"));
    EXPECT_FALSE(proposesNodes("second"));
    CommandRequest add = command("nodes.add", {{"nodes", R"({"name": "more", "gpu": 1})"}});
    add.dryRun = true;
    const auto planned = desk_->run(add);
    ASSERT_TRUE(planned) << allOf(planned.error());
    EXPECT_THAT(allOf(planned->notes), HasSubstr("would fail: second"));
    writeBytes(folder_ / "go", "");
    EXPECT_TRUE(tickUntil([&] { return isOver("first") && isOver("second"); }));
}

// Not only when the pool goes live: one may be live for a year.
TEST_F(RunsTest, OldLogsAreRemovedWhileThePoolIsLive) {
    begin(1);
    start("first", "exit 0");
    ASSERT_TRUE(tickUntil([&] { return isOver("first"); }));
    EXPECT_EQ(runs().size(), 1U);
    *now_ = systemMoment() + 29LL * 24 * 3600 * kSecond;
    ASSERT_TRUE(live_->tick());
    EXPECT_EQ(runs().size(), 1U);
    *now_ += 2LL * 24 * 3600 * kSecond;
    ASSERT_TRUE(live_->tick());
    EXPECT_THAT(runs(), IsEmpty());
}

TEST_F(RunsTest, LogsThatAreTooMuchTogetherAreRemovedOldestFirst) {
    begin(1);
    start("first", "exit 0");
    ASSERT_TRUE(tickUntil([&] { return isOver("first"); }));
    start("large", "truncate -s 9G \"$APPORTION_RUN/sparse\"; exit 0");
    ASSERT_TRUE(tickUntil([&] { return isOver("large"); }));
    tick();
    EXPECT_THAT(runs(), IsEmpty());
    start("next", "exit 0");
    ASSERT_TRUE(tickUntil([&] { return isOver("next"); }));
    tick();
    EXPECT_EQ(runs().size(), 1U);
}

}  // namespace
}  // namespace apportion::testing
