// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to a workload, and the marks of what was taken.
#include "core/session/work_story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/earlier_work.h"
#include "core/session/taken_marks.h"

namespace apportion {
namespace {

Eviction taken(Instant at, const char* victim, const char* taker, Gpu gpu = kOneGpu) {
    Eviction eviction;
    eviction.at = at;
    eviction.victim = victim;
    eviction.preemptor = taker;
    eviction.gpu = gpu;
    return eviction;
}

TEST(WorkStory, AnEvictionStandsWithTheRunItEndedElseAlone) {
    Explanation explanation;
    explanation.runs = {{10, 50, {}, "reclaim"}, {80, {}, {}, {}}};
    explanation.evictions = {taken(5, "work", "early"), taken(40, "work", "high")};
    const auto episodes = episodesOf(explanation, 6);
    ASSERT_EQ(episodes.size(), 3U);
    EXPECT_EQ(episodes[0].at(), 80);
    EXPECT_FALSE(episodes[0].eviction);
    EXPECT_EQ(episodes[1].run->start, 10);
    ASSERT_TRUE(episodes[1].eviction) << "decided at 40, over after its grace at 50";
    EXPECT_EQ(episodes[1].eviction->preemptor, "high");
    EXPECT_FALSE(episodes[2].run) << "of the run before it nothing was kept";
    EXPECT_EQ(episodes[2].eviction->preemptor, "early");
    EXPECT_EQ(episodesOf(explanation, 1).size(), 1U);
}

TEST(WorkStory, WorkThatIsOverKeepsItsLastRunAndWhatWasTakenFromIt) {
    View view;
    EvictionRow row;
    row.record = taken(40, "work", "high");
    view.evictions = {row};
    WorkloadRow work;
    work.name = "work";
    work.status.state = WorkloadState::cancelled;
    work.status.start = 10;
    work.status.end = 90;
    Explanation kept = keptExplanation(view, work);
    ASSERT_EQ(kept.runs.size(), 1U);
    EXPECT_EQ(*kept.runs[0].end, 40) << "it waited when it was cancelled";
    EXPECT_EQ(episodesOf(kept, 6).size(), 1U);
    work.status.start = 60;
    kept = keptExplanation(view, work);
    EXPECT_EQ(*kept.runs[0].end, 90);
    EXPECT_EQ(kept.runs[0].endedBy, "cancel");
    EXPECT_EQ(episodesOf(kept, 6).size(), 2U);
}

// A taker is told from whom it took; work of the same name before or after it is another.
TEST(WorkStory, WhatWasTakenForWorkWithinItsLife) {
    View view;
    view.clock = 100;
    for (const Eviction& each : {taken(90, "c", "high"), taken(60, "b", "high"),
                                 taken(60, "a", "other"), taken(5, "a", "high")}) {
        EvictionRow row;
        row.record = each;
        view.evictions.push_back(row);
    }
    WorkloadRow high;
    high.name = "high";
    high.submit = 10;
    const auto names = [&] {
        std::string all;
        for (const EvictionRow& each : takenFor(view, high))
            all += each.record.victim;
        return all;
    };
    EXPECT_EQ(names(), "cb");
    high.status.end = 70;
    EXPECT_EQ(names(), "b");
    high.name = "high (2)";
    high.records = "high";
    EXPECT_EQ(names(), "b") << "a later one bears its name";
    WorkloadRow a;
    a.name = "a";
    ASSERT_NE(evictionOf(view, a, 60), nullptr);
    EXPECT_EQ(evictionOf(view, a, 60)->record.preemptor, "other");
    EXPECT_EQ(evictionOf(view, a, 61), nullptr);
    view.running.push_back(a);
    EXPECT_EQ(workNamed(view, "a"), &view.running[0]);
    EXPECT_EQ(workNamed(view, "high"), nullptr);
}

// Who bears its name later did not take it.
TEST(WorkStory, WhoTookIsToldAlsoWhenItIsOver) {
    View view;
    view.clock = 100;
    WorkloadRow later, first;
    later.name = "high";
    later.submit = 80;
    first.name = "high (2)";
    first.records = "high";
    first.submit = 10;
    first.status.end = 70;
    first.status.state = WorkloadState::cancelled;
    view.waiting = {later};
    const Eviction eviction = taken(60, "a", "high");
    EXPECT_EQ(takerOf(view, eviction), nullptr);
    view.ended = {first};
    ASSERT_EQ(takerOf(view, eviction), &view.ended[0]);
    EXPECT_TRUE(isOver(view.ended[0]));
    EXPECT_FALSE(isOver(later));
    EXPECT_EQ(takerOf(view, taken(90, "a", "high")), &view.waiting[0]);
    EXPECT_EQ(takerOf(view, taken(60, "a", "")), nullptr);
}

TEST(TakenMarks, WhatOneInstantTookIsOneMark) {
    std::vector<Eviction> evictions{taken(10, "a", "high", 2 * kOneGpu), taken(10, "b", "high"),
                                    taken(20, "a", "other"), taken(30, "c", "")};
    evictions.push_back(taken(40, "a", "aside"));
    evictions.back().rule = EvictionRule::consolidation;
    const auto marks = takenMarks(
        evictions, [](const std::string& name) { return name == "b" ? "right" : "left"; });
    ASSERT_EQ(marks.size(), 2U) << "nobody takes where a node fails, nor where work is moved";
    EXPECT_EQ(marks[0].kind, Mark::Kind::preemption);
    EXPECT_EQ(marks[0].subject, "high");
    EXPECT_EQ(marks[0].from, "") << "from several quotas";
    EXPECT_EQ(marks[0].gpu, 3 * kOneGpu);
    EXPECT_EQ(marks[0].count, 2);
    EXPECT_EQ(marks[1].from, "left");
}

ProjectWorkload lifeOf(const char* name, Moment from = 0, std::optional<Moment> to = {}) {
    ProjectWorkload work;
    work.spec.name = name;
    work.run.submitted = from;
    work.run.end = to;
    return work;
}

TEST(EarlierWork, TheLastBearerKeepsTheNameAndTheOthersGoByNumber) {
    EXPECT_THAT(namesOfEnded({"train", "once", "train"}, {}),
                ::testing::ElementsAre("train", "once", "train #1"));
    EXPECT_THAT(namesOfEnded({"train", "once", "train"}, {lifeOf("train"), lifeOf("other")}),
                ::testing::ElementsAre("train #2", "once", "train #1"));
}

TEST(EarlierWork, ANameThatSomebodyChoseIsNotGivenToAnother) {
    EXPECT_THAT(namesOfEnded({"train"}, {lifeOf("train"), lifeOf("train #1")}),
                ::testing::ElementsAre("train #2"));
    EXPECT_THAT(namesOfEnded({"train #1", "train", "train"}, {lifeOf("train")}),
                ::testing::ElementsAre("train #1", "train #2", "train #3"));
}

TEST(EarlierWork, AnEvictionIsOfWhatBoreTheNameThen) {
    const std::vector<ProjectWorkload> over{lifeOf("low", 10, 50), lifeOf("high", 20, 60),
                                            lifeOf("low", 70, 90)};
    const std::vector<ProjectWorkload> present{lifeOf("high", 65)};
    const EarlierWork earlier(over, present, [](const Workload&) { return true; });
    EXPECT_EQ(earlier.nameOf(over[0]), "low #1");
    EXPECT_EQ(earlier.nameOf(over[1]), "high #1");
    EXPECT_EQ(earlier.nameOf(over[2]), "low");
    const auto named = [&](Moment at) {
        Eviction eviction;
        eviction.at = at;
        eviction.victim = "low";
        eviction.preemptor = "high";
        eviction.runnerUp = {"low", "other"};
        earlier.rename(eviction);
        return eviction.victim + " for " + eviction.preemptor + ", not " +
               eviction.runnerUp.front() + " " + eviction.runnerUp.back();
    };
    EXPECT_EQ(named(40), "low #1 for high #1, not low #1 other");
    EXPECT_EQ(named(80), "low for high, not low other");
}

TEST(EarlierWork, WhatMayNotBeReadTakesNoNumber) {
    std::vector<ProjectWorkload> over{lifeOf("low", 10, 20), lifeOf("low", 30, 40),
                                      lifeOf("low", 50, 60)};
    over[0].spec.user = "other";
    const EarlierWork earlier(over, {}, [](const Workload& spec) { return spec.user.empty(); });
    EXPECT_EQ(earlier.nameOf(over[1]), "low #1");
    EXPECT_EQ(earlier.nameOf(over[2]), "low");
}

}  // namespace
}  // namespace apportion
