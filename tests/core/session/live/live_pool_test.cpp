// SPDX-License-Identifier: GPL-3.0-or-later
// The live pool: what it records, what others may do meanwhile, and what it survives.
#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/session/live/live_rig.h"
#include "tests/core/store/fault_vfs.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Duration kLiveMinute = 60 * kSecond;

// Right has lent everything to left; what is asked for there is taken back.
constexpr const char* kLivePool = R"({"apportion": 1, "name": "live", "settings": {SETTINGS},
 "nodes": [{"name": "n", "count": 2, "gpu": 4}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 4}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 4}}]})";

class LivePoolTest : public LiveProject {
protected:
    void begin(const std::string& settings = "") {
        std::string pool = kLivePool;
        pool.replace(pool.find("SETTINGS"), 8, settings);
        make(pool);
        epoch_ = now();
        goLive();
    }
    std::string submit(const std::string& name, const std::string& quota, const std::string& gpu,
                       const Given& more = {}) {
        Given given{{"name", name}, {"quota", quota}, {"gpu", gpu}};
        given.insert(given.end(), more.begin(), more.end());
        std::string code = run("submit", given);
        tick();
        return code;
    }
};

TEST_F(LivePoolTest, StartsEndsAndTakesBackWithAnExplanation) {
    begin();
    ASSERT_EQ(submit("first", "left", "4", {{"checkpoint", "40s"}}), "");
    passes(kSecond);
    ASSERT_EQ(submit("second", "left", "4", {{"checkpoint", "40s"}}), "");
    EXPECT_EQ(state("second"), WorkloadState::running);
    passes(kLiveMinute - kSecond);
    ASSERT_EQ(submit("asked", "right", "4", {{"duration", "30s"}}), "");
    EXPECT_EQ(state("asked"), WorkloadState::running);
    const Outcome outcome = shown();
    ASSERT_EQ(outcome.evictions.size(), 1U);
    EXPECT_EQ(outcome.evictions[0].victim, "second");
    EXPECT_EQ(outcome.evictions[0].lost, 4 * 19 * 100'000) << "since the checkpoint";
    EXPECT_THAT(render(outcome.evictions[0].why), HasSubstr("asked"));
    EXPECT_EQ(work("second").preemptions, 1);
    EXPECT_EQ(runOf("second").done, 40 * kSecond) << "what the checkpoint kept";
    tickAfter(kLiveMinute);
    EXPECT_EQ(state("asked"), WorkloadState::finished);
    EXPECT_EQ(work("asked").end, kLiveMinute + 30 * kSecond)
        << "at its own moment, not at the look";
    EXPECT_EQ(work("second").start, kLiveMinute + 30 * kSecond);
    EXPECT_EQ(work("second").waited, 30 * kSecond);
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, AGracePeriodGoesOnAcrossARestart) {
    begin(R"("gracePeriod": 30)");
    ASSERT_EQ(submit("first", "left", "4"), "");
    passes(kSecond);
    ASSERT_EQ(submit("second", "left", "4"), "");
    passes(kLiveMinute - kSecond);
    ASSERT_EQ(submit("asked", "right", "4"), "");
    EXPECT_EQ(work("second").stopping, kLiveMinute + 30 * kSecond);
    EXPECT_EQ(state("asked"), WorkloadState::pending);
    passes(10 * kSecond);
    restart();
    EXPECT_EQ(work("second").stopping, kLiveMinute + 30 * kSecond) << "not begun anew";
    EXPECT_EQ(shown().evictions.size(), 1U) << "and not decided twice";
    passes(kLiveMinute);
    tick();
    EXPECT_EQ(state("asked"), WorkloadState::running);
    EXPECT_EQ(state("second"), WorkloadState::pending);
    EXPECT_EQ(work("asked").start, kLiveMinute + 30 * kSecond);
    ASSERT_EQ(shown().evictions.size(), 1U);
    EXPECT_EQ(shown().evictions[0].lost, 4 * 89 * 100'000) << "up to the moment it stopped";
    EXPECT_EQ(runOf("second").lost, 4 * 89 * 100'000);
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, WhatEndedWhileNobodyRanItEndsWhenItIsLiveAgain) {
    begin();
    ASSERT_EQ(submit("short", "left", "4", {{"replicas", "2"}, {"duration", "30s"}}), "");
    ASSERT_EQ(submit("next", "left", "4", {{"replicas", "2"}, {"duration", "30s"}}), "");
    live_.reset();
    passes(10 * kLiveMinute);
    restart();
    tick();
    EXPECT_EQ(state("short"), WorkloadState::finished);
    EXPECT_EQ(state("next"), WorkloadState::running);
    EXPECT_TRUE(verified());
}

// Of a workload that goes on with fewer replicas, whatever makes the engine begin anew.
TEST_F(LivePoolTest, TheGraceOfReplicasGoesOnAcrossChangesAndRestarts) {
    begin(R"("gracePeriod": 20)");
    ASSERT_EQ(submit("grown", "left", "1", {{"replicas", "8"}, {"min-replicas", "1"}}), "");
    ASSERT_EQ(runOf("grown").placements.size(), 8U);
    passes(kSecond);
    ASSERT_EQ(submit("own", "right", "2"), "");
    const auto stopping = [this] {
        std::vector<Moment> until;
        for (const WorkloadRun::Replica& replica : runOf("grown").replicas)
            if (replica.stopping)
                until.push_back(*replica.stopping);
        return until;
    };
    const std::vector<Moment> until = stopping();
    ASSERT_EQ(until.size(), 2U);
    EXPECT_EQ(until[0], now() + 20 * kSecond);
    for (int i = 0; i < 3; ++i) {
        passes(4 * kSecond);
        ASSERT_EQ(run("workspace.add", {{"name", "w" + std::to_string(i)}, {"quota", "left"}}), "");
        EXPECT_TRUE(tick().empty()) << "nobody is taken twice";
        EXPECT_EQ(stopping(), until);
    }
    restart();
    EXPECT_EQ(stopping(), until);
    EXPECT_EQ(state("own"), WorkloadState::pending);
    at(until[0] - epoch_);
    tick();
    EXPECT_EQ(state("own"), WorkloadState::running);
    EXPECT_EQ(runOf("own").start, until[0]);
    EXPECT_EQ(runOf("grown").placements.size(), 6U);
    const Outcome shown = this->shown();
    ASSERT_EQ(shown.evictions.size(), 2U);
    for (const Eviction& eviction : shown.evictions)
        EXPECT_EQ(eviction.lost, 0) << "a replica that goes alone loses nothing";
    EXPECT_TRUE(verified());
}

// What it grows by meanwhile is not told from what stops by its number.
TEST_F(LivePoolTest, WhoGrowsWhileItsReplicasStopHasNoMoreThanItAskedFor) {
    begin(R"("gracePeriod": 20)");
    ASSERT_EQ(submit("other", "right", "4"), "");
    ASSERT_EQ(submit("grown", "left", "0.5", {{"replicas", "8"}, {"min-replicas", "1"}}), "");
    ASSERT_EQ(runOf("grown").placements.size(), 8U);
    ASSERT_EQ(submit("late", "left", "2", {{"priority", "9"}}), "");
    const auto held = runOf("grown").placements.size();
    ASSERT_EQ(run("cancel", {{"name", "other"}}), "");
    tickAfter(kSecond);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(run("workspace.add", {{"name", "w" + std::to_string(i)}, {"quota", "left"}}), "");
        tickAfter(kSecond);
    }
    EXPECT_GE(held, 8U);
    tickAfter(30 * kSecond);
    restart();
    tickAfter(kSecond);
    EXPECT_EQ(state("late"), WorkloadState::running);
    EXPECT_EQ(runOf("grown").placements.size(), 8U);
    EXPECT_TRUE(verified());
}

// Who shares a device with whom is in the file: a program that goes on must not pack them anew.
TEST_F(LivePoolTest, KeepsWhoSharesADeviceOverARestart) {
    make(R"({"apportion": 1, "name": "parts", "settings": {"consolidation": false},
     "nodes": [{"name": "n", "gpu": 2}], "quotas": [{"name": "all", "guaranteed": {"gpu": 2}}]})");
    goLive();
    for (const char* name : {"a", "b", "c"})
        ASSERT_EQ(run("submit", {{"name", name}, {"quota", "all"}, {"gpu", "0.5"}}), "");
    tick();
    ASSERT_EQ(run("cancel", {{"name", "b"}}), "");
    tick();
    ASSERT_EQ(run("submit", {{"name", "d"}, {"quota", "all"}, {"gpu", "1"}}), "");
    tick();
    ASSERT_EQ(state("d"), WorkloadState::pending) << "half of either device is free";
    const auto explained = desk_->explain("d");
    ASSERT_TRUE(explained);
    ASSERT_TRUE(explained->reason);
    EXPECT_EQ(explained->reason->message.code, "fragmented");
    restart();
    EXPECT_EQ(state("d"), WorkloadState::pending);
    EXPECT_EQ(runOf("a").devices, (std::vector<std::vector<int>>{{0}}));
    EXPECT_EQ(runOf("c").devices, (std::vector<std::vector<int>>{{1}}));
    ASSERT_EQ(run("cancel", {{"name", "a"}}), "");
    tick();
    EXPECT_EQ(state("d"), WorkloadState::running);
    EXPECT_EQ(runOf("d").devices, (std::vector<std::vector<int>>{{0}}));
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, AMoveIsNoPreemption) {
    begin();
    for (const char* name : {"a", "b", "c"})
        ASSERT_EQ(submit(name, "left", "2"), "");
    ASSERT_EQ(run("cancel", {{"name", "a"}}), "");
    tick();
    ASSERT_EQ(run("submit", {{"name", "large"}, {"quota", "right"}, {"gpu", "4"}}), "");
    const auto written = tickAfter(kSecond);
    ASSERT_EQ(written.size(), 1U);
    EXPECT_THAT(written[0].subject, HasSubstr(" moved ("));
    EXPECT_THAT(written[0].subject, ::testing::Not(HasSubstr("taken")));
    const auto history = desk_->history(1);
    ASSERT_TRUE(history);
    EXPECT_EQ(history->front().entry.subject, written[0].subject);
}

TEST_F(LivePoolTest, NodesGoDownAndAreCordoned) {
    begin();
    ASSERT_EQ(submit("work", "left", "4"), "");
    const std::string node = work("work").placements.at(0).node;
    const std::string other = node == "n-1" ? "n-2" : "n-1";
    ASSERT_EQ(run("nodes.state", {{"node", other}, {"state", "cordoned"}}), "");
    tick();
    ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "down"}}), "");
    tickAfter(kSecond);
    EXPECT_EQ(state("work"), WorkloadState::pending);
    EXPECT_EQ(shown().evictions.at(0).rule, EvictionRule::node);
    ASSERT_EQ(run("nodes.state", {{"node", other}, {"state", "ready"}}), "");
    tickAfter(kSecond);
    EXPECT_EQ(work("work").placements.at(0).node, other);
    EXPECT_EQ(undo(), "") << "the node is cordoned again, what runs there runs on";
    tick();
    EXPECT_EQ(state("work"), WorkloadState::running);
    restart();
    EXPECT_EQ(state("work"), WorkloadState::running);
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, ADrainWithGraceGoesOnAcrossARestart) {
    begin(R"("gracePeriod": 30)");
    ASSERT_EQ(submit("work", "left", "4"), "");
    const std::string node = work("work").placements.at(0).node;
    passes(kLiveMinute);
    ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "draining"}}), "");
    tick();
    EXPECT_EQ(work("work").stopping, kLiveMinute + 30 * kSecond);
    passes(10 * kSecond);
    restart();
    tick();
    EXPECT_EQ(work("work").stopping, kLiveMinute + 30 * kSecond) << "not begun anew";
    passes(kLiveMinute);
    tick();
    EXPECT_EQ(state("work"), WorkloadState::running);
    EXPECT_NE(work("work").placements.at(0).node, node);
    ASSERT_EQ(shown().evictions.size(), 1U) << "not decided twice";
    EXPECT_EQ(shown().evictions[0].rule, EvictionRule::node);
    EXPECT_EQ(shown().evictions[0].why.code, "evicted-node.drained");
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, ANodeDrainedWhileNobodyIsLiveIsEmptiedAfterwards) {
    begin();
    ASSERT_EQ(submit("work", "left", "4"), "");
    const std::string node = work("work").placements.at(0).node;
    live_.reset();
    passes(kLiveMinute);
    ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "draining"}}), "");
    EXPECT_EQ(work("work").placements.at(0).node, node) << "nobody is there to move it";
    restart();
    tick();
    EXPECT_EQ(state("work"), WorkloadState::running);
    EXPECT_NE(work("work").placements.at(0).node, node);
    EXPECT_EQ(shown().evictions.size(), 1U);
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, ScaleRefusesDrainsAndReclaims) {
    begin();
    ASSERT_EQ(submit("firm", "left", "4", {{"preemptible", "no"}}), "");
    EXPECT_EQ(run("scale", {{"sizes", "left=2"}}), "below-usage");
    EXPECT_EQ(run("scale", {{"sizes", "left=2"}, {"mode", "drain"}}), "");
    tick();
    EXPECT_EQ(state("firm"), WorkloadState::running);
    EXPECT_EQ(undo(), "");
    tick();
    EXPECT_EQ(run("scale", {{"sizes", "left=2"}, {"mode", "reclaim"}, {"after", "20s"}}), "");
    tick();
    tickAfter(10 * kSecond);
    EXPECT_EQ(state("firm"), WorkloadState::running);
    tickAfter(kLiveMinute);
    EXPECT_EQ(state("firm"), WorkloadState::pending);
    EXPECT_EQ(shown().evictions.at(0).rule, EvictionRule::scale);
    EXPECT_EQ(shown().evictions.at(0).at, 20 * kSecond);
    EXPECT_TRUE(verified());
}

// At the moment of the command nothing stood against it; when the engine looks, something does.
TEST_F(LivePoolTest, TheEngineFollowsTheFileAlsoWhereItWouldHaveRefused) {
    begin();
    ASSERT_EQ(submit("a", "left", "4", {{"preemptible", "no"}, {"duration", "30s"}}), "");
    ASSERT_EQ(submit("b", "left", "4", {{"preemptible", "no"}}), "");
    passes(kLiveMinute);
    ASSERT_EQ(run("scale", {{"sizes", "left=2"}}), "");
    tick();
    EXPECT_EQ(state("b"), WorkloadState::running) << "at 30, before the scale at 60";
    tickAfter(kSecond);
    ASSERT_EQ(run("cancel", {{"name", "b"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(submit("c", "left", "3", {{"preemptible", "no"}}), "");
    EXPECT_EQ(state("c"), WorkloadState::pending) << "the size is 2";
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, AnothersCommandIsDecidedAtTheNextLook) {
    begin();
    auto other = open("ana");
    EXPECT_FALSE(other->show()->outcome.quotas.empty());
    ASSERT_EQ(
        codeOf(other->run(command("submit", {{"name", "a"}, {"quota", "left"}, {"gpu", "1"}}))),
        "");
    EXPECT_EQ(state("a"), WorkloadState::pending);
    const auto written = tickAfter(LivePool::kLookEvery);
    ASSERT_EQ(written.size(), 1U);
    EXPECT_EQ(written[0].who, "engine");
    EXPECT_EQ(written[0].subject, "1 started (a)");
    auto shown = other->show();
    ASSERT_TRUE(shown);
    EXPECT_TRUE(shown->holder);
    EXPECT_EQ(shown->outcome.workloads.at(0).second.state, WorkloadState::running);
    // Submitted and cancelled between two looks: it never was.
    ASSERT_EQ(
        codeOf(other->run(command("submit", {{"name", "b"}, {"quota", "left"}, {"gpu", "1"}}))),
        "");
    ASSERT_EQ(codeOf(other->run(command("cancel", {{"name", "b"}}))), "");
    ASSERT_EQ(codeOf(other->run(command("cancel", {{"name", "a"}}))), "");
    tickAfter(LivePool::kLookEvery);
    EXPECT_EQ(state("a"), WorkloadState::cancelled);
    EXPECT_EQ(state("b"), WorkloadState::cancelled);
    // The same name again.
    ASSERT_EQ(
        codeOf(other->run(command("submit", {{"name", "a"}, {"quota", "left"}, {"gpu", "4"}}))),
        "");
    tickAfter(LivePool::kLookEvery);
    EXPECT_EQ(runOf("a").state, WorkloadState::running);
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, OfTwoBetweenTwoLooksTheFirstIsServedFirst) {
    begin();
    const Moment first = now();
    ASSERT_EQ(run("submit", {{"name", "a"}, {"quota", "left"}, {"gpu", "4"}, {"replicas", "2"}}),
              "");
    passes(50);
    ASSERT_EQ(
        run("submit",
            {{"name", "b"}, {"quota", "left"}, {"gpu", "4"}, {"replicas", "2"}, {"priority", "9"}}),
        "");
    const auto written = tickAfter(50);
    ASSERT_EQ(written.size(), 1U);
    EXPECT_EQ(written[0].subject, "1 started (a)");
    EXPECT_EQ(written[0].at, first);
    EXPECT_EQ(runOf("a").start, first);
    EXPECT_EQ(state("b"), WorkloadState::pending);
    EXPECT_TRUE(verified());
}

// Who asks for room has it from what was cancelled already, and takes nothing from it.
TEST_F(LivePoolTest, WhatWasEndedBetweenTwoLooksIsNotTakenFrom) {
    begin();
    ASSERT_EQ(submit("lent", "left", "4", {{"replicas", "2"}}), "");
    passes(1);
    ASSERT_EQ(run("submit", {{"name", "own"}, {"quota", "right"}, {"gpu", "4"}}), "");
    passes(50);
    ASSERT_EQ(run("cancel", {{"name", "lent"}}), "");
    tickAfter(50);
    EXPECT_EQ(state("own"), WorkloadState::running);
    EXPECT_EQ(shown().summary.evictions, 0);
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, SubmittedAndCancelledTwiceInOneMoment) {
    begin();
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(run("submit", {{"name", "a"}, {"quota", "left"}, {"gpu", "1"}}), "") << i;
        ASSERT_EQ(run("cancel", {{"name", "a"}}), "") << i;
    }
    tick();
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, ANameThatIsGivenAgainIsThatOfTheLatest) {
    begin();
    ASSERT_EQ(submit("a", "left", "4", {{"replicas", "2"}}), "");
    EXPECT_EQ(runOf("a").state, WorkloadState::running);
    ASSERT_EQ(run("cancel", {{"name", "a"}}), "");
    tick();
    ASSERT_EQ(submit("a", "left", "4", {{"replicas", "2"}}), "");
    EXPECT_EQ(runOf("a").state, WorkloadState::running);
    ASSERT_EQ(submit("b", "left", "4", {{"replicas", "2"}}), "");
    ASSERT_EQ(run("cancel", {{"name", "a"}}), "");
    tick();
    EXPECT_EQ(runOf("b").state, WorkloadState::running) << "the engine let go of the second, too";
    EXPECT_TRUE(verified());
}

TEST_F(LivePoolTest, WithoutAHolderWorkWaits) {
    begin();
    live_.reset();
    ASSERT_EQ(run("submit", {{"name", "a"}, {"quota", "left"}, {"gpu", "1"}}), "");
    passes(kLiveMinute);
    EXPECT_EQ(state("a"), WorkloadState::pending);
    EXPECT_FALSE(desk_->show()->holder);
    goLive();
    EXPECT_EQ(state("a"), WorkloadState::running);
    EXPECT_EQ(work("a").waited, kLiveMinute);
}

TEST_F(LivePoolTest, EveryChangeOfTheConfigurationReachesTheEngine) {
    begin();
    ASSERT_EQ(submit("a", "left", "4"), "");
    ASSERT_EQ(submit("b", "left", "4", {{"priority", "2"}}), "");
    ASSERT_EQ(submit("c", "left", "4", {{"priority", "3"}}), "");
    const std::vector<std::pair<std::string, Given>> changes{
        {"quota.rename", {{"name", "left"}, {"to", "links"}}},
        {"quota.add", {{"name", "new"}, {"parent", "links"}, {"gpu", "1"}}},
        {"policy", {{"quota", "links"}, {"set", R"({"weight": 3})"}}},
        {"settings", {{"settings", R"({"gracePeriod": 1})"}}},
        {"priority", {{"name", "c"}, {"priority", "8"}}},
        {"workspace.add", {{"name", "w"}, {"quota", "links"}}},
        {"nodes.add", {{"nodes", R"({"name": "m", "gpu": 4})"}}}};
    for (const auto& [id, given] : changes) {
        ASSERT_EQ(run(id, given), "") << id;
        tickAfter(kSecond);
        EXPECT_EQ(state("a"), WorkloadState::running) << id;
    }
    EXPECT_EQ(state("c"), WorkloadState::running) << "on the new node";
    for (std::size_t i = 0; i + 2 < changes.size(); ++i) {
        const std::string code = undo();
        tickAfter(kSecond);
        EXPECT_EQ(code, i == 0 ? "nodes-blocked" : code);
        if (code == "nodes-blocked")
            break;
    }
    EXPECT_TRUE(verified());
}

// What runs there goes on, on the devices that it has.
TEST_F(LivePoolTest, ANodeGrowsUnderWhatRunsThere) {
    begin();
    ASSERT_EQ(submit("a", "left", "4"), "");
    tickAfter(kSecond);
    const std::string node = work("a").placements.at(0).node;
    const std::vector<std::vector<int>> devices =
        desk_->project().value()->work.front().run.devices;
    const Gpu before = live_->engine()->capacity();
    const auto nodes = expand(desk_->project().value()->pool.nodes);
    const auto at = std::find_if(nodes.begin(), nodes.end(),
                                 [&](const Node& each) { return each.name == node; });
    const Gpu wanted = at->gpu / kOneGpu + 8;
    ASSERT_EQ(run("nodes.set", {{"name", node}, {"gpu", std::to_string(wanted)}}), "");
    tickAfter(kSecond);
    EXPECT_EQ(live_->engine()->capacity(), before + 8 * kOneGpu);
    EXPECT_EQ(state("a"), WorkloadState::running);
    EXPECT_EQ(work("a").preemptions, 0);
    EXPECT_EQ(desk_->project().value()->work.front().run.devices, devices);
    ASSERT_EQ(submit("b", "left", std::to_string(wanted - 4)), "");
    tickAfter(kSecond);
    EXPECT_EQ(state("b"), WorkloadState::running);
    EXPECT_EQ(run("nodes.set", {{"name", node}, {"gpu", "4"}}), "nodes-blocked.room");
    EXPECT_EQ(undo(), "nodes-blocked.room");
    EXPECT_TRUE(verified());
}

// Rule 26: neither the note nor the reason speaks of what it may not do.
TEST_F(LivePoolTest, AnUndoneScaleTellsWhoMayNotTakeAgain) {
    begin();
    ASSERT_EQ(submit("first", "left", "4", {{"preemptible", "no"}}), "");
    ASSERT_EQ(submit("second", "left", "4"), "");
    passes(kSecond);
    ASSERT_EQ(submit("asked", "right", "4"), "");
    ASSERT_EQ(runOf("second").ties.lastTaker, "asked");
    ASSERT_EQ(run("scale", {{"sizes", "left=8"}, {"sizes", "right=0"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(state("second"), WorkloadState::running);
    ASSERT_EQ(state("asked"), WorkloadState::pending);
    const auto undone = desk_->undo({});
    ASSERT_TRUE(undone) << allOf(undone.error());
    ASSERT_EQ(undone->notes.size(), 1U);
    EXPECT_THAT(render(undone->notes.front().message),
                HasSubstr("can reclaim GPUs, but not for asked"));
    tickAfter(kSecond);
    const auto waits = work("asked");
    ASSERT_EQ(waits.state, WorkloadState::pending);
    ASSERT_TRUE(waits.reason);
    EXPECT_THAT(render(waits.reason->message),
                HasSubstr("already evicted for this workload last time"));
    EXPECT_THAT(render(waits.reason->message), Not(HasSubstr("policy")));
}

TEST_F(LivePoolTest, AnUndoneScaleTellsThatWhoIsOwedMayTake) {
    begin();
    ASSERT_EQ(submit("first", "left", "4"), "");
    ASSERT_EQ(submit("asked", "right", "4"), "");
    passes(kSecond);
    ASSERT_EQ(submit("second", "left", "4"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=8"}, {"sizes", "right=0"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(state("asked"), WorkloadState::pending);
    const auto undone = desk_->undo({});
    ASSERT_TRUE(undone) << allOf(undone.error());
    ASSERT_EQ(undone->notes.size(), 1U);
    EXPECT_EQ(undone->notes.front().message.code, "undo-sizes");
    tickAfter(kSecond);
    EXPECT_EQ(state("asked"), WorkloadState::running);
}

// What a policy let be evicted does not come back with it.
TEST_F(LivePoolTest, AnUndonePolicyTellsThatWhoWasEvictedStaysSo) {
    begin();
    ASSERT_EQ(submit("low", "left", "4", {{"priority", "1"}}), "");
    ASSERT_EQ(submit("other", "left", "4", {{"priority", "9"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(state("low"), WorkloadState::running);
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"priorityPreemption": true})"}}), "");
    const auto harmless = desk_->undo({});
    ASSERT_TRUE(harmless) << allOf(harmless.error());
    EXPECT_TRUE(harmless->notes.empty()) << "nothing was evicted";
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"priorityPreemption": true})"}}), "");
    passes(kSecond);
    ASSERT_EQ(submit("high", "left", "4", {{"priority", "9"}}), "");
    tickAfter(kSecond);
    ASSERT_EQ(state("low"), WorkloadState::pending);
    const auto undone = desk_->undo({});
    ASSERT_TRUE(undone) << allOf(undone.error());
    ASSERT_EQ(undone->notes.size(), 1U);
    EXPECT_EQ(undone->notes.front().message.code, "undo-policies");
    tickAfter(kSecond);
    EXPECT_EQ(state("low"), WorkloadState::pending) << "so it is";
}

TEST_F(LivePoolTest, AFullDiskLeavesThePoolUsable) {
    FaultVfs disk;
    begin();
    ASSERT_EQ(submit("a", "left", "4", {{"duration", "30s"}}), "");
    ASSERT_EQ(submit("b", "left", "4", {{"replicas", "2"}, {"duration", "2m"}}), "");
    // Else the log is written over, once what stands in it is in the file.
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("PRAGMA wal_checkpoint(TRUNCATE)");
    disk.fail(Fault::diskFull, 1);
    passes(kLiveMinute);
    EXPECT_FALSE(live_->tick());
    EXPECT_FALSE(live_->tick());
    disk.mend();
    tick();
    tick();
    EXPECT_EQ(state("a"), WorkloadState::finished);
    EXPECT_EQ(state("b"), WorkloadState::running);
    EXPECT_TRUE(verified());
    live_.reset();
    desk_.reset();
}

}  // namespace
}  // namespace apportion::testing
