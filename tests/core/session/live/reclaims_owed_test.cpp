// SPDX-License-Identifier: GPL-3.0-or-later
// Scales in mode reclaim that no engine carried out when they were made (rule 21).
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/core/session/live/live_rig.h"
#include "tests/core/session/previewed.h"

namespace apportion::testing {
namespace {

// What runs in A may not be preempted, so that a smaller A breaks a bound.
constexpr const char* kOwedPool = R"({"apportion": 1, "name": "owed",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 16}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workloads": [
  {"name": "a-1", "quota": "A", "gpu": 8, "module": "inference",
   "running": {"since": -20, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "a-2", "quota": "A", "gpu": 8, "module": "inference",
   "running": {"since": -10, "placements": [{"node": "n-2", "gpu": 8}]}}]})";

class ReclaimsOwed : public LiveProject {
protected:
    void SetUp() override { make(kOwedPool); }
    void SetUpAgain() {
        live_.reset();
        desk_.reset();
        std::filesystem::remove(path_);
        make(kOwedPool);
    }
    int running() {
        return static_cast<int>(state("a-1") == WorkloadState::running) +
               static_cast<int>(state("a-2") == WorkloadState::running);
    }
};

TEST_F(ReclaimsOwed, AreMadeUpForWhenSomebodyGoesLive) {
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}}), "");
    EXPECT_EQ(running(), 2);
    goLive();
    EXPECT_EQ(running(), 1);
    // Once: the next holder finds it done.
    const Revision before = revision();
    restart();
    EXPECT_EQ(running(), 1);
    EXPECT_EQ(revision(), before);
    EXPECT_TRUE(verified());
}

// Rule 21 judges when it is made; what comes to stand above a bound later is no matter of it.
TEST_F(ReclaimsOwed, AreSettledWhereNobodyHadToGo) {
    for (const char* after : {"0s", "60s"}) {
        SetUpAgain();
        ASSERT_EQ(run("cancel", {{"name", "a-1"}}), "");
        ASSERT_EQ(run("cancel", {{"name", "a-2"}}), "");
        goLive();
        ASSERT_EQ(run("submit", {{"name", "a-3"}, {"quota", "A"}, {"gpu", "8"}, {"replicas", "2"}}),
                  "")
            << after;
        tick();
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", after}}), "");
        const auto written = tick();
        ASSERT_EQ(written.size(), 1U) << after;
        EXPECT_EQ(written.front().subject, "nobody taken");
        EXPECT_TRUE(written.front().facts.empty());
        ASSERT_EQ(run("policy", {{"quota", "A"}, {"set", R"({"overQuota": "off"})"}}), "");
        tickAfter(kSecond);
        restart();
        tickAfter(61 * kSecond);
        EXPECT_EQ(state("a-3"), WorkloadState::running) << after;
        EXPECT_TRUE(verified());
    }
}

// Also beside one that will take somebody.
TEST_F(ReclaimsOwed, AreSettledEachForItself) {
    goLive();
    ASSERT_EQ(run("submit", {{"name", "b-1"}, {"quota", "B"}, {"gpu", "8"}, {"replicas", "2"}}),
              "");
    tick();
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "60s"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(run("scale", {{"sizes", "B=8"}, {"mode", "reclaim"}, {"after", "60s"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(run("policy", {{"quota", "B"}, {"set", R"({"overQuota": "off"})"}}), "");
    tickAfter(kSecond);
    restart();
    EXPECT_EQ(running(), 2);
    tickAfter(61 * kSecond);
    EXPECT_EQ(running(), 1);
    EXPECT_EQ(state("b-1"), WorkloadState::running);
}

TEST_F(ReclaimsOwed, KeepWhatIsLeftOfTheirDelayAcrossARestart) {
    goLive();
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "20s"}}), "");
    tickAfter(5 * kSecond);
    restart();
    tickAfter(10 * kSecond);
    EXPECT_EQ(running(), 2) << "15 of 20 seconds are over";
    tickAfter(6 * kSecond);
    EXPECT_EQ(running(), 1);
}

TEST_F(ReclaimsOwed, AreForgottenWhereTheSizeWasChangedAgain) {
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "A=16"}}), "");
    goLive();
    tickAfter(kSecond);
    EXPECT_EQ(running(), 2);
    // The engine has the size of the file: there is room for no more in A than it says.
    ASSERT_EQ(
        run("submit", {{"name", "a-3"}, {"quota", "A"}, {"gpu", "8"}, {"module", "inference"}}),
        "");
    tick();
    EXPECT_EQ(state("a-3"), WorkloadState::pending);
    EXPECT_EQ(running(), 2);
}

TEST_F(ReclaimsOwed, AreMadeUpForWhereNobodyWasLiveWhenTheyWereDue) {
    goLive();
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "20s"}}), "");
    // The engine decides something else before it rests.
    ASSERT_EQ(run("submit", {{"name", "b-1"}, {"quota", "B"}, {"gpu", "1"}}), "");
    tick();
    live_.reset();
    reopen();
    passes(kSecond * 60);
    goLive();
    EXPECT_EQ(running(), 1);
    const Revision before = revision();
    restart();
    EXPECT_EQ(revision(), before) << "once";
}

std::string toldOf(ProjectDesk& desk) {
    const auto shown = desk.show();
    EXPECT_TRUE(shown) << allOf(shown.error());
    std::string told;
    if (shown)
        for (const Message& each : shown->reclaims)
            told += render(each);
    return told;
}

TEST_F(ReclaimsOwed, AreShownWithTheirTimeUntilTheyAreDone) {
    EXPECT_EQ(toldOf(*desk_), "");
    goLive();
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "20s"}}), "");
    tickAfter(5 * kSecond);
    EXPECT_EQ(toldOf(*desk_),
              "Running workloads exceed the new guarantee of A by 8 GPUs. The excess is evicted in "
              "15 s.");
    live_.reset();
    reopen();
    EXPECT_EQ(toldOf(*desk_),
              "Running workloads exceed the new guarantee of A by 8 GPUs. The excess is evicted "
              "once the pool is live, in 15 s at the earliest.");
    passes(kSecond * 60);
    EXPECT_EQ(toldOf(*desk_),
              "Running workloads exceed the new guarantee of A by 8 GPUs. The excess is evicted as "
              "soon as the pool is live.");
    goLive();
    EXPECT_EQ(toldOf(*desk_), "");
}

TEST_F(ReclaimsOwed, AreNoLongerShownOnceUndone) {
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "20s"}}), "");
    EXPECT_NE(toldOf(*desk_), "");
    ASSERT_EQ(undo(), "");
    EXPECT_EQ(toldOf(*desk_), "");
}

// Nobody was live when the delay was over, and then it was taken back: what is drained later is
// drained, and a later delay is its own.
TEST_F(ReclaimsOwed, AreForgottenWhenUndoneOrSetOtherwiseInBetween) {
    for (const bool undone : {true, false}) {
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "3s"}}), "");
        ASSERT_EQ(undone ? undo() : run("scale", {{"sizes", "A=16"}}), "");
        passes(4 * kSecond);
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "drain"}}), "");
        goLive();
        tickAfter(5 * kSecond);
        EXPECT_EQ(running(), 2) << undone;
        live_.reset();
        ASSERT_EQ(run("scale", {{"sizes", "A=16"}}), "");
    }
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "3s"}}), "");
    ASSERT_EQ(undo(), "");
    passes(4 * kSecond);
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "1h"}}), "");
    goLive();
    tickAfter(60 * kSecond);
    EXPECT_EQ(running(), 2);
    tickAfter(3600 * kSecond);
    EXPECT_EQ(running(), 1);
}

// What is broken is asked at the end of the delay, whoever ran the engine before.
TEST_F(ReclaimsOwed, AreJudgedAtTheirEndWithARestartAsWithout) {
    for (const bool restarted : {false, true}) {
        SetUpAgain();
        goLive();
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "10s"}}), "");
        tickAfter(kSecond);
        ASSERT_EQ(run("scale", {{"sizes", "A=16"}}), "");
        tickAfter(kSecond);
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "drain"}}), "");
        tickAfter(kSecond);
        if (restarted)
            restart();
        tickAfter(5 * kSecond);
        EXPECT_EQ(running(), 2);
        tickAfter(3 * kSecond);
        EXPECT_EQ(running(), 1) << restarted;
    }
}

TEST_F(ReclaimsOwed, DoNotDependOnHowMuchWasWrittenSince) {
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "1h"}}), "");
    for (int i = 0; i < 1'100; ++i)
        ASSERT_TRUE(desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
            JournalEntry entry;
            entry.at = now();
            entry.who = "engine";
            entry.action = "instant";
            return entry;
        }));
    goLive();
    EXPECT_EQ(running(), 2);
    tickAfter(3600 * kSecond);
    EXPECT_EQ(running(), 1);
}

TEST_F(ReclaimsOwed, FollowTheNameOfTheirQuota) {
    for (const bool restarted : {false, true}) {
        SetUpAgain();
        goLive();
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "3s"}}), "");
        tickAfter(kSecond);
        ASSERT_EQ(run("quota.rename", {{"name", "A"}, {"to", "X"}}), "");
        tickAfter(kSecond);
        // Another one of the old name.
        ASSERT_EQ(run("quota.add", {{"name", "A"}, {"parent", "all"}, {"gpu", "8"}}), "");
        if (restarted)
            restart();
        tick();
        EXPECT_EQ(running(), 2);
        tickAfter(kSecond);
        EXPECT_EQ(running(), 1) << restarted;
    }
}

// The same command again, with its mode: what is previewed is what happens, live or later.
TEST_F(ReclaimsOwed, ComeAgainWithARedo) {
    for (const bool live : {false, true}) {
        SetUpAgain();
        ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}}), "");
        ASSERT_EQ(undo(), "");
        if (live) {
            goLive();
            ASSERT_EQ(running(), 2);
        }
        const auto planned = desk_->redo(true);
        ASSERT_TRUE(planned);
        const auto preview = previewed(*desk_, *planned);
        ASSERT_TRUE(preview);
        ASSERT_EQ(preview->effect.evicted.size(), 1U);
        ASSERT_EQ(redo(), "");
        if (live)
            tick();
        else
            goLive();
        EXPECT_EQ(running(), 1) << live;
        EXPECT_EQ(state(preview->effect.evicted[0].workload), WorkloadState::pending);
    }
}

}  // namespace
}  // namespace apportion::testing
