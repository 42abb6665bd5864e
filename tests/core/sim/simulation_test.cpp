// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers worked out by hand.
#include "core/sim/simulation.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sim/recorder.h"
#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

// One node of 4 GPUs, first come, first served:
//   a: 2 GPUs, 0 to 10      c: 4 GPUs, waits from 4 to 12, runs to 17
//   b: 2 GPUs, 2 to 12      d: 1 GPU, waits from 5 to 17, runs to 18
Pool fifoPool() {
    Pool pool;
    pool.nodes(1, 4);
    Quota& root = pool.quota("root", 4);
    root.policy.queueing = Queueing::fifo;
    pool.quota("left", 2, "root").policy.queueing = Queueing::fifo;
    pool.quota("right", 2, "root").policy.queueing = Queueing::fifo;
    for (const auto& [name, gpus, submit, duration] :
         {std::tuple("a", 2, 0, 10), std::tuple("b", 2, 2, 10), std::tuple("c", 4, 4, 5),
          std::tuple("d", 1, 5, 1)}) {
        Workload& work = pool.work(name, "left", gpus * kOneGpu, submit);
        work.duration = duration * kSecond;
        work.preemptible = true;
    }
    return pool;
}

Simulation finished(const Pool& pool, Keep keep = {}) {
    Simulation simulation(std::make_shared<const Scenario>(pool.scenario), keep);
    simulation.runToEnd();
    return simulation;
}

TEST(Simulation, CountsWaitsAndGpuTime) {
    const Outcome outcome = finished(fifoPool()).outcome();
    const Summary& summary = outcome.summary;
    EXPECT_EQ(outcome.time, 18'000);
    EXPECT_EQ(summary.makespan, 18'000);
    EXPECT_EQ(summary.workloads, 4);
    EXPECT_EQ(summary.finished, 4);
    EXPECT_EQ(summary.evictions, 0);
    // 20 + 20 + 20 + 1 GPU-seconds of 4 x 18 = 72: 61 / 72 = 0.8472222
    EXPECT_EQ(summary.gpuTime, 61 * 100'000);
    EXPECT_EQ(summary.utilizationMillionths, 847'222);
    // 0, 0, 8, 12: mean 5; elements 2, 3, 3, 3
    EXPECT_EQ(summary.wait.mean, 5'000);
    EXPECT_EQ(summary.wait.p50, 8'000);
    EXPECT_EQ(summary.wait.p90, 12'000);
    EXPECT_EQ(summary.wait.max, 12'000);
    EXPECT_EQ(summary.wait.atOnce, 2);
    ASSERT_EQ(summary.byQuota.size(), 3u);
    EXPECT_EQ(summary.byQuota[0].first, "root");
    EXPECT_EQ(summary.byQuota[0].second.gpuTime, 61 * 100'000);
    EXPECT_EQ(summary.byQuota[0].second.wait.atOnce, 2);
    EXPECT_EQ(summary.byQuota[1].second.gpuTime, 61 * 100'000);
    EXPECT_EQ(summary.byQuota[2].second, QuotaSummary{});
}

TEST(Simulation, StandsAtUntil) {
    Pool pool = fifoPool();
    pool.scenario.until = 8'000;
    pool.event(9, CancelEvent{"a"});
    const Outcome outcome = finished(pool).outcome();
    EXPECT_EQ(outcome.time, 8'000);
    EXPECT_TRUE(outcome.events.empty());
    // 2 x 8 + 2 x 6
    EXPECT_EQ(outcome.summary.gpuTime, 28 * 100'000);
    EXPECT_EQ(outcome.summary.makespan, 8'000);
    EXPECT_EQ(outcome.summary.wait.max, 0);  // of those that started
    ASSERT_EQ(outcome.workloads.size(), 4u);
    EXPECT_EQ(outcome.workloads[2].second.waited, 4'000);
    EXPECT_EQ(outcome.workloads[3].second.waited, 3'000);
    EXPECT_EQ(outcome.workloads[3].second.position, 2);
    EXPECT_EQ(outcome.workloads[3].second.reason->code, ReasonCode::blockedByHead);
}

TEST(Simulation, DoesWhatHappensAtUntilItself) {
    Pool pool = fifoPool();
    pool.scenario.until = 10'000;
    EXPECT_EQ(finished(pool).outcome().summary.finished, 1);
}

TEST(Simulation, EndsWhereTheLastChangeWas) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4);
    pool.work("endless", "root", 400, 3);
    pool.work("never", "root", 100, 5);
    pool.event(60, CancelEvent{"nobody"});
    const Outcome outcome = finished(pool).outcome();
    // The refused event at 60 changes nothing; the submission at 5 is the last change.
    ASSERT_EQ(outcome.events.size(), 1u);
    EXPECT_EQ(outcome.events[0].at, 60'000);
    EXPECT_EQ(outcome.events[0].action, "cancel");
    EXPECT_FALSE(outcome.events[0].applied);
    EXPECT_TRUE(outcome.events[0].reason);
    EXPECT_EQ(outcome.time, 5'000);
    EXPECT_EQ(outcome.summary.makespan, 5'000);
    EXPECT_EQ(outcome.summary.gpuTime, 8 * 100'000);
    EXPECT_EQ(outcome.workloads[1].second.waited, 0);
}

// Waiting raises the priority of `early` up to that of `late`, beyond the last change.
TEST(Simulation, AnswersWithThePlacesOfTheMomentItNames) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4).policy.queueing = Queueing::intelligent;
    pool.work("endless", "root", 400, 0);
    pool.work("early", "root", 200, 1, 4);
    pool.work("late", "root", 200, 2, 6);
    Simulation simulation = finished(pool);
    const Instant rang = simulation.engine().now();
    EXPECT_GT(rang, 600'000);
    const Outcome outcome = simulation.outcome();
    EXPECT_EQ(outcome.time, 2'000);
    EXPECT_EQ(outcome.workloads[1].second.position, 2);
    EXPECT_EQ(outcome.workloads[1].second.waited, 1'000);
    EXPECT_EQ(outcome.workloads[2].second.position, 1);
    EXPECT_EQ(simulation.explain("late")->position, 1);
    Outcome stopped = pool.run(2).outcome();
    EXPECT_EQ(std::exchange(stopped.cutOff, outcome.cutOff), true);
    EXPECT_EQ(outcome, stopped);
    EXPECT_EQ(simulation.engine().now(), rang);
    simulation.runTo(5'000'000);
    EXPECT_EQ(simulation.outcome().workloads[1].second.position, 1);
}

TEST(Simulation, RunsToWhereItIsSent) {
    const Pool pool = fifoPool();
    Simulation simulation(std::make_shared<const Scenario>(pool.scenario));
    simulation.runTo(3'000);
    EXPECT_EQ(simulation.now(), 3'000);
    EXPECT_EQ(simulation.outcome().time, 3'000);
    EXPECT_EQ(simulation.outcome().workloads.size(), 2u);  // c and d are not submitted yet
    EXPECT_EQ(simulation.next(), 4'000);
    EXPECT_FALSE(simulation.explain("c"));

    Simulation copy = simulation;  // both go on from here, each for itself
    copy.runToEnd();
    EXPECT_EQ(simulation.outcome().time, 3'000);
    simulation.runToEnd();
    EXPECT_EQ(copy.outcome(), simulation.outcome());
    EXPECT_EQ(copy.outcome(), finished(pool).outcome());
    simulation.runTo(30'000);
    EXPECT_EQ(simulation.outcome().time, 30'000);
    EXPECT_EQ(simulation.outcome().summary.makespan, 18'000);
}

TEST(Simulation, CountsASnapshotFromMomentZero) {
    Pool pool;
    pool.nodes(2, 4);
    pool.quota("root", 8);
    Workload& old = pool.work("old", "root", 400, 0);
    old.running = RunningSince{-120'000, {{"node-1", 400}}};
    old.duration = 130 * kSecond;
    pool.work("early", "root", 400, -50).duration = 4 * kSecond;
    const Simulation simulation = finished(pool);
    const Outcome outcome = simulation.outcome();
    ASSERT_EQ(outcome.workloads.size(), 2u);
    EXPECT_EQ(outcome.workloads[0].second.start, -120'000);
    EXPECT_EQ(outcome.workloads[0].second.end, 10'000);
    EXPECT_EQ(outcome.workloads[1].second.start, 0);
    EXPECT_EQ(outcome.summary.makespan, 10'000);
    // 4 x 10 and 4 x 4, of 8 x 10
    EXPECT_EQ(outcome.summary.gpuTime, 56 * 100'000);
    EXPECT_EQ(outcome.summary.utilizationMillionths, 700'000);
    // It was submitted no later than it ran, so it did not wait; the other did, for 50 s.
    EXPECT_EQ(outcome.summary.wait.atOnce, 1);
    EXPECT_EQ(outcome.summary.wait.max, 50'000);
    EXPECT_EQ(simulation.jobRow(0).submit, -120'000);
    EXPECT_EQ(simulation.jobRow(0).wait, 0);
}

// low: 2 GPUs from 0, taken at 10, again from 30 to 50 (it needs 20 s; nothing was saved).
// high: 2 GPUs from 10 to 30.
Pool preemptionPool() {
    Pool pool;
    pool.nodes(1, 2);
    pool.quota("root", 2).policy.priorityPreemption = true;
    pool.work("low", "root", 200, 0, 2).duration = 20 * kSecond;
    pool.work("high", "root", 200, 10, 8).duration = 20 * kSecond;
    return pool;
}

TEST(Simulation, KeepsEvictionsWithWhatWasLost) {
    const Simulation simulation = finished(preemptionPool());
    const Outcome outcome = simulation.outcome();
    ASSERT_EQ(outcome.evictions.size(), 1u);
    const Eviction& eviction = outcome.evictions[0];
    EXPECT_EQ(eviction.at, 10'000);
    EXPECT_EQ(eviction.victim, "low");
    EXPECT_EQ(eviction.preemptor, "high");
    EXPECT_EQ(eviction.rule, EvictionRule::selfLevel);
    EXPECT_EQ(eviction.quota, "root");
    EXPECT_EQ(eviction.lost, 20 * 100'000);
    EXPECT_EQ(eviction.why.code, "evicted-self-level.priority");
    EXPECT_TRUE(isComplete(eviction.why));
    EXPECT_EQ(outcome.summary.evictions, 1);
    EXPECT_EQ(outcome.summary.wastedGpuTime, 20 * 100'000);
    EXPECT_EQ(outcome.summary.gpuTime, 100 * 100'000);
    EXPECT_EQ(outcome.summary.makespan, 50'000);
    EXPECT_EQ(outcome.summary.wait.max, 0);  // first starts
    EXPECT_EQ(outcome.workloads[0].second.preemptions, 1);
    EXPECT_EQ(outcome.workloads[0].second.waited, 20'000);
    EXPECT_EQ(outcome.workloads[0].second.start, 30'000);

    const JobRow row = simulation.jobRow(0);
    EXPECT_EQ(row.firstStart, 0);
    EXPECT_EQ(row.end, 50'000);
    EXPECT_EQ(row.lost, 20 * 100'000);
    EXPECT_EQ(row.preemptions, 1);
}

TEST(Simulation, TellsWhoGaveHowMuchWasHeldAndMayBe) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("a", 2);
    pool.quota("b", 2);
    pool.work("a1", "a", 200, 0);
    pool.work("a2", "a", 200, 1);
    pool.work("b1", "b", 200, 10);
    const Outcome outcome = finished(pool).outcome();
    ASSERT_EQ(outcome.evictions.size(), 1u);
    EXPECT_EQ(render(outcome.evictions[0].why),
              "b reclaimed 2 GPUs for b1 by evicting a2. a had 4 GPUs allocated and is entitled to "
              "2 GPUs.");
}

// What is beyond the guarantee nobody has of right: it is a fair share that is asked for.
TEST(Simulation, AShareIsNotToldAsAGuarantee) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("a", 1);
    pool.quota("b", 1);
    pool.work("a1", "a", 200, 0);
    pool.work("a2", "a", 200, 1);
    pool.work("b1", "b", 200, 10);
    const Outcome outcome = finished(pool).outcome();
    ASSERT_EQ(outcome.evictions.size(), 1u);
    EXPECT_EQ(render(outcome.evictions[0].why),
              "b had less than its fair share and reclaimed 2 GPUs for b1 by evicting a2. a had 4 "
              "GPUs allocated, above its fair share of 2 GPUs.");
}

TEST(Simulation, ExplainsRunsAndEvictions) {
    const auto explanation = finished(preemptionPool()).explain("low");
    ASSERT_TRUE(explanation);
    EXPECT_EQ(explanation->quota, "root");
    EXPECT_EQ(explanation->state, WorkloadState::finished);
    ASSERT_EQ(explanation->runs.size(), 2u);
    EXPECT_EQ(explanation->runs[0].start, 0);
    EXPECT_EQ(explanation->runs[0].end, 10'000);
    EXPECT_EQ(explanation->runs[0].endedBy, "self-level");
    EXPECT_EQ(explanation->runs[0].placements, (std::vector<Placement>{{"node", 200}}));
    EXPECT_EQ(explanation->runs[1].start, 30'000);
    EXPECT_EQ(explanation->runs[1].endedBy, "finish");
    EXPECT_EQ(explanation->evictions.size(), 1u);
    EXPECT_TRUE(explanation->unblock.empty());
    EXPECT_TRUE(finished(preemptionPool()).explain("high")->evictions.empty());
    EXPECT_FALSE(finished(preemptionPool()).explain("nobody"));
}

// An elastic workload of 8 gives 3 replicas to the one and later 1 to the other; all have 60 s.
Simulation givingUpForTwo(std::optional<Instant> cancelled = {}) {
    Pool pool;
    pool.nodes(2, 4);
    pool.scenario.settings.gracePeriod = 60 * kSecond;
    pool.quota("a", 4);
    pool.quota("b", 4);
    Workload& wide = pool.work("wide", "a", 100, 0);
    wide.replicas = 8;
    wide.minReplicas = 2;
    pool.work("first", "b", 300, 100);
    pool.work("second", "b", 100, 110);
    if (cancelled)
        pool.event(*cancelled, CancelEvent{"first"});
    Simulation simulation(std::make_shared<const Scenario>(pool.scenario));
    simulation.runTo(cancelled.value_or(110) * kSecond);
    return simulation;
}

TEST(Simulation, TellsForWhomAndUntilWhenReplicasAreGivenUpOneByOne) {
    const auto told = [](const Simulation& simulation) {
        std::vector<std::string> sentences;
        const auto explanation = simulation.explain("wide");
        EXPECT_TRUE(explanation);
        if (explanation)
            for (const Message& message : explanation->toldToStop)
                sentences.push_back(render(message));
        return sentences;
    };
    const std::string second =
        "This workload releases 1 replica for second by 170 s at the latest (elastic, rule 19).";
    EXPECT_THAT(told(givingUpForTwo()),
                ::testing::ElementsAre("This workload releases 3 replicas for first by 160 s at "
                                       "the latest (elastic, rule 19).",
                                       second));
    EXPECT_THAT(told(givingUpForTwo(120)),
                ::testing::ElementsAre("This workload releases 3 replicas by 160 s at the latest "
                                       "(elastic, rule 19). first no longer waits for that.",
                                       second))
        << "for whom the others are is told there";
}

// Work that is told to stop for b1, which is cancelled while b2 waits for the same GPUs.
TEST(Simulation, TellsWhoWaitsForTheEndOfWorkWhereItsTakerIsGone) {
    Pool pool;
    pool.nodes(1, 4);
    pool.scenario.settings.gracePeriod = 60 * kSecond;
    pool.quota("a", 0);
    pool.quota("b", 4);
    pool.work("wide", "a", 400, 0);
    pool.work("b1", "b", 400, 10);
    pool.event(20, CancelEvent{"b1"});
    const auto told = [&](Instant until) {
        Simulation simulation(std::make_shared<const Scenario>(pool.scenario));
        simulation.runTo(until * kSecond);
        const auto explanation = simulation.explain("wide");
        return explanation && explanation->toldToStop.size() == 1
                   ? render(explanation->toldToStop.front())
                   : std::string();
    };
    EXPECT_EQ(
        told(15),
        "This workload is stopping for b1 (reclaim, rule 14). The grace period ends at 70 s.");
    EXPECT_EQ(told(30),
              "This workload is stopping (reclaim, rule 14). The grace period ends at 70 s. b1 no "
              "longer waits for it.");
    pool.work("b2", "b", 400, 25);
    EXPECT_EQ(told(30),
              "This workload is stopping (reclaim, rule 14). The grace period ends at 70 s. b1 no "
              "longer waits for it, but b2 does.");
    // Who waits for the end of other work is none of them.
    pool.nodes(1, 4, "other");
    pool.scenario.nodes[0].node.gpuType = "A";
    pool.scenario.nodes[1].node.gpuType = "B";
    for (const char* name : {"wide", "b1", "b2"})
        for (Workload& workload : pool.scenario.workloads)
            if (workload.name == name)
                workload.gpuType = "A";
    pool.scenario.quotas[1].guaranteed.gpu = 8 * kOneGpu;
    pool.work("far", "a", 400, 0).gpuType = "B";
    pool.work("b3", "b", 400, 10).gpuType = "B";
    EXPECT_EQ(told(30),
              "This workload is stopping (reclaim, rule 14). The grace period ends at 70 s. b1 no "
              "longer waits for it, but b2 does.");
}

TEST(Simulation, KnowsWhetherSomethingIsStillToCome) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("a", 4);
    pool.work("short", "a", 100, 0).duration = 10 * kSecond;
    pool.work("long", "a", 100, 0).duration = 20 * kSecond;
    Simulation simulation(std::make_shared<const Scenario>(pool.scenario));
    simulation.runTo(10 * kSecond);
    EXPECT_EQ(simulation.outcome().cutOff, true);
    simulation.runToEnd();
    EXPECT_EQ(simulation.outcome().cutOff, false);
}

TEST(Simulation, ReplicasThatStopForOneAreOneHolder) {
    const auto explanation = givingUpForTwo().explain("first");
    ASSERT_TRUE(explanation);
    ASSERT_EQ(explanation->holders.size(), 1u);
    EXPECT_EQ(explanation->holders[0].workload, "wide");
    EXPECT_EQ(explanation->holders[0].gpu, 300);
    EXPECT_EQ(render(explanation->holders[0].why), "Stopping for first, until 160 s.");
}

TEST(Simulation, KeepsLessIfToldSo) {
    const Simulation simulation = finished(preemptionPool(), {.evictions = false, .runs = false});
    EXPECT_TRUE(simulation.outcome().evictions.empty());
    EXPECT_EQ(simulation.outcome().summary, finished(preemptionPool()).outcome().summary);
    EXPECT_TRUE(simulation.explain("low")->runs.empty());
    const Outcome summary = simulation.outcome(Detail::summary);
    EXPECT_TRUE(summary.workloads.empty());
    EXPECT_EQ(summary.quotas, simulation.outcome().quotas);
}

TEST(Simulation, TakesEventsInOrderOfTimeAndFile) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4);
    pool.work("w", "root", 100, 0);
    pool.event(20, FinishEvent{"w"});
    pool.event(10, CancelEvent{"x"});
    pool.event(20, CancelEvent{"w"});
    const Outcome outcome = finished(pool).outcome();
    ASSERT_EQ(outcome.events.size(), 3u);
    EXPECT_EQ(outcome.events[0].action, "cancel");
    EXPECT_EQ(outcome.events[1].action, "finish");
    EXPECT_TRUE(outcome.events[1].applied);
    EXPECT_FALSE(outcome.events[2].applied);  // it has ended
    EXPECT_EQ(outcome.workloads[0].second.state, WorkloadState::finished);
}

}  // namespace
}  // namespace apportion
