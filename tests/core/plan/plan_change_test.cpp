// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_change.h"

#include <gtest/gtest.h>

#include "core/plan/draft/plan_commands.h"
#include "core/plan/draft/plan_place.h"
#include "core/plan/draft/usual_edits.h"
#include "core/plan/futures.h"
#include "core/plan/verdict.h"

namespace apportion {
namespace {

using Kind = PlanChange::Kind;

PlanEdit scaled(const std::string& quota, Gpu gpu) {
    ScaleEvent scale;
    scale.targets.emplace_back(quota, Limit{gpu, {}, {}});
    return {0, EventAction{scale}};
}

PlanDraft twoSets() {
    PlanDraft draft;
    draft.plan.sets = {{"more", {scaled("a", 800)}},
                       {"less", {scaled("a", 200), scaled("b", 400)}}};
    draft.muted = {false, false};
    return draft;
}

std::vector<std::string> namesOf(const PlanDraft& draft) {
    std::vector<std::string> names;
    for (const ChangeSet& set : draft.plan.sets)
        names.push_back(set.name);
    return names;
}

TEST(PlanChangeTest, ADuplicateStandsBehindItsSetUnderANameOfItsOwn) {
    PlanDraft draft = twoSets();
    EXPECT_TRUE(change(draft, {.kind = Kind::duplicateSet, .set = 0}));
    EXPECT_EQ(namesOf(draft), (std::vector<std::string>{"more", "more (2)", "less"}));
    EXPECT_EQ(draft.plan.sets[1].edits, draft.plan.sets[0].edits);
    EXPECT_EQ(draft.muted.size(), 3U);
}

TEST(PlanChangeTest, MutedSetsAreNotShownAndGoWhereTheirSetGoes) {
    PlanDraft draft = twoSets();
    EXPECT_TRUE(change(draft, {.kind = Kind::muteSet, .set = 1}));
    EXPECT_TRUE(change(draft, {.kind = Kind::moveSet, .set = 1, .to = 0}));
    EXPECT_EQ(draft.muted, (std::vector<bool>{true, false}));
    std::vector<std::size_t> places;
    const Plan shown = shownPlan(draft, places);
    ASSERT_EQ(shown.sets.size(), 1U);
    EXPECT_EQ(shown.sets[0].name, "more");
    EXPECT_EQ(places, std::vector<std::size_t>{1});
}

TEST(PlanChangeTest, EditsAreAddedChangedMovedAndRemoved) {
    PlanDraft draft = twoSets();
    const auto& edits = draft.plan.sets[1].edits;
    EXPECT_TRUE(
        change(draft, {.kind = Kind::addEdits, .set = 1, .edits = {{0, Forecast{"a", 1100, 0}}}}));
    EXPECT_TRUE(change(draft, {.kind = Kind::moveEdit, .set = 1, .edit = 2, .to = 0}));
    EXPECT_EQ(edits[0], (PlanEdit{0, Forecast{"a", 1100, 0}}));
    EXPECT_TRUE(change(
        draft, {.kind = Kind::replaceEdit, .set = 1, .edit = 1, .edits = {scaled("a", 300)}}));
    EXPECT_EQ(edits[1], scaled("a", 300));
    EXPECT_TRUE(change(draft, {.kind = Kind::removeEdit, .set = 1, .edit = 2}));
    EXPECT_EQ(edits.size(), 2U);
}

TEST(PlanChangeTest, WhatChangesNothingIsNoChange) {
    PlanDraft draft = twoSets();
    const PlanDraft before = draft;
    EXPECT_FALSE(change(draft, {.kind = Kind::removeSet, .set = 7}));
    EXPECT_FALSE(change(draft, {.kind = Kind::removeEdit, .set = 0, .edit = 7}));
    EXPECT_FALSE(change(draft, {.kind = Kind::renameSet, .set = 0, .name = "more"}));
    EXPECT_FALSE(change(
        draft, {.kind = Kind::replaceEdit, .set = 0, .edit = 0, .edits = {scaled("a", 800)}}));
    EXPECT_EQ(draft, before);
}

TEST(PlanChangeTest, FailuresOfNodesComeOnceAWeekAndPass) {
    Scenario scenario;
    scenario.nodes = {{{"n", 800, {}, {}, {}, {}}, 2}};
    const auto edits = weeklyFailures(scenario, 3 * kWeek);
    ASSERT_EQ(edits.size(), 6U);
    const auto nodeOf = [&](std::size_t i) {
        return std::get<NodeEvent>(std::get<EventAction>(edits[i].action));
    };
    EXPECT_EQ(nodeOf(0).node, "n-1");
    EXPECT_EQ(nodeOf(0).state, NodeState::down);
    EXPECT_EQ(nodeOf(1).state, NodeState::ready);
    EXPECT_EQ(edits[1].at - edits[0].at, 24 * 3600 * kSecond);
    EXPECT_EQ(nodeOf(2).node, "n-2");
    EXPECT_EQ(edits[2].at - edits[0].at, kWeek);
}

TEST(PlanChangeTest, APlanThatMovesNamesTheSameBase) {
    Plan plan;
    plan.base = ScenarioBase{"base.json"};
    moveBase(plan, "/pools/a/plan.json", "/pools/b/plan.json");
    EXPECT_EQ(std::get<ScenarioBase>(plan.base).file, "../a/base.json");
    EXPECT_EQ(planName("/x/More GPUs.plan.json"), "More GPUs");
}

TEST(PlanChangeTest, WhatNoCommandDoesIsLeftOut) {
    ChangeSet set{"s", {{10, Forecast{"a", 1100, 0}}, scaled("a", 800)}};
    const PlanCommand command = commandOf(set);
    EXPECT_EQ(command.edits, std::vector<std::size_t>{1});
    ASSERT_EQ(command.apply.edits.size(), 1U);
    EXPECT_EQ(command.apply.edits[0]->action, set.edits[1].action);
    EXPECT_EQ(command.leftOut, std::vector<std::size_t>{0});
}

TEST(PlanChangeTest, ScalesAloneAreOneScaleInTheStrongestMode) {
    ChangeSet set{"s", {scaled("a", 800), scaled("b", 400), scaled("a", 600)}};
    std::get<ScaleEvent>(std::get<EventAction>(set.edits[1].action)).mode = ScaleMode::drain;
    const auto request = scaleOf(commandOf(set));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->targets, (ScaleTargets{{"b", 400}, {"a", 600}}));
    EXPECT_EQ(request->mode, ScaleMode::drain);
    set.edits.push_back({0, AddNodes{}});
    EXPECT_FALSE(scaleOf(commandOf(set)));
}

TEST(PlanVerdictTest, AMarkIsTheSameWhereTheBandHoldsNothing) {
    constexpr Duration kMinute = 60 * kSecond;
    EXPECT_EQ(markOf({-5 * kMinute, -2 * kMinute, -kMinute}, PlanMetric::p95Wait),
              PlanMark::better);
    EXPECT_EQ(markOf({-5 * kMinute, -2 * kMinute, 0}, PlanMetric::p95Wait), PlanMark::same);
    EXPECT_EQ(markOf({1, 30 * kSecond, kMinute}, PlanMetric::p95Wait), PlanMark::same);
    EXPECT_EQ(markOf({1, 2, 3}, PlanMetric::evictions), PlanMark::worse);
    EXPECT_EQ(markOf({1, 2, 3}, PlanMetric::utilization), PlanMark::better);
}

RunNumbers numbers(Duration a, Duration b) {
    RunNumbers run;
    run.byQuota = {{"root", {}}, {"a", {}}, {"b", {}}};
    run.byQuota[1].second.p95WaitAll = a;
    run.byQuota[2].second.p95WaitAll = b;
    return run;
}

TEST(PlanVerdictTest, ItCountsTheFuturesThatAreBetterAndNamesWhoPaysMost) {
    constexpr Duration kMinute = 60 * kSecond;
    std::vector<FutureRow> rows;
    for (int i = 0; i < 10; ++i)
        rows.push_back({numbers(34 * kMinute, 20 * kMinute),
                        numbers((i == 0 ? 40 : 24 + i) * kMinute, 25 * kMinute)});
    rows.push_back({numbers(34 * kMinute, 20 * kMinute), std::nullopt});
    const FutureBands bands = bandsOf(rows);
    const auto verdict = verdictOf(bands, 0, "a", {"a", "b"});
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->before.p50, 34 * kMinute);
    EXPECT_EQ(verdict->better, 9);
    EXPECT_EQ(verdict->futures, 10);
    EXPECT_EQ(verdict->refused, 1);
    EXPECT_EQ(verdict->payer, "b");
    EXPECT_EQ(verdict->longer, 5 * kMinute);
    EXPECT_FALSE(verdictOf(bands, 1, "a", {"a", "b"}));
}

TEST(PlanVerdictTest, ItIsAboutTheQuotaThatMostSetsGiveMore) {
    Scenario scenario;
    scenario.quotas = {{"a", {}, {400, {}, {}}, {}}, {"b", {}, {400, {}, {}}, {}}};
    Plan plan;
    plan.sets = {{"1", {scaled("a", 300), scaled("b", 500)}},
                 {"2", {scaled("b", 600)}},
                 {"3", {scaled("a", 500)}}};
    EXPECT_EQ(subjectOf(plan, scenario), "b");
    plan.sets.clear();
    EXPECT_EQ(subjectOf(plan, scenario), "");
}

TEST(PlanChange, AdviceThatIsTakenStaysWhateverBecomesOfItsSet) {
    PlanDraft draft;
    TakenAdvice advice;
    advice.taken = 5;
    advice.edits = {{0, Forecast{"a", 1100, 0}}};
    PlanChange add{PlanChange::Kind::addSet};
    add.name = "Advice 1";
    add.taken = advice;
    ASSERT_TRUE(change(draft, add));
    ASSERT_TRUE(change(draft, add));
    EXPECT_EQ(draft.plan.sets[1].edits, advice.edits);
    ASSERT_TRUE(change(draft, {.kind = PlanChange::Kind::removeSet, .set = 1}));
    ASSERT_TRUE(change(draft, {.kind = PlanChange::Kind::removeEdit, .set = 0, .edit = 0}));
    ASSERT_EQ(draft.plan.advice.size(), 2U);
    EXPECT_EQ(draft.plan.advice[1].name, "Advice 1 (2)");
    EXPECT_EQ(draft.plan.advice[0].edits, advice.edits);
}

}  // namespace
}  // namespace apportion
