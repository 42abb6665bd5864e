// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace apportion {
namespace {

WorkloadOutcome run(Instant start, Instant end) {
    WorkloadOutcome outcome;
    outcome.state = WorkloadState::finished;
    outcome.start = start;
    outcome.end = end;
    outcome.placements = {{"node-1", 100}};
    return outcome;
}

WorkloadOutcome waiting(int position) {
    WorkloadOutcome outcome;
    outcome.position = position;
    return outcome;
}

WorkloadOutcome evictedOnce(Instant start, Instant end, Duration waited) {
    WorkloadOutcome outcome = run(start, end);
    outcome.preemptions = 1;
    outcome.waited = waited;
    return outcome;
}

Outcome with(const WorkloadOutcome& workload) {
    Outcome outcome;
    outcome.time = 2000;
    outcome.workloads.emplace_back("w", workload);
    return outcome;
}

std::optional<WorkloadChange> changeBetween(const WorkloadOutcome& base,
                                            const WorkloadOutcome& changed) {
    const Comparison comparison = compare(with(base), with(changed));
    EXPECT_EQ(comparison.same, comparison.workloads.empty());
    if (comparison.workloads.empty())
        return {};
    return comparison.workloads.front().change;
}

std::optional<WorkloadChange> changeToMoved(const WorkloadOutcome& base,
                                            const WorkloadOutcome& changed) {
    Outcome moved = with(changed);
    Eviction& move = moved.evictions.emplace_back();
    move.victim = "w";
    move.rule = EvictionRule::consolidation;
    const Comparison comparison = compare(with(base), moved);
    return comparison.workloads.empty() ? std::nullopt
                                        : std::optional(comparison.workloads.front().change);
}

// Its node went, and nobody but a clock that ran out knows that it waits for ever.
TEST(Compare, CallsWorkThatLostItsRunForGoodNever) {
    WorkloadOutcome lost = waiting(1);
    lost.start = 0;
    Outcome finished = with(run(0, 1000)), gone = with(lost);
    finished.cutOff = gone.cutOff = false;
    EXPECT_EQ(compare(finished, gone).workloads.front().change, WorkloadChange::never);
    EXPECT_EQ(compare(gone, finished).workloads.front().change, WorkloadChange::spared);
    gone.cutOff = true;
    EXPECT_EQ(compare(finished, gone).workloads.front().change, WorkloadChange::later);
}

// Of a document it is not known; but its clock stops where the last thing happened.
TEST(Compare, TakesAClockAtTheLastThingThatHappensForTheEnd) {
    WorkloadOutcome lost = waiting(1);
    lost.start = 0;
    lost.waited = 1960;
    const Outcome finished = with(run(0, 1000));
    const auto changeTo = [&](auto&& happens) {
        Outcome gone = with(lost);
        happens(gone);
        return compare(finished, gone).workloads.front().change;
    };
    EXPECT_EQ(changeTo([](Outcome&) {}), WorkloadChange::later);
    EXPECT_EQ(changeTo([](Outcome& gone) { gone.workloads.emplace_back("came", waiting(2)); }),
              WorkloadChange::never);
    EXPECT_EQ(changeTo([](Outcome& gone) {
                  gone.events.push_back({gone.time, "node", true, {}});
              }),
              WorkloadChange::never);
    EXPECT_EQ(changeTo([](Outcome& gone) { gone.evictions.emplace_back().at = gone.time; }),
              WorkloadChange::never);
    EXPECT_EQ(changeTo([](Outcome& gone) {
                  gone.events.push_back({gone.time - 1, "node", true, {}});
              }),
              WorkloadChange::later);
}

TEST(Compare, CallsWhatWasMovedAtAnotherTimeMoved) {
    EXPECT_EQ(changeToMoved(evictedOnce(100, 900, 0), evictedOnce(300, 900, 0)),
              WorkloadChange::moved);
    EXPECT_EQ(changeToMoved(evictedOnce(300, 900, 0), evictedOnce(100, 900, 50)),
              WorkloadChange::later);
    EXPECT_EQ(changeToMoved(run(100, 900), run(300, 900)), WorkloadChange::moved);
}

// Such as what a forecast submits earlier, and somebody ends at a certain moment.
TEST(Compare, CallsWhatCameEarlierAndWaitedAsLongEarlier) {
    EXPECT_EQ(changeBetween(run(300, 900), run(100, 900)), WorkloadChange::earlier);
    EXPECT_EQ(changeBetween(run(20, 57), run(0, 80)), WorkloadChange::earlier);
    EXPECT_EQ(changeBetween(run(0, 80), run(20, 57)), WorkloadChange::later);
    EXPECT_EQ(changeBetween(evictedOnce(100, 900, 30), evictedOnce(300, 900, 30)),
              WorkloadChange::later);
}

Outcome waitedAt(Instant time, WorkloadOutcome outcome, Duration waited) {
    outcome.waited = waited;
    Outcome whole = with(outcome);
    whole.time = time;
    return whole;
}

// What waits to the end waits longer where the run ends later: that says nothing of the work.
TEST(Compare, TakesNoClockForAWait) {
    WorkloadOutcome evicted = waiting(1);
    evicted.preemptions = 1;
    evicted.start = 0;
    for (const WorkloadOutcome& each : {waiting(1), evicted}) {
        const WorkloadChange longer = each.start ? WorkloadChange::later : WorkloadChange::moved;
        const Outcome base = waitedAt(1000, each, 900);
        EXPECT_TRUE(compare(base, waitedAt(3600, each, 3500)).workloads.empty());
        for (const Outcome& changed : {waitedAt(3600, each, 3530), waitedAt(1000, each, 930)}) {
            const Comparison comparison = compare(base, changed);
            ASSERT_EQ(comparison.workloads.size(), 1u);
            EXPECT_FALSE(comparison.same);
            EXPECT_EQ(comparison.workloads[0].change, longer);
            EXPECT_EQ(comparison.workloads[0].waitAlone, WaitChange::longer);
            EXPECT_EQ(compare(changed, base).workloads[0].waitAlone, WaitChange::less);
        }
    }
}

// Nobody reads "waited less" beside a longer wait.
TEST(Compare, SaysWhatWaitsToTheEndOfALongerRunWasSubmittedLater) {
    const Outcome base = waitedAt(2000, waiting(1), 1990);
    const Outcome changed = waitedAt(2500, waiting(1), 2480);
    const Comparison comparison = compare(base, changed);
    ASSERT_EQ(comparison.workloads.size(), 1u);
    EXPECT_EQ(comparison.workloads[0].change, WorkloadChange::moved);
    EXPECT_EQ(comparison.workloads[0].waitAlone, WaitChange::submittedLater);
    EXPECT_EQ(compare(changed, base).workloads[0].waitAlone, WaitChange::submittedEarlier);

    WorkloadOutcome evicted = evictedOnce(0, 0, 0);
    evicted.state = WorkloadState::pending;
    evicted.end.reset();
    const Comparison ofEvicted =
        compare(waitedAt(2000, evicted, 1990), waitedAt(2500, evicted, 2480));
    ASSERT_EQ(ofEvicted.workloads.size(), 1u);
    EXPECT_EQ(ofEvicted.workloads[0].change, WorkloadChange::moved);
    EXPECT_EQ(ofEvicted.workloads[0].waitAlone, WaitChange::none);
}

// It was submitted at another moment and comes neither earlier nor later for that.
TEST(Compare, CallsWhatOnlyWaitedLongerNotLater) {
    const Outcome base = waitedAt(1010, run(1000, 1010), 960);
    const Comparison comparison = compare(base, waitedAt(1010, run(1000, 1010), 990));
    ASSERT_EQ(comparison.workloads.size(), 1u);
    EXPECT_EQ(comparison.workloads[0].change, WorkloadChange::moved);
    EXPECT_EQ(comparison.workloads[0].waitAlone, WaitChange::longer);
    EXPECT_EQ(comparison.workloads[0].waited.changed, 990);
    // Who starts later has waited longer, too.
    const Comparison later = compare(base, waitedAt(1040, run(1030, 1040), 990));
    EXPECT_EQ(later.workloads[0].change, WorkloadChange::later);
    EXPECT_EQ(later.workloads[0].waitAlone, WaitChange::none);
}

TEST(Compare, TellsThatAWorkloadWasCancelled) {
    WorkloadOutcome cancelled;
    cancelled.state = WorkloadState::cancelled;
    cancelled.end = 5 * kSecond;
    const Comparison comparison = compare(with(run(0, 900)), with(cancelled));
    ASSERT_EQ(comparison.workloads.size(), 1u);
    EXPECT_EQ(comparison.workloads[0].change, WorkloadChange::never);
    ASSERT_TRUE(comparison.workloads[0].reason.changed);
    EXPECT_EQ(render(*comparison.workloads[0].reason.changed), "Cancelled at 5 s.");
}

TEST(Compare, FindsEqualOutcomesTheSame) {
    const Comparison comparison = compare(with(run(0, 1000)), with(run(0, 1000)));
    EXPECT_TRUE(comparison.same);
    EXPECT_TRUE(comparison.workloads.empty());
}

TEST(Compare, NamesWhatBecameOfAWorkload) {
    EXPECT_EQ(changeBetween(run(0, 1000), run(500, 1500)), WorkloadChange::later);
    EXPECT_EQ(changeBetween(run(500, 1500), run(0, 1000)), WorkloadChange::earlier);
    EXPECT_EQ(changeBetween(run(0, 1000), run(0, 900)), WorkloadChange::earlier);
    EXPECT_EQ(changeBetween(waiting(1), run(0, 900)), WorkloadChange::starts);
    EXPECT_EQ(changeBetween(run(0, 900), waiting(1)), WorkloadChange::never);
    EXPECT_EQ(changeBetween(waiting(2), waiting(1)), WorkloadChange::moved);

    WorkloadOutcome evicted = run(0, 1000);
    evicted.preemptions = 1;
    EXPECT_EQ(changeBetween(run(0, 1000), evicted), WorkloadChange::evicted);
    EXPECT_EQ(changeBetween(evicted, run(0, 1000)), WorkloadChange::spared);

    WorkloadOutcome elsewhere = run(0, 1000);
    elsewhere.placements = {{"node-2", 100}};
    EXPECT_EQ(changeBetween(run(0, 1000), elsewhere), WorkloadChange::moved);

    WorkloadOutcome rejected;
    rejected.state = WorkloadState::rejected;
    EXPECT_EQ(changeBetween(WorkloadOutcome{}, rejected), WorkloadChange::never);
    EXPECT_EQ(changeBetween(rejected, WorkloadOutcome{}), WorkloadChange::spared);
}

std::string wordsBetween(const WorkloadOutcome& base, const WorkloadOutcome& changed) {
    const Comparison comparison = compare(with(base), with(changed));
    return comparison.workloads.empty() ? std::string{} : changeWords(comparison.workloads.front());
}

// Whose last run began earlier is not just later beside that.
TEST(Compare, SaysWhatDiffersOfWhatWasEvictedOnBothSides) {
    WorkloadOutcome more = evictedOnce(300, 900, 30);
    more.preemptions = 3;
    EXPECT_EQ(wordsBetween(evictedOnce(300, 900, 30), evictedOnce(200, 950, 20)), "ends later");
    EXPECT_EQ(wordsBetween(evictedOnce(200, 950, 20), evictedOnce(300, 900, 30)), "ends earlier");
    EXPECT_EQ(wordsBetween(evictedOnce(100, 900, 30), evictedOnce(300, 900, 30)),
              "last starts later");
    EXPECT_EQ(wordsBetween(evictedOnce(100, 900, 30), evictedOnce(100, 900, 60)), "waited longer");
    EXPECT_EQ(wordsBetween(evictedOnce(300, 900, 30), more), "evicted more often");
    EXPECT_EQ(wordsBetween(more, evictedOnce(300, 900, 30)), "evicted less often");
    EXPECT_EQ(wordsBetween(run(0, 1000), more), "evicted");
    EXPECT_EQ(wordsBetween(run(0, 1000), run(0, 1100)), "later");
    WorkloadOutcome again = evictedOnce(300, 900, 30);
    again.state = WorkloadState::pending;
    again.end.reset();
    EXPECT_EQ(wordsBetween(evictedOnce(300, 900, 30), again), "ends later");
}

WorkloadOutcome cancelledAt(Instant end, std::optional<Instant> start = {}) {
    WorkloadOutcome outcome;
    outcome.state = WorkloadState::cancelled;
    outcome.start = start;
    outcome.end = end;
    return outcome;
}

TEST(Compare, CallsNoWorkThatNeverStartsEarlier) {
    EXPECT_EQ(changeBetween(cancelledAt(500), waiting(1)), WorkloadChange::spared);
    EXPECT_EQ(changeBetween(waiting(1), cancelledAt(500)), WorkloadChange::never);
    EXPECT_EQ(changeBetween(cancelledAt(500), run(600, 900)), WorkloadChange::starts);
    // Its end does come.
    EXPECT_EQ(changeBetween(cancelledAt(500), cancelledAt(400)), WorkloadChange::earlier);
    EXPECT_EQ(changeBetween(cancelledAt(400), cancelledAt(500)), WorkloadChange::later);
    EXPECT_FALSE(changeBetween(cancelledAt(400), cancelledAt(400)));
    WorkloadOutcome rejected;
    rejected.state = WorkloadState::rejected;
    EXPECT_EQ(changeBetween(cancelledAt(500), rejected), WorkloadChange::moved);
    // What runs and is cancelled comes to its end no earlier.
    EXPECT_EQ(changeBetween(run(0, 1000), cancelledAt(300, 0)), WorkloadChange::never);
    EXPECT_EQ(changeBetween(run(0, 1000), cancelledAt(1000, 0)), WorkloadChange::never);
    EXPECT_EQ(changeBetween(cancelledAt(1000, 0), run(0, 1000)), WorkloadChange::spared);
}

TEST(Compare, SaysWhetherWorkIsCancelled) {
    EXPECT_EQ(wordsBetween(run(0, 1000), cancelledAt(300, 0)), "cancelled");
    EXPECT_EQ(wordsBetween(waiting(1), cancelledAt(500)), "cancelled");
    EXPECT_EQ(wordsBetween(cancelledAt(300, 0), run(0, 1000)), "not cancelled");
    EXPECT_EQ(wordsBetween(cancelledAt(500), run(600, 900)), "starts");
    EXPECT_EQ(wordsBetween(run(0, 900), waiting(1)), "never");
    WorkloadOutcome stopped = cancelledAt(700, 300);
    stopped.preemptions = 1;
    EXPECT_EQ(wordsBetween(stopped, evictedOnce(300, 900, 30)), "not cancelled");
    EXPECT_EQ(wordsBetween(stopped, run(300, 900)), "spared");
}

WorkloadOutcome waitingFor(ReasonCode code) {
    WorkloadOutcome outcome = waiting(1);
    outcome.reason = Reason{code, Rule::placement, {std::string(codeText(code)), {}}};
    return outcome;
}

TEST(Compare, SeesThatWorkWaitsForSomethingElse) {
    EXPECT_EQ(changeBetween(waitingFor(ReasonCode::noEligibleVictims),
                            waitingFor(ReasonCode::overQuotaOff)),
              WorkloadChange::moved);
    EXPECT_EQ(
        changeBetween(waitingFor(ReasonCode::overQuotaOff), waitingFor(ReasonCode::neverFits)),
        WorkloadChange::never);
    WorkloadOutcome other = waitingFor(ReasonCode::overQuotaOff);
    other.reason->message.code += ".idle";
    EXPECT_FALSE(changeBetween(waitingFor(ReasonCode::overQuotaOff), other));
}

TEST(Compare, SeesThatWorkIsToStopAtAnotherMoment) {
    WorkloadOutcome base = run(0, 0);
    base.state = WorkloadState::running;
    base.end.reset();
    WorkloadOutcome changed = base;
    base.stopping = 30;
    changed.stopping = 60;
    EXPECT_EQ(changeBetween(base, changed), WorkloadChange::moved);
    EXPECT_FALSE(changeBetween(base, base));
}

TEST(Compare, TellsWhyWorkWasMoved) {
    Outcome base = with(run(0, 1000)), changed = with(run(0, 1400));
    Eviction& move = changed.evictions.emplace_back();
    move.victim = "w";
    move.rule = EvictionRule::consolidation;
    move.why = {"evicted-consolidation", {}};
    const Comparison later = compare(base, changed);
    ASSERT_EQ(later.workloads.size(), 1u);
    EXPECT_EQ(later.workloads[0].change, WorkloadChange::later);
    EXPECT_FALSE(later.workloads[0].reason.base);
    ASSERT_TRUE(later.workloads[0].reason.changed);
    EXPECT_EQ(later.workloads[0].reason.changed->code, "evicted-consolidation");
    const Comparison earlier = compare(changed, base);
    ASSERT_TRUE(earlier.workloads[0].reason.base);
    EXPECT_FALSE(earlier.workloads[0].reason.changed);
}

Eviction replicasTaken(const std::string& taker) {
    Eviction eviction;
    eviction.victim = "w";
    eviction.rule = EvictionRule::elastic;
    eviction.preemptor = taker;
    eviction.why = {"evicted-elastic",
                    {{"victim", Value::ofText("w")},
                     {"taker", Value::ofText(taker)},
                     {"quota", Value::ofText("q")},
                     {"gpu", Value::ofGpu(kOneGpu)}}};
    return eviction;
}

TEST(Compare, TellsHowOftenReplicasWereGivenUp) {
    const Outcome base = with(run(0, 1000));
    Outcome changed = base;
    changed.evictions = {replicasTaken("x")};
    const auto why = [&] { return render(*compare(base, changed).workloads[0].reason.changed); };
    EXPECT_EQ(why(), "w released 1 GPU above its minimum for x and continues with fewer replicas.");
    changed.evictions.push_back(replicasTaken("y"));
    EXPECT_EQ(
        why(),
        "w released replicas above its minimum 2 times, last for y, and continues with fewer.");
    EXPECT_EQ(changeWords(compare(base, changed).workloads[0]), "gives up more replicas");
    EXPECT_EQ(changeWords(compare(changed, base).workloads[0]), "gives up fewer replicas");
}

TEST(Compare, SaysWhatIsOtherwiseBesideTimesThatAreAlike) {
    WorkloadOutcome elsewhere = evictedOnce(300, 900, 30);
    elsewhere.placements = {{"node-2", 100}};
    EXPECT_EQ(wordsBetween(evictedOnce(300, 900, 30), elsewhere), "on other nodes");
    elsewhere = run(0, 1000);
    elsewhere.placements = {{"node-2", 100}};
    const Comparison comparison = compare(with(run(0, 1000)), with(elsewhere));
    ASSERT_EQ(comparison.workloads.size(), 1U);
    EXPECT_EQ(changeWords(comparison.workloads[0]), "on other nodes");
    EXPECT_FALSE(comparison.workloads[0].reason.base);
    ASSERT_TRUE(comparison.workloads[0].reason.changed);
    EXPECT_EQ(render(*comparison.workloads[0].reason.changed),
              "Nodes: node-2. In the base: node-1.");
    elsewhere.placements = {{"node-2", 100}, {"node-1", 100}};
    EXPECT_EQ(wordsBetween(run(0, 1000), elsewhere), "more replicas, on other nodes");
    elsewhere.placements = {{"node-1", 50}};
    EXPECT_EQ(wordsBetween(run(0, 1000), elsewhere), "fewer GPUs");
    EXPECT_EQ(wordsBetween(waitingFor(ReasonCode::noEligibleVictims),
                           waitingFor(ReasonCode::overQuotaOff)),
              "for another reason");
    WorkloadOutcome behind = waitingFor(ReasonCode::overQuotaOff);
    behind.position = 2;
    EXPECT_EQ(wordsBetween(waitingFor(ReasonCode::overQuotaOff), behind), "elsewhere in the queue");
    WorkloadOutcome runs = run(0, 0);
    runs.state = WorkloadState::running;
    runs.end.reset();
    WorkloadOutcome stops = runs;
    stops.stopping = 30;
    EXPECT_EQ(wordsBetween(runs, stops), "told to stop");
    EXPECT_EQ(wordsBetween(stops, runs), "not told to stop");
    WorkloadOutcome later = stops;
    later.stopping = 40;
    EXPECT_EQ(wordsBetween(stops, later), "stops at another moment");
}

// Evicted as often, at the same moments of the table, and what it had done by then was less.
TEST(Compare, ListsWorkThatLosesMoreAndNothingElse) {
    Outcome base = with(evictedOnce(300, 900, 30));
    Eviction& eviction = base.evictions.emplace_back();
    eviction.victim = "w";
    eviction.lost = 720'000'000;
    Outcome changed = base;
    changed.evictions.back().lost = 1'620'000'000;
    const Comparison more = compare(base, changed);
    ASSERT_EQ(more.workloads.size(), 1U);
    EXPECT_FALSE(more.same);
    EXPECT_EQ(more.workloads[0].change, WorkloadChange::moved);
    EXPECT_EQ(changeWords(more.workloads[0]), "loses more work");
    ASSERT_TRUE(more.workloads[0].reason.changed);
    EXPECT_EQ(render(*more.workloads[0].reason.changed),
              "Lost to evictions: 4.5 GPU hours. In the base: 2.0 GPU hours.");
    EXPECT_EQ(changeWords(compare(changed, base).workloads[0]), "loses less work");
}

TEST(Compare, TakesAnEndlessRunForALaterEnd) {
    WorkloadOutcome endless = run(0, 0);
    endless.end.reset();
    EXPECT_EQ(changeBetween(run(0, 1000), endless), WorkloadChange::later);
    EXPECT_EQ(changeBetween(endless, run(0, 1000)), WorkloadChange::earlier);
}

TEST(Compare, TellsBothSidesOfADifference) {
    WorkloadOutcome late = run(500, 1500);
    late.waited = 500;
    const Comparison comparison = compare(with(run(0, 1000)), with(late));
    ASSERT_EQ(comparison.workloads.size(), 1u);
    const WorkloadDifference& difference = comparison.workloads.front();
    EXPECT_EQ(difference.name, "w");
    EXPECT_EQ(difference.start.base, 0);
    EXPECT_EQ(difference.start.changed, 500);
    EXPECT_EQ(difference.waited.changed, 500);
}

TEST(Compare, ListsWhatIsOnOneSideOnly) {
    Outcome base, changed;
    base.workloads = {{"old", run(0, 1)}, {"both", run(0, 1)}};
    changed.workloads = {{"both", run(0, 1)}, {"new", run(0, 1)}};
    base.quotas = {{"A", {}}};
    changed.quotas = {{"B", {}}};
    const Comparison comparison = compare(base, changed);
    ASSERT_EQ(comparison.workloads.size(), 2u);
    EXPECT_EQ(comparison.workloads[0].name, "old");
    EXPECT_EQ(comparison.workloads[0].change, WorkloadChange::removed);
    EXPECT_EQ(comparison.workloads[1].name, "new");
    EXPECT_EQ(comparison.workloads[1].change, WorkloadChange::added);
    EXPECT_FALSE(comparison.workloads[1].preemptions.base);
    ASSERT_EQ(comparison.quotas.size(), 2u);
    EXPECT_TRUE(comparison.quotas[0].base && !comparison.quotas[0].changed);
    EXPECT_TRUE(!comparison.quotas[1].base && comparison.quotas[1].changed);
}

TEST(Compare, SeesNumbersThatDiffer) {
    Outcome base, changed;
    base.quotas = changed.quotas = {{"A", {}}};
    changed.quotas[0].second.fairShare = 100;
    EXPECT_FALSE(compare(base, changed).same);
    changed = base;
    changed.summary.gpuTime = 1;
    EXPECT_FALSE(compare(base, changed).same);
    changed = base;
    changed.time = 1;
    EXPECT_FALSE(compare(base, changed).same);
}

// Where one run stopped before the work came to its end in the other, nothing tells the two apart.
TEST(Compare, TakesNoClockForAnEnd) {
    const auto at = [](Instant time, const WorkloadOutcome& outcome) {
        Outcome whole = with(outcome);
        whole.time = time;
        return whole;
    };
    const WorkloadOutcome ended = run(0, 125);
    WorkloadOutcome runs = ended;
    runs.state = WorkloadState::running;
    runs.end.reset();
    EXPECT_TRUE(compare(at(200, ended), at(100, runs)).workloads.empty());
    EXPECT_TRUE(compare(at(100, runs), at(200, ended)).workloads.empty());
    // It ran on when the other had ended.
    const Comparison later = compare(at(200, ended), at(150, runs));
    ASSERT_EQ(later.workloads.size(), 1u);
    EXPECT_EQ(later.workloads[0].change, WorkloadChange::later);
    const Comparison earlier = compare(at(150, runs), at(200, ended));
    ASSERT_EQ(earlier.workloads.size(), 1u);
    EXPECT_EQ(earlier.workloads[0].change, WorkloadChange::earlier);
    // What is known already differs.
    runs.start = 10;
    EXPECT_EQ(compare(at(200, ended), at(100, runs)).workloads.size(), 1u);
}

// Where it is known whether anything was still to come, that decides.
TEST(Compare, TakesNoClockAtAMomentOfOtherWorkForTheEnd) {
    WorkloadOutcome runs = run(0, 0);
    runs.state = WorkloadState::running;
    runs.end.reset();
    Outcome base = with(runs);
    base.time = 100;
    base.workloads.emplace_back("other", run(0, 100));
    base.cutOff = true;
    Outcome changed = with(run(0, 150));
    changed.time = 150;
    changed.workloads.emplace_back("other", run(0, 100));
    changed.cutOff = false;
    EXPECT_TRUE(compare(base, changed).workloads.empty());
    EXPECT_TRUE(compare(changed, base).workloads.empty());
    base.cutOff = false;
    EXPECT_EQ(compare(base, changed).workloads.size(), 1u);
}

// Other work came to its end when the clock stopped: so nobody stopped it, and what runs never
// ends.
TEST(Compare, ListsWorkThatEndsAndRunsForEverInTheOther) {
    WorkloadOutcome endless = run(0, 0);
    endless.state = WorkloadState::running;
    endless.end.reset();
    Outcome base = with(endless);
    base.time = 100;
    base.workloads.emplace_back("other", run(0, 100));
    Outcome changed = with(run(0, 150));
    changed.time = 150;
    changed.workloads.emplace_back("other", run(0, 100));
    const Comparison ends = compare(base, changed);
    ASSERT_EQ(ends.workloads.size(), 1u);
    EXPECT_EQ(ends.workloads[0].name, "w");
    EXPECT_EQ(ends.workloads[0].change, WorkloadChange::earlier);
    const Comparison runsOn = compare(changed, base);
    ASSERT_EQ(runsOn.workloads.size(), 1u);
    EXPECT_EQ(runsOn.workloads[0].change, WorkloadChange::later);
}

// It ran from the same moment, waits again as long, and one run stopped later.
TEST(Compare, SaysThatWhatWaitsAgainRanLonger) {
    WorkloadOutcome again = waiting(1);
    again.start = 8;
    again.waited = 30;
    again.preemptions = 1;
    Outcome base = with(again), changed = with(again);
    base.time = 69;
    changed.time = 84;
    const Comparison longer = compare(base, changed);
    ASSERT_EQ(longer.workloads.size(), 1u);
    EXPECT_EQ(changeWords(longer.workloads[0]), "ran longer");
    EXPECT_EQ(render(*longer.workloads[0].reason.changed), "Ran longer in total than in the base.");
    EXPECT_EQ(changeWords(compare(changed, base).workloads[0]), "ran less");
}

TEST(Compare, SaysThatWhatWaitsForSomethingElseInAShorterRunDoesSo) {
    WorkloadOutcome before = waitingFor(ReasonCode::noCapacity);
    before.waited = 310;
    WorkloadOutcome after = waitingFor(ReasonCode::keptBack);
    after.waited = 220;
    Outcome base = with(before), changed = with(after);
    base.time = 342;
    changed.time = 252;
    const Comparison comparison = compare(base, changed);
    ASSERT_EQ(comparison.workloads.size(), 1u);
    EXPECT_EQ(changeWords(comparison.workloads[0]), "for another reason");
}

TEST(Compare, CallsWhatMovesCostTheCostOfMoves) {
    Outcome base = with(run(300, 900));
    Eviction& move = base.evictions.emplace_back();
    move.victim = "w";
    move.rule = EvictionRule::consolidation;
    move.lost = 720'000'000;
    Outcome changed = base;
    changed.evictions.back().lost = 1'620'000'000;
    const Comparison more = compare(base, changed);
    ASSERT_EQ(more.workloads.size(), 1U);
    EXPECT_EQ(render(*more.workloads[0].reason.changed),
              "Lost to moves: 4.5 GPU hours. In the base: 2.0 GPU hours.");
}

TEST(Compare, TellsWhoGaveUpReplicasAndCountsMoves) {
    const Outcome base = with(run(0, 125));
    Outcome changed = base;
    Eviction& taken = changed.evictions.emplace_back();
    taken.victim = "w";
    taken.rule = EvictionRule::elastic;
    taken.why.code = "evicted-elastic";
    const Comparison comparison = compare(base, changed);
    EXPECT_FALSE(comparison.same);
    ASSERT_EQ(comparison.workloads.size(), 1u);
    EXPECT_EQ(comparison.workloads[0].change, WorkloadChange::moved);
    ASSERT_TRUE(comparison.workloads[0].reason.changed);
    EXPECT_EQ(comparison.workloads[0].reason.changed->code, "evicted-elastic");
    EXPECT_TRUE(compare(changed, changed).workloads.empty());
    EXPECT_EQ(comparison.moves.changed, 0);
    changed.evictions.back().rule = EvictionRule::consolidation;
    EXPECT_EQ(compare(base, changed).moves.changed, 1);
    EXPECT_EQ(compare(changed, base).moves.base, 1);
}

}  // namespace
}  // namespace apportion
