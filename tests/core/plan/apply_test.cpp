// SPDX-License-Identifier: GPL-3.0-or-later
// What every kind of edit does, in numbers worked out by hand, and what is refused.
#include "core/plan/apply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/validate.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

Applied applied(const Scenario& scenario, std::vector<PlanEdit> edits) {
    const PlanBase base = baseOf(scenario);
    Result<Applied> result = applySet(base, {"set", std::move(edits)}, "/sets/0", 1);
    if (!result)
        throw std::runtime_error(render(result.error()[0].message));
    return std::move(*result);
}

SetOutcome run(const Applied& set) {
    return *runSet(set, {.detail = Detail::full});
}

std::optional<Instant> startOf(const SetOutcome& outcome, const std::string& name) {
    for (const auto& [each, workload] : outcome.outcome.workloads)
        if (each == name)
            return workload.start;
    return {};
}

std::vector<std::pair<std::string, std::string>> errorsOf(const Scenario& scenario,
                                                          std::vector<PlanEdit> edits) {
    const PlanBase base = baseOf(scenario);
    const Result<Applied> result = applySet(base, {"set", std::move(edits)}, "/sets/0", 1);
    std::vector<std::pair<std::string, std::string>> errors;
    if (!result)
        for (const Problem& problem : result.error()) {
            EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
            EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
            if (!problem.warning)
                errors.emplace_back(problem.pointer, problem.message.code);
        }
    return errors;
}

// Its one quota has the work of a workspace, whoever brings that along.
TEST(ApplySet, TellsWhoseWorkspaceTakesTheWorkOfATeamThatJoins) {
    Pool pool = twoJobs();
    pool.scenario.workspaces.push_back({"lab", {"right"}, {}, {}});
    AddQuota add;
    add.quota.name = "guests";
    add.quota.parent = "root";
    add.quota.policy.weight = 1;
    Workload& work = add.workloads.emplace_back();
    work.name = "w";
    work.workspace = "lab";
    work.request.gpu = kOneGpu;
    const Applied set = applied(pool.scenario, {edit(5, add)});
    ASSERT_EQ(set.warnings.size(), 1U);
    EXPECT_EQ(set.warnings[0].pointer, "/sets/0/edits/0/workloads/0/workspace");
    EXPECT_EQ(render(set.warnings[0].message),
              "Workload w joins with quota guests and is submitted to right, the quota of its "
              "workspace lab.");
    add.workloads[0].quota = "right";
    EXPECT_EQ(applied(pool.scenario, {edit(5, add)}).warnings.at(0).message.code,
              "plan-joins-elsewhere");
}

TEST(ApplySet, WithoutEditsIsTheBaseItself) {
    const Pool pool = twoJobs();
    const Applied set = applied(pool.scenario, {});
    EXPECT_EQ(set.from, kNever);
    EXPECT_EQ(bytesOfOutcome(run(set).outcome), simulated(pool.scenario));
}

TEST(ApplySet, SharesTheWorkWhereOnlyEventsAreAdded) {
    const PlanBase base = baseOf(twoJobs().scenario);
    const auto set = applySet(base, {"s", {scaleTo(5, "left", 1), scaleTo(7, "right", 1)}}, "", 1);
    ASSERT_TRUE(set);
    EXPECT_EQ(set->scenario, base.scenario());
    EXPECT_EQ(set->from, 5'000);
    EXPECT_THAT(set->editOf, ElementsAre(0, 1));
}

TEST(ApplySet, NodesJoinWhenTheirTimeComes) {
    const Pool pool = twoJobs();
    const SetOutcome late = run(applied(pool.scenario, {addNode(4, "new", 4)}));
    EXPECT_EQ(startOf(late, "b"), 4'000);
    ASSERT_EQ(late.outcome.events.size(), 1U) << "nobody asked for what stands in for it before";
    EXPECT_EQ(late.outcome.events[0].at, 4'000);
    // 40 + 40 GPU-seconds of 4 x 14 + 4 x 10: 80 / 96
    EXPECT_EQ(late.outcome.summary.utilizationMillionths, 833'333);
    const SetOutcome atOnce = run(applied(pool.scenario, {addNode(0, "new", 4)}));
    EXPECT_EQ(startOf(atOnce, "b"), 0);
    EXPECT_THAT(atOnce.outcome.events, IsEmpty());
}

TEST(ApplySet, CapacityToComeCountsForNothingBefore) {
    // An event of moment 0 cannot be granted out of nodes that join at 4.
    Pool pool = twoJobs();
    ScaleEvent more;
    more.targets.emplace_back("root", Limit{8 * kOneGpu, {}, {}});
    pool.scenario.events.push_back({0, more});
    const SetOutcome outcome = run(applied(pool.scenario, {addNode(4, "new", 4)}));
    ASSERT_EQ(outcome.outcome.events.size(), 2U);  // the scale, ready
    EXPECT_FALSE(outcome.outcome.events[0].applied);
    EXPECT_EQ(outcome.outcome.events[0].reason->code, "above-capacity");
    EXPECT_TRUE(outcome.outcome.events[1].applied);
    EXPECT_FALSE(outcome.refused) << "it is an event of the base";
}

// Work that no node could ever hold counts for nothing until one joins that can.
TEST(ApplySet, UntilNodesJoinTheRunIsThatOfTheBase) {
    Pool pool = twoJobs();
    Workload& huge = pool.work("huge", "right", 8 * kOneGpu, 1);
    huge.preemptible = true;
    huge.duration = kSecond;
    pool.scenario.until = 12 * kSecond;
    const std::vector<PlanEdit> edits{addNode(15, "new", 8)};
    EXPECT_EQ(bytesOfOutcome(run(applied(pool.scenario, edits)).outcome), simulated(pool.scenario));
    pool.scenario.until.reset();
    const SetOutcome outcome = run(applied(pool.scenario, edits));
    EXPECT_EQ(startOf(outcome, "b"), 10'000);
    EXPECT_EQ(startOf(outcome, "huge"), 15'000);
}

TEST(ApplySet, NodesThatLeftDoNotComeBack) {
    Pool pool = twoJobs();
    pool.scenario.events = {{5 * kSecond, NodeEvent{"node", NodeState::down}},
                            {6 * kSecond, NodeEvent{"node", NodeState::ready}}};
    const SetOutcome outcome = run(applied(pool.scenario, {edit(3, RemoveNodes{{"node"}})}));
    ASSERT_FALSE(outcome.refused) << "they are events of the base";
    EXPECT_EQ(outcome.outcome.summary.finished, 0);
    ASSERT_EQ(outcome.refusedEvents.size(), 2U);
    EXPECT_EQ(outcome.refusedEvents[1].at, 6'000);
    EXPECT_EQ(outcome.refusedEvents[1].reason.code, "not-found.node-elsewhere");
    // What the base did before it left was done.
    EXPECT_EQ(run(applied(pool.scenario, {edit(8, RemoveNodes{{"node"}})})).refusedEvents.size(),
              0U);
    // Nor is the set's own word for it heard.
    const SetOutcome own =
        run(applied(pool.scenario, {edit(3, RemoveNodes{{"node"}}),
                                    edit(4, EventAction{NodeEvent{"node", NodeState::ready}})}));
    ASSERT_TRUE(own.refused);
    EXPECT_EQ(own.refused->edit, 1U);
}

// A name stands for one node all along: removed and added again it comes back.
TEST(ApplySet, NodesThatWereRemovedComeBackWhenTheyAreAddedAgain) {
    const Pool pool = twoJobs();
    const auto gone = [](Instant at) { return edit(at, RemoveNodes{{"node"}}); };
    const std::vector<PlanEdit> edits{gone(3), addNode(7, "node", 4), gone(12),
                                      addNode(15, "node", 4)};
    const Applied set = applied(pool.scenario, edits);
    EXPECT_THAT(set.warnings, IsEmpty());
    EXPECT_THAT(set.course.toJoin, IsEmpty());
    EXPECT_EQ(set.from, 3'000) << "it goes on from a snapshot";
    const SetOutcome outcome = run(set);
    ASSERT_FALSE(outcome.refused);
    EXPECT_EQ(outcome.outcome.summary.evictions, 2);
    EXPECT_EQ(outcome.outcome.summary.finished, 2);
    EXPECT_EQ(startOf(outcome, "a"), 15'000);
    EXPECT_EQ(bytesOfOutcome(outcome.outcome), simulated(scenarioOf(set)));
    EXPECT_EQ(bytesOfOutcome(run(applied(pool.scenario, {gone(0), addNode(0, "node", 4)})).outcome),
              simulated(scenarioOf(applied(pool.scenario, {gone(0), addNode(0, "node", 4)}))));
    // A node that an edit added, and a group with one that is new.
    PlanEdit both = addNode(9, "x", 4);
    std::get<AddNodes>(both.action).group.count = 2;
    const Applied mixed =
        applied(pool.scenario, {addNode(2, "x-1", 4), edit(5, RemoveNodes{{"x-1"}}), both});
    EXPECT_EQ(mixed.course.toJoin.size(), 2U);
    EXPECT_FALSE(run(mixed).refused);
    // Not before it left, nor as another one.
    EXPECT_THAT(errorsOf(pool.scenario, {addNode(2, "node", 4), gone(3)}),
                ElementsAre(Pair("/sets/0/edits/0/node/name", "plan-name-taken")));
    EXPECT_THAT(errorsOf(pool.scenario, {gone(3), addNode(7, "node", 8)}),
                ElementsAre(Pair("/sets/0/edits/1/node", "plan-node-returns")));
    EXPECT_THAT(errorsOf(pool.scenario, {gone(3), addNode(7, "node", 4), addNode(8, "node", 4)}),
                ElementsAre(Pair("/sets/0/edits/2/node/name", "plan-name-taken")));
}

TEST(ApplySet, NodesLeaveAndTheirWorkWaitsAgain) {
    const SetOutcome outcome = run(applied(twoJobs().scenario, {edit(3, RemoveNodes{{"node"}})}));
    EXPECT_EQ(outcome.outcome.summary.finished, 0);
    EXPECT_EQ(outcome.outcome.summary.evictions, 1);
    EXPECT_EQ(outcome.outcome.summary.wastedGpuTime, 12 * 100'000);  // 4 GPUs for 3 s
    const auto why = [](const SetOutcome& of) { return of.outcome.evictions.at(0).why.code; };
    EXPECT_EQ(why(outcome), "evicted-node.removed");
    const EventAction down = NodeEvent{"node", NodeState::down};
    EXPECT_EQ(why(run(applied(twoJobs().scenario, {edit(3, down)}))), "evicted-node");
}

TEST(ApplySet, ATeamJoinsWithItsWork) {
    AddQuota team;
    team.quota.name = "new";
    team.quota.parent = "root";
    team.quota.guaranteed.gpu = 2 * kOneGpu;
    team.quota.policy.lend = kOneGpu;
    Workload& early = team.workloads.emplace_back();
    early.name = "early";
    early.request.gpu = 2 * kOneGpu;
    early.duration = kSecond;
    const Pool pool = twoJobs();
    const Applied set = applied(pool.scenario, {scaleTo(12, "right", 0), edit(12, team)});
    EXPECT_FALSE(set.makeAgain) << "the base's work is shared";
    EXPECT_EQ(set.from, 12'000);
    const SetOutcome outcome = run(set);
    ASSERT_FALSE(outcome.refused);
    // It is submitted at 12, not at 0; b runs until 20 on all GPUs, and gives its loan back at 12.
    EXPECT_EQ(startOf(outcome, "early"), 12'000);
    ASSERT_EQ(outcome.outcome.evictions.size(), 1U);
    EXPECT_EQ(outcome.outcome.evictions[0].victim, "b");
    EXPECT_EQ(outcome.outcome.quotas.back().second.guaranteed, 2 * kOneGpu);
    // As a scenario of its own it is the same.
    const Scenario written = scenarioOf(set);
    EXPECT_FALSE(hasErrors(validate(written)));
    EXPECT_EQ(bytesOfOutcome(outcome.outcome), simulated(written));
}

TEST(ApplySet, AnEditThatTheEngineRefusesEndsTheRun) {
    AddQuota team;
    team.quota.name = "new";
    team.quota.parent = "root";
    team.quota.guaranteed.gpu = kOneGpu;
    const SetOutcome outcome =
        run(applied(twoJobs().scenario, {scaleTo(1, "right", 2), edit(12, team)}));
    ASSERT_TRUE(outcome.refused);
    EXPECT_EQ(outcome.refused->edit, 1U);
    EXPECT_EQ(outcome.refused->at, 12'000);
    EXPECT_EQ(outcome.refused->reason.code, "sum-of-children");
    EXPECT_THAT(outcome.outcome.workloads, IsEmpty());
}

// Those that share nothing with one before, for which the run goes on as if that were not there.
TEST(ApplySet, EditsRefusedForThemselvesAreToldTogether) {
    Pool pool = twoJobs();
    pool.nodes(1, 4);
    pool.quota("other", 4).policy.nodes.emplace();
    pool.scenario.nodes.back().node.name = "apart";
    pool.scenario.nodes.back().node.labels = {{"of", "other"}};
    pool.scenario.quotas.back().policy.nodes->labels = {{"of", "other"}};
    pool.quota("child", 2, "other");
    const SetOutcome outcome =
        run(applied(pool.scenario, {scaleTo(1, "right", 3), scaleTo(2, "left", 4),
                                    scaleTo(30, "child", 5), scaleTo(31, "other", 1)}));
    ASSERT_TRUE(outcome.refused);
    EXPECT_EQ(outcome.refused->edit, 0U);
    ASSERT_EQ(outcome.refused->also.size(), 1U) << "left may be refused as right is too large";
    EXPECT_EQ(outcome.refused->also[0].edit, 2U);
    EXPECT_EQ(outcome.refused->also[0].at, 30'000);
    EXPECT_EQ(outcome.refused->also[0].reason.code, "sum-of-children");
}

// What shares something with one before may be refused because that was, or because of another one
// that shares something with both.
TEST(ApplySet, OfRelatedEditsOnlyTheFirstThatIsRefusedIsTold) {
    const SetOutcome ended =
        run(applied(twoJobs().scenario, {edit(12, EventAction{CancelEvent{"a"}}),
                                         edit(25, EventAction{CancelEvent{"b"}}),
                                         edit(26, EventAction{FinishEvent{"b"}})}));
    ASSERT_TRUE(ended.refused);
    ASSERT_EQ(ended.refused->also.size(), 1U);
    EXPECT_EQ(ended.refused->also[0].edit, 1U);

    Pool pool = twoJobs();
    pool.nodes(1, 4);
    pool.scenario.nodes.back().node.name = "more";
    pool.quota("other", 4);
    pool.quota("child", 2, "other");
    ScaleEvent both;
    both.targets = {{"left", Limit{4 * kOneGpu, {}, {}}}, {"other", Limit{kOneGpu, {}, {}}}};
    const SetOutcome sizes =
        run(applied(pool.scenario,
                    {scaleTo(1, "right", 3), edit(2, EventAction{both}), scaleTo(3, "child", 5)}));
    ASSERT_TRUE(sizes.refused);
    EXPECT_TRUE(sizes.refused->also.empty());
}

TEST(ApplySet, ForecastsRepeatLeaveOutAndShift) {
    Pool pool = twoJobs();
    const auto names = [](const Applied& set) {
        std::vector<std::string> all;
        for (const Workload& workload : set.scenario->workloads)
            all.push_back(workload.name);
        return all;
    };
    EXPECT_THAT(names(applied(pool.scenario, {edit(0, Forecast{"root", 2000, 0})})),
                ElementsAre("a", "b", "a~2", "b~2"));
    EXPECT_THAT(names(applied(pool.scenario, {edit(0, Forecast{"right", 2000, 0})})),
                ElementsAre("a", "b"));
    EXPECT_THAT(names(applied(pool.scenario, {edit(0, Forecast{"left", 0, 0})})), IsEmpty());
    // What an event names stays.
    EXPECT_THAT(names(applied(pool.scenario, {edit(0, Forecast{"left", 0, 0}),
                                              edit(5, EventAction{CancelEvent{"b"}})})),
                ElementsAre("b"));
    const Applied spared = applied(
        pool.scenario, {edit(0, Forecast{"left", 0, 0}), edit(5, EventAction{CancelEvent{"b"}})});
    ASSERT_EQ(spared.warnings.size(), 1U);
    EXPECT_EQ(spared.warnings[0].message.code, "plan-forecast-spared");
    EXPECT_EQ(spared.warnings[0].message.arguments[0].value.list, std::vector<std::string>{"b"});
    const auto nothing = applied(pool.scenario, {edit(0, Forecast{"left", 1000, 0})}).warnings;
    ASSERT_EQ(nothing.size(), 1U);
    EXPECT_EQ(nothing[0].message.code, "plan-forecast-nothing");
    const SetOutcome late = run(applied(pool.scenario, {edit(0, Forecast{"left", 1000, 5000})}));
    EXPECT_EQ(startOf(late, "a"), 5'000);
    EXPECT_EQ(startOf(late, "b"), 15'000);
}

TEST(ApplySet, AForecastHasTheNumberOfJobsThatItSays) {
    Pool pool = twoJobs();
    for (int i = 0; i < 10; ++i)
        pool.work("j" + std::to_string(i), "left", kOneGpu, i);
    const auto jobs = [&](std::int64_t scale) {
        return applied(pool.scenario, {edit(0, Forecast{"root", scale, 0})})
            .scenario->workloads.size();
    };
    EXPECT_EQ(jobs(100), 1U);
    EXPECT_EQ(jobs(500), 6U);
    EXPECT_EQ(jobs(1100), 13U);
    EXPECT_EQ(jobs(1300), 16U);
    EXPECT_EQ(jobs(2500), 30U);
}

TEST(ApplySet, SaysWhatCannotComeBeforeTheBeginningOrTheQuota) {
    const auto codes = [](const Applied& set) {
        std::vector<std::string> all;
        for (const Problem& each : set.warnings)
            all.push_back(each.message.code + " " + render(each.message));
        return all;
    };
    Pool pool = twoJobs();
    pool.work("late", "left", kOneGpu, 100);
    EXPECT_THAT(
        codes(applied(pool.scenario, {edit(0, Forecast{"left", 1000, -50 * kSecond})})),
        ElementsAre(::testing::StartsWith("plan-forecast-cut The shift moves 2 workloads")));
    EXPECT_THAT(codes(applied(pool.scenario, {edit(0, Forecast{"left", 1000, 50 * kSecond})})),
                IsEmpty());
    AddQuota team;
    team.quota.name = "new";
    team.quota.policy.weight = 1;
    team.quota.parent = "root";
    team.quota.policy.weight = 1;
    for (const int submit : {0, 10, 20}) {
        Workload& job = team.workloads.emplace_back(pool.scenario.workloads.front());
        job.name = "at-" + std::to_string(submit);
        job.quota.clear();
        job.submit = submit * kSecond;
    }
    EXPECT_THAT(codes(applied(pool.scenario, {edit(20, team)})),
                ElementsAre(::testing::StartsWith("plan-joins-later 2 workloads of new")));
    // All together before, all together then.
    EXPECT_THAT(codes(applied(pool.scenario, {edit(5, team)})), IsEmpty());
}

TEST(ApplySet, AForecastCountsTheWorkOfAQuotaThatJoinsWithTheQuota) {
    const Pool pool = twoJobs();
    AddQuota team;
    team.quota.name = "new";
    team.quota.policy.weight = 1;
    team.quota.parent = "root";
    team.quota.policy.weight = 1;
    for (const int submit : {30, 40}) {
        Workload& job = team.workloads.emplace_back(pool.scenario.workloads.front());
        job.name = "at-" + std::to_string(submit);
        job.quota.clear();
        job.submit = submit * kSecond;
    }
    // What joins later by this name is no copy's.
    AddQuota other = team;
    other.quota.name = "other";
    other.workloads.resize(1);
    other.workloads.front().name = "at-30~2";
    const auto joining = [&](std::int64_t scale, Instant shift) {
        const Applied set =
            applied(pool.scenario,
                    {edit(20, team), edit(0, Forecast{"new", scale, shift}), edit(25, other)});
        EXPECT_EQ(set.scenario->workloads.size(), 2U);
        std::vector<std::string> work;
        if (set.course.quotasToJoin.size() != 2U)
            return work;
        for (const Problem& each : set.warnings)
            work.push_back(each.message.code);
        for (const Workload& each : set.course.quotasToJoin.front().workloads)
            work.push_back(each.name + " " + std::to_string(each.submit / kSecond));
        return work;
    };
    EXPECT_THAT(joining(2000, 5 * kSecond),
                ElementsAre("at-30 35", "at-40 45", "at-30~3 35", "at-40~2 45"));
    EXPECT_THAT(joining(1000, -15 * kSecond),
                ElementsAre("plan-forecast-cut.joins", "at-30 20", "at-40 25"));
}

// It is there from the beginning, and its work is not.
TEST(ApplySet, AForecastBringsNoWorkBeforeANewRootOverNodesOfItsOwn) {
    Pool pool = twoJobs();
    pool.scenario.nodes.front().node.gpuType = "A";
    pool.scenario.quotas.front().policy.nodes = NodeSelector{"A", {}};
    AddQuota team;
    team.quota.name = "new";
    Workload& job = team.workloads.emplace_back(pool.scenario.workloads.front());
    job.name = "c";
    job.quota.clear();
    job.submit = 30 * kSecond;
    const Applied set =
        applied(pool.scenario, {edit(20, team), edit(0, Forecast{"new", 2000, -15 * kSecond})});
    EXPECT_THAT(set.course.quotasToJoin, IsEmpty());
    ASSERT_EQ(set.scenario->workloads.size(), 4U);
    EXPECT_EQ(set.scenario->workloads[2].submit, 20 * kSecond);
    EXPECT_EQ(set.scenario->workloads[3].name, "c~2");
}

TEST(ApplySet, ALargerForecastHoldsASmallerOne) {
    Pool pool = twoJobs();
    for (int i = 0; i < 1000; ++i)
        pool.work("job" + std::to_string(i), "left", kOneGpu, i).duration = kSecond;
    std::size_t last = 0;
    std::vector<std::string> before;
    for (const std::int64_t scale : {300, 700, 1000, 1300, 1700, 2000}) {
        const Applied set = applied(pool.scenario, {edit(0, Forecast{"left", scale, 0})});
        std::vector<std::string> all;
        for (const Workload& workload : set.scenario->workloads)
            all.push_back(workload.name);
        std::sort(all.begin(), all.end());
        EXPECT_TRUE(std::includes(all.begin(), all.end(), before.begin(), before.end())) << scale;
        const auto expected = static_cast<std::size_t>(scale) * 1002 / 1000;
        EXPECT_NEAR(static_cast<double>(all.size()), static_cast<double>(expected), 50) << scale;
        EXPECT_GE(all.size(), last);
        last = all.size();
        before = std::move(all);
    }
    EXPECT_EQ(last, 2004U);
}

TEST(ApplySet, TellsAllThatIsWrongWithItsPlace) {
    AddQuota team;
    team.quota.name = "left";
    team.quota.parent = "rot";
    team.quota.guaranteed.gpu = 4 * kOneGpu;
    team.quota.policy.limit.gpu = kOneGpu;
    Workload& taken = team.workloads.emplace_back();
    taken.name = "a";
    taken.request.gpu = 150;
    taken.running.emplace();
    const Pool pool = twoJobs();
    EXPECT_THAT(
        errorsOf(pool.scenario, {edit(1, team)}),
        UnorderedElementsAre(Pair("/sets/0/edits/0/quota/name", "plan-name-taken"),
                             Pair("/sets/0/edits/0/quota/parent", "unknown-parent"),
                             Pair("/sets/0/edits/0/quota/limit/gpu", "limit-below-guarantee"),
                             Pair("/sets/0/edits/0/workloads/0/name", "plan-name-taken"),
                             Pair("/sets/0/edits/0/workloads/0/running", "plan-running"),
                             Pair("/sets/0/edits/0/workloads/0/gpu", "gpu-not-whole")));
    PlanEdit empty = edit(-1, RemoveNodes{{"nod-1", "nodes"}});
    EXPECT_THAT(
        errorsOf(pool.scenario, {scaleTo(1, "lefd", 1), edit(2, EventAction{CancelEvent{"c"}}),
                                 empty, addNode(3, "node", 4), edit(0, Forecast{"Left", 1000, 0}),
                                 edit(5, EventAction{NodeEvent{"nod", NodeState::down}}),
                                 edit(6, EventAction{PolicyEvent{"left", {}}})}),
        UnorderedElementsAre(Pair("/sets/0/edits/0/quotas/lefd", "plan-unknown"),
                             Pair("/sets/0/edits/1/workload", "plan-unknown"),
                             Pair("/sets/0/edits/2/at", "too-small"),
                             Pair("/sets/0/edits/2/nodes/0", "plan-unknown"),
                             Pair("/sets/0/edits/2/nodes/1", "plan-unknown"),
                             Pair("/sets/0/edits/3/node/name", "plan-name-taken"),
                             Pair("/sets/0/edits/4/quota", "plan-unknown"),
                             Pair("/sets/0/edits/5/node", "plan-unknown"),
                             Pair("/sets/0/edits/6", "empty-policy")));
}

TEST(ApplySet, NothingIsDoneToWhatIsYetToJoin) {
    AddQuota team;
    team.quota.name = "new";
    team.quota.parent = "root";
    Workload& work = team.workloads.emplace_back();
    work.name = "job";
    work.request.gpu = kOneGpu;
    AddQuota below;
    below.quota.name = "below";
    below.quota.parent = "new";
    PolicyChange change;
    change.weight.emplace(3);
    const auto policy = [&](Instant at) {
        return edit(at, EventAction{PolicyEvent{"new", change}});
    };
    const Scenario pool = twoJobs().scenario;
    const std::string code = "plan-before-joining";
    EXPECT_THAT(errorsOf(pool, {policy(3), edit(5, team), policy(5), policy(6),
                                scaleTo(4, "new", 0), edit(4, below),
                                edit(4, EventAction{CancelEvent{"job"}}), addNode(9, "later", 4),
                                edit(8, EventAction{NodeEvent{"later", NodeState::cordoned}}),
                                edit(8, RemoveNodes{{"node", "later"}})}),
                UnorderedElementsAre(Pair("/sets/0/edits/0", code), Pair("/sets/0/edits/4", code),
                                     Pair("/sets/0/edits/5", code), Pair("/sets/0/edits/6", code),
                                     Pair("/sets/0/edits/8", code), Pair("/sets/0/edits/9", code)));
    const auto set = applySet(baseOf(pool), {"s", {policy(3), edit(5, team)}}, "/sets/0", 1);
    ASSERT_FALSE(set);
    EXPECT_EQ(
        render(set.error().front().message),
        "Edit /sets/0/edits/0 at 3 s names quota new, which edit /sets/0/edits/1 adds only at "
        "5 s.");
}

// It is about what stands before it in the file, whenever that joins.
TEST(ApplySet, AForecastStandsBehindTheQuotaThatItIsAbout) {
    AddQuota team;
    team.quota.name = "new";
    team.quota.policy.weight = 1;
    const PlanEdit forecast = edit(0, Forecast{"new", 2000, 0});
    const Scenario pool = twoJobs().scenario;
    EXPECT_THAT(errorsOf(pool, {edit(5, team), forecast}), IsEmpty());
    const auto set = applySet(baseOf(pool), {"s", {forecast, edit(0, team)}}, "/sets/0", 1);
    ASSERT_FALSE(set);
    ASSERT_EQ(set.error().size(), 1U);
    EXPECT_EQ(set.error().front().pointer, "/sets/0/edits/0/quota");
    EXPECT_EQ(render(set.error().front().message),
              "Forecast /sets/0/edits/0 is about quota new, which edit /sets/0/edits/1 adds "
              "later in the file.");
}

TEST(ApplySet, ALateRootChoosesNodesThatARootHas) {
    AddQuota root;
    root.quota.name = "other";
    root.quota.policy.nodes = NodeSelector{"B", {}};
    Pool pool = twoJobs();
    pool.scenario.nodes.push_back({{"b", kOneGpu, "B", {}, {}, {}}, 1});
    EXPECT_THAT(errorsOf(pool.scenario, {edit(1, root)}),
                ElementsAre(Pair("/sets/0/edits/0/quota/nodes", "plan-late-selector")));
    EXPECT_THAT(errorsOf(pool.scenario, {edit(0, root)}), IsEmpty());
    Quota& there = pool.quota("there", 0);
    there.policy.nodes = root.quota.policy.nodes;
    EXPECT_THAT(errorsOf(pool.scenario, {edit(1, root)}), IsEmpty());
}

}  // namespace
}  // namespace apportion
