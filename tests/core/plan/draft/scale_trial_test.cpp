// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_trial.h"

#include <gtest/gtest.h>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_event.h"
#include "core/sim/recorder.h"
#include "core/view/awaiting_approval.h"
#include "tests/core/session/draft/scale_pool.h"

namespace apportion {
namespace {

using test::busy128;
using test::effectOf;
using test::kMinute;
using test::Pool;
using test::quotaIn;
using test::targets;

constexpr Instant kAt = 30 * kSecond;

const ScaleTargets k56and72 = targets({{"Quota1.1", 56}, {"Quota1.2", 72}});

Outlook trialOf(const Pool& pool, const ScaleRequest& request) {
    const Effect effect = tryScale(pool.run(kAt / kSecond).engine(), kAt, request);
    EXPECT_TRUE(effect.refusal.empty());
    return *effect.outlook;
}

// The same scale as an event of the scenario, simulated from the start.
Simulation fullRun(Pool pool, const ScaleRequest& request, Instant until) {
    pool.scenario.events.push_back({kAt, scaleEvent(request.targets, request.mode, request.after)});
    return pool.run(until / kSecond);
}

void expectSame(const ScaleMoment& moment, const Simulation& run) {
    for (const ScaleQuotaEffect& each : moment.quotas) {
        if (each.ownPart)
            continue;
        const QuotaNumbers numbers = run.engine().numbers(*run.engine().findQuota(each.quota));
        EXPECT_EQ(each.after.guaranteed, numbers.guaranteed) << each.quota;
        EXPECT_EQ(each.after.running, numbers.subtree) << each.quota;
        EXPECT_EQ(each.after.fairShare, numbers.fairShare) << each.quota;
        EXPECT_EQ(each.after.waiting, numbers.pending) << each.quota;
    }
}

// What the trial says of evictions and starts, against the records of a run.
void expectSame(const Outlook& trial, const Simulation& run, Instant until) {
    const Outcome outcome = run.outcome();
    for (const ScaleWorkloadEffect& each : trial.workloads) {
        if (each.effect == ScaleEffect::evicted) {
            bool found = false;
            for (const Eviction& record : outcome.evictions)
                found = found || (record.victim == each.workload && record.at == each.at &&
                                  record.lost == each.lost && record.why == each.why);
            EXPECT_TRUE(found) << each.workload;
        } else if (each.effect == ScaleEffect::starts && *each.at <= until) {
            const WorkloadId id = *run.engine().findWorkload(each.workload);
            EXPECT_EQ(run.recorder().firstStart(id), *each.at) << each.workload;
        }
    }
    std::size_t evicted = 0;
    for (const ScaleWorkloadEffect& each : trial.workloads)
        evicted += each.effect == ScaleEffect::evicted ? 1 : 0;
    EXPECT_EQ(evicted, outcome.evictions.size());
}

// 8 GPUs that Quota1 has beside its children, in use, become guaranteed to a child that wants them.
TEST(ScaleTrial, TellsTheShareOfAnOwnPart) {
    Pool pool;
    pool.nodes(16, 8);
    pool.quota("Quota1", 128);
    pool.quota("Quota1.1", 48, "Quota1");
    pool.quota("Quota1.2", 72, "Quota1");
    pool.work("own", "Quota1", 8 * kOneGpu, 0);
    pool.work("b", "Quota1.1", 8 * kOneGpu, 0).replicas = 6;
    for (int i = 1; i <= 10; ++i)
        pool.work("c" + std::to_string(i), "Quota1.2", 8 * kOneGpu, i);
    const Outlook trial = trialOf(pool, {targets({{"Quota1.2", 80}}), ScaleMode::drain});
    const ScaleQuotaEffect* own = quotaIn(trial.atOnce, "Quota1", true);
    ASSERT_NE(own, nullptr);
    EXPECT_EQ(own->before.fairShare, 8 * kOneGpu);
    EXPECT_EQ(own->after.fairShare, 0);
    EXPECT_EQ(quotaIn(trial.atOnce, "Quota1.2")->after.fairShare, 80 * kOneGpu);
}

TEST(ScaleTrial, RefuseSaysWhyAndNothingElse) {
    const Effect effect = tryScale(busy128().run(kAt / kSecond).engine(), kAt, {k56and72});
    const Outlook& trial = *effect.outlook;
    ASSERT_EQ(effect.refusal.size(), 1U);
    EXPECT_EQ(effect.refusal.front().message.code, "below-usage");
    EXPECT_TRUE(trial.workloads.empty());
    EXPECT_FALSE(trial.settled.has_value());
}

TEST(ScaleTrial, DrainAppliesAndWaits) {
    const ScaleRequest request{k56and72, ScaleMode::drain};
    const Outlook trial = trialOf(busy128(), request);
    const Simulation run = fullRun(busy128(), request, kAt);
    expectSame(trial.atOnce, run);
    expectSame(trial, run, kAt);
    EXPECT_EQ(quotaIn(trial.atOnce, "Quota1.2")->before.guaranteed, 80 * kOneGpu);
    EXPECT_EQ(quotaIn(trial.atOnce, "Quota1.2")->after.guaranteed, 72 * kOneGpu);
    EXPECT_FALSE(trial.settled.has_value());
    ASSERT_TRUE(trial.unsettled.has_value());
    EXPECT_EQ(trial.unsettled->code, "scale-no-duration");
    EXPECT_FALSE(trial.waitUnknown.has_value());
    EXPECT_EQ(trial.waits.size(), trial.atOnce.quotas.size());
}

TEST(ScaleTrial, DrainSettlesWhereDurationsAreStated) {
    Pool pool = busy128(10 * kMinute);
    // Three more wait in Quota1.2, where drain starts nothing.
    for (int i = 1; i <= 3; ++i)
        test::notebook(pool, "later" + std::to_string(i), "Quota1.2", 8, 20).duration =
            10 * kMinute;
    const ScaleRequest request{k56and72, ScaleMode::drain};
    const Outlook trial = trialOf(pool, request);
    ASSERT_TRUE(trial.settled.has_value());
    EXPECT_EQ(trial.settled->at, kSecond + 10 * kMinute);
    expectSame(*trial.settled, fullRun(pool, request, trial.settled->at));
    EXPECT_FALSE(trial.waitUnknown.has_value());
    // later1 would start when d01 ends, and starts when there is room below 72 again.
    const ScaleWorkloadEffect* later = effectOf(trial, "later1");
    ASSERT_NE(later, nullptr);
    EXPECT_EQ(later->effect, ScaleEffect::startsLater);
    EXPECT_GT(*later->by, 0);
    for (const ScaleWorkloadEffect& each : trial.workloads)
        EXPECT_TRUE(each.effect != ScaleEffect::startsLater || each.why) << each.workload;
    const Simulation whole = fullRun(pool, request, kAt + 2 * 60 * kMinute);
    EXPECT_EQ(whole.recorder().firstStart(*whole.engine().findWorkload("later1")), *later->at);
    const Simulation base = pool.run((kAt + 2 * 60 * kMinute) / kSecond);
    EXPECT_EQ(base.recorder().firstStart(*base.engine().findWorkload("later1")),
              *later->at - *later->by);
}

TEST(ScaleTrial, ReclaimAtOnceTakesBackAndStarts) {
    const ScaleRequest request{k56and72, ScaleMode::reclaim};
    const Outlook trial = trialOf(busy128(), request);
    const Simulation run = fullRun(busy128(), request, kAt);
    ASSERT_TRUE(trial.settled.has_value());
    EXPECT_EQ(trial.settled->at, kAt);
    expectSame(*trial.settled, run);
    expectSame(trial, run, kAt);
    // The four GPUs of the small one are enough; all else stays.
    ASSERT_NE(effectOf(trial, "small"), nullptr);
    EXPECT_EQ(effectOf(trial, "small")->effect, ScaleEffect::evicted);
    EXPECT_EQ(effectOf(trial, "wanted")->effect, ScaleEffect::starts);
    EXPECT_EQ(effectOf(trial, "wanted")->why->code, "scale-starts");
    EXPECT_EQ(trial.unchanged, static_cast<int>(trial.workloads.size()) - 2);
    // Any notebook of 8 would do as well and costs more GPUs.
    ASSERT_TRUE(trial.workloads[0].record.has_value());
    EXPECT_EQ(trial.workloads[0].record->worseBy, "d");
    EXPECT_EQ(trial.workloads[0].record->runnerUp, std::vector<std::string>{"d09"});
}

TEST(ScaleTrial, ReclaimAfterADelay) {
    const ScaleRequest request{k56and72, ScaleMode::reclaim, 10 * kMinute};
    const Outlook trial = trialOf(busy128(), request);
    const Instant then = kAt + 10 * kMinute;
    ASSERT_TRUE(trial.settled.has_value());
    EXPECT_EQ(trial.settled->at, then);
    expectSame(trial.atOnce, fullRun(busy128(), request, kAt));
    expectSame(*trial.settled, fullRun(busy128(), request, then));
    expectSame(trial, fullRun(busy128(), request, then), then);
    EXPECT_EQ(effectOf(trial, "small")->at, then);
}

// The effect is that behind the grace period: at the moment of the scale nobody has moved yet.
TEST(ScaleTrial, ShowsWhatIsBehindTheGracePeriod) {
    Pool pool;
    pool.nodes(1, 8);
    pool.scenario.settings.gracePeriod = 30 * kSecond;
    pool.quota("all", 8);
    pool.quota("small", 3, "all");
    pool.quota("large", 5, "all");
    pool.work("own", "small", 3 * kOneGpu, 0);
    pool.work("stays", "large", 3 * kOneGpu, 0);
    pool.work("goes", "large", 2 * kOneGpu, 0);
    pool.work("wanted", "small", 2 * kOneGpu, 10);
    const Instant at = 60 * kSecond;
    const Outlook trial =
        *tryScale(pool.run(60).engine(), at, {targets({{"small", 5}, {"large", 3}})}).outlook;
    ASSERT_TRUE(trial.settled);
    EXPECT_EQ(trial.settled->at, at + 30 * kSecond);
    EXPECT_EQ(quotaIn(*trial.settled, "small")->after.running, 5 * kOneGpu);
    EXPECT_EQ(quotaIn(*trial.settled, "small")->after.waiting, 0);
    EXPECT_EQ(quotaIn(*trial.settled, "small")->before.running, 3 * kOneGpu);
    EXPECT_EQ(quotaIn(*trial.settled, "large")->after.running, 3 * kOneGpu);
    const ScaleWorkloadEffect* victim = effectOf(trial, "goes");
    ASSERT_TRUE(victim);
    EXPECT_EQ(victim->effect, ScaleEffect::evicted);
    EXPECT_EQ(victim->at, at);
    EXPECT_EQ(victim->lost, 90 * kSecond * 2 * kOneGpu);
    const ScaleWorkloadEffect* taker = effectOf(trial, "wanted");
    ASSERT_TRUE(taker);
    EXPECT_EQ(taker->effect, ScaleEffect::starts);
    EXPECT_EQ(taker->at, at + 30 * kSecond);
    EXPECT_EQ(taker->why->code, "scale-starts.taking");
}

TEST(ScaleTrial, ANeedlessModeChangesNothing) {
    Pool pool = test::pool128();
    pool.work("t", "Quota1.2", 8 * kOneGpu, 0);
    for (const ScaleMode mode : {ScaleMode::refuse, ScaleMode::drain, ScaleMode::reclaim}) {
        const Outlook trial = trialOf(pool, {k56and72, mode, 10 * kMinute});
        ASSERT_TRUE(trial.settled.has_value());
        EXPECT_EQ(trial.settled->at, kAt);
        EXPECT_EQ(trial.unchanged, 1);
    }
}

TEST(ScaleTrial, WaitsAreToldWithWhatStatesNoDurationRunningOn) {
    const ScaleRequest request{k56and72, ScaleMode::reclaim};
    const Outlook trial = trialOf(busy128(10 * kMinute), request);
    ASSERT_FALSE(trial.waitUnknown.has_value());
    EXPECT_FALSE(trial.waitNote.has_value());
    ASSERT_EQ(trial.waits.size(), trial.atOnce.quotas.size());
    const ScaleWait& wait = trial.waits.front();
    EXPECT_EQ(wait.quota, "Quota1.1");
    EXPECT_EQ(wait.workloads, 1);
    // Without the scale it waits for b1; with it, not at all.
    EXPECT_EQ(wait.before, kSecond + 10 * kMinute - kAt);
    EXPECT_EQ(wait.after, 0);

    Pool one = busy128(10 * kMinute);
    one.scenario.workloads.front().duration.reset();
    const Outlook open = trialOf(one, request);
    ASSERT_TRUE(open.waitNote.has_value());
    EXPECT_EQ(argumentOf(*open.waitNote, "workloads")->list, std::vector<std::string>{"d01"});
    EXPECT_EQ(open.waits.front().before, wait.before) << "others end as they state";

    const Outlook endless = trialOf(busy128(), request);
    EXPECT_EQ(endless.waitNote->code, "scale-endless.many");
    EXPECT_TRUE(endless.waits.front().beforeOver) << "it waits for what has no end";
    EXPECT_EQ(endless.waits.front().after, 0);
}

TEST(ScaleTrial, WhatNeverStartsHidesNoWaitOfOthers) {
    const ScaleRequest request{k56and72, ScaleMode::reclaim};
    Pool pool = busy128(10 * kMinute);
    const ScaleWait plain = trialOf(pool, request).waits.front();
    pool.work("never", "Quota1.1", 200 * kOneGpu, 2);
    const ScaleWait wait = trialOf(pool, request).waits.front();
    EXPECT_EQ(wait.before, plain.before);
    EXPECT_EQ(wait.after, plain.after);
    EXPECT_EQ(wait.workloads, plain.workloads);
}

// Nobody waits now: whom the scale evicts does.
TEST(ScaleTrial, WaitsAfterAnEvictionCount) {
    Pool pool;
    pool.nodes(4, 8);
    pool.quota("a", 12);
    pool.quota("b", 8);
    pool.quota("c", 8);
    for (int i = 1; i <= 3; ++i) {
        Workload& work = pool.work("inf-" + std::to_string(i), "a", 4 * kOneGpu, 0);
        work.module = Module::inference;
        work.duration = 120 * kMinute;
    }
    const auto waitOf = [](const Outlook& trial, const std::string& quota) {
        for (const ScaleWait& wait : trial.waits)
            if (wait.quota == quota)
                return wait;
        return ScaleWait{};
    };
    const Outlook trial = trialOf(pool, {targets({{"a", 6}}), ScaleMode::reclaim, 10 * kMinute});
    ASSERT_FALSE(trial.waitUnknown.has_value());
    int evicted = 0;
    for (const ScaleWorkloadEffect& each : trial.workloads)
        evicted += each.effect == ScaleEffect::evicted ? 1 : 0;
    EXPECT_EQ(evicted, 2);
    EXPECT_EQ(quotaIn(*trial.settled, "a")->after.waiting, 8 * kOneGpu);
    const ScaleWait wait = waitOf(trial, "a");
    EXPECT_EQ(wait.workloads, 2);
    EXPECT_EQ(wait.before, 0);
    EXPECT_FALSE(wait.beforeOver);
    // One starts when the first is over, the other when that one is.
    EXPECT_EQ(wait.after, 230 * kMinute - kAt);
    EXPECT_EQ(waitOf(trial, "b").workloads, 0);
}

TEST(ScaleTrial, ConservesWhatIsDivided) {
    const Outlook trial = trialOf(busy128(), {k56and72, ScaleMode::reclaim});
    for (const ScaleMoment& moment : {trial.atOnce, *trial.settled}) {
        ScaleAmounts before, after;
        for (const ScaleQuotaEffect& each : moment.quotas) {
            before.guaranteed += each.before.guaranteed;
            after.guaranteed += each.after.guaranteed;
            after.running += each.after.running;
        }
        EXPECT_EQ(before.guaranteed, 128 * kOneGpu);
        EXPECT_EQ(after.guaranteed, 128 * kOneGpu);
        EXPECT_LE(after.running, 128 * kOneGpu);
    }
}

TEST(ScaleTrial, SeveralParentsAtOnce) {
    Pool pool;
    pool.nodes(8, 8);
    pool.quota("x", 32);
    pool.quota("y", 32);
    pool.quota("x.1", 16, "x");
    pool.quota("x.2", 16, "x");
    pool.quota("y.1", 20, "y");
    pool.quota("y.2", 8, "y");
    test::notebook(pool, "x1", "x.1", 16).replicas = 1;
    pool.scenario.workloads[0].request.gpu = 8 * kOneGpu;
    pool.scenario.workloads[0].replicas = 2;
    // A part of the whole moves from x to y, and inside of both.
    const ScaleRequest request{
        targets({{"x", 24}, {"y", 40}, {"x.1", 8}, {"x.2", 16}, {"y.2", 20}}), ScaleMode::reclaim};
    const Outlook trial = trialOf(pool, request);
    expectSame(*trial.settled, fullRun(pool, request, kAt));
    expectSame(trial, fullRun(pool, request, kAt), kAt);
    EXPECT_EQ(trial.settled->quotas.size(), 7U);  // two roots, four children, what y keeps
    EXPECT_NE(quotaIn(*trial.settled, "y", true), nullptr);
    EXPECT_EQ(effectOf(trial, "x1")->effect, ScaleEffect::evicted);
}

// No end of anybody's makes room for what is alone beyond the new guarantee.
TEST(ScaleTrial, NamesWhatCouldNeverStartUnderTheNewTargets) {
    Pool pool;
    pool.nodes(4, 8);
    pool.quota("Q", 32);
    pool.quota("A", 16, "Q");
    pool.quota("B", 16, "Q");
    test::notebook(pool, "runs", "A", 12, 0).replicas = 1;
    pool.scenario.workloads.back().request.gpu = 4 * kOneGpu;
    pool.scenario.workloads.back().replicas = 3;
    Workload& gang = test::notebook(pool, "gang", "A", 2, 1);
    gang.replicas = 6;
    test::notebook(pool, "small", "A", 8, 2);
    pool.work("training", "A", 8 * kOneGpu, 3).replicas = 2;
    const Outlook trial = trialOf(pool, {targets({{"A", 8}, {"B", 24}}), ScaleMode::drain});
    const ScaleWorkloadEffect* waits = effectOf(trial, "gang");
    ASSERT_NE(waits, nullptr);
    EXPECT_EQ(waits->effect, ScaleEffect::neverStarts);
    ASSERT_TRUE(waits->why);
    EXPECT_EQ(render(*waits->why),
              "This non-preemptible workload needs 12 GPUs, and A would guarantee 8 GPUs. With "
              "these targets, it can never start.");
    EXPECT_EQ(waits->rules, std::vector<Rule>{Rule::bounds});
    const ScaleWorkloadEffect* runs = effectOf(trial, "runs");
    ASSERT_NE(runs, nullptr);
    EXPECT_EQ(runs->effect, ScaleEffect::neverStarts);
    EXPECT_EQ(runs->why->code, "scale-never-again");
    EXPECT_NE(effectOf(trial, "small")->effect, ScaleEffect::neverStarts);
    EXPECT_NE(effectOf(trial, "training")->effect, ScaleEffect::neverStarts) << "it may borrow";
    EXPECT_EQ(trial.workloads.front().effect, ScaleEffect::neverStarts)
        << "it stands among what changes";

    const Outlook taken = trialOf(pool, {targets({{"A", 8}, {"B", 24}}), ScaleMode::reclaim, 0});
    const ScaleWorkloadEffect* gone = effectOf(taken, "runs");
    ASSERT_NE(gone, nullptr);
    EXPECT_EQ(gone->effect, ScaleEffect::evicted);
    EXPECT_EQ(taken.workloads.front().workload, "gang") << "before all that has its time";
    ASSERT_TRUE(gone->neverAgain);
    EXPECT_EQ(gone->neverAgain->code, "scale-never-again");
}

TEST(ScaleTrial, NamesTheVictimThatMayNotStartAgain) {
    Pool pool;
    pool.nodes(1, 8);
    pool.quota("A", 8);
    test::notebook(pool, "runs", "A", 8, 0);
    Workload& guest = pool.scenario.workloads.back();
    guest.workspace = "w";
    guest.user = "bo";
    guest.running = RunningSince{0, {{"node", 8 * kOneGpu}}};
    guest.running->placements.front().node = pool.scenario.nodes.front().node.name;
    pool.scenario.workspaces.push_back({"w", {"A"}, {{"ana", Role::member}}, {}});
    const Outlook trial = trialOf(pool, {targets({{"A", 4}}), ScaleMode::reclaim, 0});
    const ScaleWorkloadEffect* gone = effectOf(trial, "runs");
    ASSERT_NE(gone, nullptr);
    EXPECT_EQ(gone->effect, ScaleEffect::evicted);
    ASSERT_TRUE(gone->neverAgain);
    EXPECT_EQ(gone->neverAgain->code, "never-again-user");
}

TEST(ScaleTrial, WhatWasTooLargeBeforeIsNoEffect) {
    Pool pool;
    pool.nodes(4, 8);
    pool.quota("Q", 32);
    pool.quota("A", 8, "Q");
    test::notebook(pool, "gang", "A", 4, 0).replicas = 4;
    const Outlook trial = trialOf(pool, {targets({{"A", 6}})});
    EXPECT_EQ(effectOf(trial, "gang")->effect, ScaleEffect::unchanged);
}

TEST(ScaleTrial, QuotasStandAsInTheTree) {
    Pool pool;
    pool.nodes(4, 8);
    pool.quota("b", 20);
    pool.quota("b.1", 8, "b");
    pool.quota("a", 12);
    pool.quota("b.1.x", 4, "b.1");
    pool.quota("b.2", 4, "b");
    for (const char* quota : {"b", "b.1"})
        pool.work(quota + std::string("-own"), quota, kOneGpu, 0);
    const Outlook trial = trialOf(
        pool, {targets({{"a", 10}, {"b", 22}, {"b.1", 10}, {"b.1.x", 6}}), ScaleMode::refuse, 0});
    std::string shown;
    for (const ScaleQuotaEffect& each : trial.atOnce.quotas)
        shown += each.quota + (each.ownPart ? " own, " : ", ");
    EXPECT_EQ(shown, "b, b own, b.1, b.1 own, b.1.x, b.2, a, ");
}

// Beyond what A is guaranteed before, behind what runs on in B after.
Pool waitsForAnotherReason() {
    Pool pool;
    pool.nodes(2, 8);
    pool.quota("Q", 32);
    pool.quota("A", 4, "Q");
    pool.quota("B", 12, "Q");
    test::notebook(pool, "b1", "B", 8, 0);
    test::notebook(pool, "b2", "B", 4, 1);
    test::notebook(pool, "waits", "A", 6, 2);
    return pool;
}

TEST(ScaleTrialOfWaiting, TellsThatItWaitsForAnotherReason) {
    const Outlook trial =
        trialOf(waitsForAnotherReason(), {targets({{"A", 8}, {"B", 8}}), ScaleMode::drain});
    const ScaleWorkloadEffect* waits = effectOf(trial, "waits");
    ASSERT_NE(waits, nullptr);
    EXPECT_EQ(waits->effect, ScaleEffect::otherReason);
    ASSERT_TRUE(waits->why);
    ASSERT_TRUE(waits->whyWithout);
    EXPECT_EQ(waits->whyWithout->code, "non-preemptible-over-quota");
    EXPECT_EQ(waits->why->code, "no-eligible-victims");
    EXPECT_EQ(trial.workloads.front().workload, "waits") << "it stands among what changes";
    EXPECT_EQ(trial.unchanged, 2);
}

TEST(ScaleTrialOfWaiting, ASmallerWantOfTheSameIsTheSameReason) {
    const Outlook trial = trialOf(waitsForAnotherReason(), {targets({{"A", 3}})});
    EXPECT_EQ(effectOf(trial, "waits")->effect, ScaleEffect::unchanged);
    EXPECT_FALSE(effectOf(trial, "waits")->whyWithout);
}

// Elastic work runs on: how many replicas it gives up.
TEST(ScaleTrialOfElasticWork, TellsReplicas) {
    Pool pool;
    pool.nodes(2, 8);
    pool.quota("root", 16);
    pool.quota("a", 0, "root");
    pool.quota("b", 16, "root");
    Workload& wide = pool.work("wide", "b", 2 * kOneGpu, 0);
    wide.replicas = 8;
    wide.minReplicas = 1;
    pool.work("late", "a", 4 * kOneGpu, 5);
    const Outlook trial = trialOf(pool, {targets({{"a", 8}, {"b", 8}}), ScaleMode::reclaim, 0});
    const ScaleWorkloadEffect* gives = effectOf(trial, "wide");
    ASSERT_NE(gives, nullptr);
    EXPECT_EQ(gives->effect, ScaleEffect::fewerReplicas);
    EXPECT_EQ(gives->replicas, 2);
    EXPECT_EQ(gives->of, 8);
    EXPECT_EQ(gives->gpu, 4 * kOneGpu);
    EXPECT_EQ(gives->lost, 0);
}

}  // namespace
}  // namespace apportion
