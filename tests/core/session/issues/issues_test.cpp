// SPDX-License-Identifier: GPL-3.0-or-later
// Each validator: it appears, with its numbers, and is gone when it is mended by its own fix.
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "core/change/command.h"
#include "core/change/units.h"
#include "core/io/scenario_parts.h"
#include "core/model/words.h"
#include "core/view/issues/file_warnings.h"
#include "core/view/issues/validators.h"
#include "tests/core/session/issues/mended.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

using test::apply;
using test::expectMended;
using test::find;
using test::scenarioOf;
using test::viewAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Instant kIssueHour = 3600 * kSecond;

// Nothing to say of a pool in which all is well.
TEST(Issues, AreNotThereWhereAllIsWell) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
      "workloads": [{"name": "w", "quota": "a", "gpu": 8}], "until": 60})"),
                             30 * kSecond);
    EXPECT_TRUE(view.issues.empty()) << render(view.issues.front().what);
}

std::string gang(const std::string& more) {
    return R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "a-1", "quota": "a", "gpu": 1, "duration": 60},
  {"name": "a-2", "quota": "a", "gpu": 1, "duration": 60},
  {"name": "a-3", "quota": "a", "gpu": 1, "duration": 60},
  {"name": "b-1", "quota": "b", "gpu": 8, "submit": 70},
  {"name": "b-2", "quota": "b", "gpu": 4, "submit": 70},
  {"name": "gang", "quota": "a", "gpu": 4, "replicas": 2, "submit": 100})" +
           more + R"(], "until": 20000})";
}

TEST(Issues, AGangLargerThanItsShareIsToldOnceItHasWaited) {
    EXPECT_EQ(find(viewAt(scenarioOf(gang("")), 105 * kSecond), "gang-share"), nullptr);
    const Scenario scenario = scenarioOf(gang(""));
    const View view = viewAt(scenario, 100 * kSecond + kIssueHour);
    const Issue* issue = find(view, "gang-share");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->severity, Severity::warning);
    EXPECT_EQ(issue->subject, "gang");
    EXPECT_EQ(issue->since, 100 * kSecond);
    EXPECT_THAT(render(issue->what), HasSubstr("needs 8 GPUs together"));
    EXPECT_THAT(render(issue->what), HasSubstr("The wait is 3600 s."));
    // Four of the pool are nobody's; the other quota is busy.
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::scaling);
    EXPECT_EQ(issue->fix.targets, (std::vector<std::pair<std::string, Gpu>>{{"a", 800}}));
    expectMended(gang(""), 100 * kSecond + kIssueHour, "gang-share",
                 "more than the fair share of a (5 GPUs)");
}

// Two levels up there is room: the parent grows out of what its own sibling leaves idle.
TEST(Issues, AGangGetsItsRoomFromWhereverItLiesIdle) {
    const std::string deep = R"({"apportion": 1, "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}, {"name": "B", "guaranteed": {"gpu": 16}, "lend": {"gpu": 0}},
            {"name": "a", "parent": "A", "guaranteed": {"gpu": 4}},
            {"name": "b", "parent": "A", "guaranteed": {"gpu": 4}}],
 "workloads": [
  {"name": "b-1", "quota": "b", "gpu": 4},
  {"name": "B-1", "quota": "B", "gpu": 8},
  {"name": "B-2", "quota": "B", "gpu": 8, "duration": 60},
  {"name": "gang", "quota": "a", "gpu": 4, "replicas": 3, "submit": 100}], "until": 20000})";
    const View view = viewAt(scenarioOf(deep), 100 * kSecond + kIssueHour);
    const Issue* issue = find(view, "gang-share");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->what.code, "issue-gang-share.first");
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::scaling);
    EXPECT_EQ(issue->fix.targets,
              (std::vector<std::pair<std::string, Gpu>>{{"a", 1200}, {"A", 1600}, {"B", 800}}));
    expectMended(deep, 100 * kSecond + kIssueHour, "gang-share", "12 GPUs together");
}

// Everything is promised and used: no size helps at nobody's cost, and the engine's own answers do.
TEST(Issues, AGangWithoutRoomAnywhereLeadsToWhatWouldStartIt) {
    std::string full = gang("");
    full.replace(full.find(R"("gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 8)"), 49,
                 R"("gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 12)");
    const View view = viewAt(scenarioOf(full), 100 * kSecond + kIssueHour);
    const Issue* issue = find(view, "gang-share");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::explain);
    EXPECT_EQ(issue->fix.subject, "gang");
    EXPECT_TRUE(isComplete(issue->what)) << issue->what.code;
    EXPECT_THAT(renderRemedy(issue->what), HasSubstr("no guarantee is large enough"));
}

std::string beyond(const std::string& a, const std::string& work) {
    return R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4})" +
           a + R"(}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "b-1", "quota": "b", "gpu": 8}, {"name": "b-2", "quota": "b", "gpu": 4},
               {"name": "big", "quota": "a", "gpu": 6, "submit": 100)" +
           work + R"(}], "until": 20000})";
}

// A share is not what stops it: rule 3 does, and its own fix is offered.
TEST(Issues, WorkBeyondTheGuaranteeIsToldByTheRuleThatStopsIt) {
    const std::string fixed = beyond("", R"(, "preemptible": false)");
    EXPECT_EQ(find(viewAt(scenarioOf(fixed), 105 * kSecond), "beyond-guarantee"), nullptr);
    const View view = viewAt(scenarioOf(fixed), 100 * kSecond + kIssueHour);
    EXPECT_EQ(find(view, "gang-share"), nullptr);
    const Issue* issue = find(view, "beyond-guarantee");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->subject, "big");
    EXPECT_THAT(renderRemedy(issue->what), HasSubstr("rule 3"));
    EXPECT_EQ(issue->fix.targets, (std::vector<std::pair<std::string, Gpu>>{{"a", 600}}));
    expectMended(fixed, 100 * kSecond + kIssueHour, "beyond-guarantee",
                 "requests 6 GPUs, more than the guarantee of a (4 GPUs)");
}

TEST(Issues, WorkBeyondTheGuaranteeOfAQuotaThatMayNotBorrow) {
    const std::string off = beyond(R"(, "overQuota": "off")", "");
    const View view = viewAt(scenarioOf(off), 100 * kSecond + kIssueHour);
    EXPECT_EQ(find(view, "gang-share"), nullptr);
    expectMended(
        off, 100 * kSecond + kIssueHour, "beyond-guarantee",
        "big requests 6 GPUs, more than the guarantee of a (4 GPUs), which does not borrow");
    // Where it lies idle, the quota says so; and it is said once.
    std::string idle = off;
    idle.replace(idle.find(R"("count": 2)"), 10, R"("count": 3)");
    const View there = viewAt(scenarioOf(idle), 100 * kSecond + kIssueHour);
    EXPECT_NE(find(there, "idle-guarantee"), nullptr);
    EXPECT_EQ(find(there, "beyond-guarantee"), nullptr);
}

// Half of the work there waited 1,000 s: 2,000 s are no reason for alarm.
TEST(Issues, AGangIsJudgedByWhatIsUsualInItsQuota) {
    const std::string usual = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 4}}],
 "workloads": [
  {"name": "b-1", "quota": "b", "gpu": 4},
  {"name": "b-2", "quota": "b", "gpu": 4, "duration": 1000},
  {"name": "a-0", "quota": "a", "gpu": 4, "duration": 1000, "preemptible": false},
  {"name": "a-1", "quota": "a", "gpu": 1}, {"name": "a-2", "quota": "a", "gpu": 1},
  {"name": "a-3", "quota": "a", "gpu": 1}, {"name": "a-4", "quota": "a", "gpu": 1},
  {"name": "big", "quota": "a", "gpu": 5, "submit": 500}],
 "until": 20000})";
    EXPECT_EQ(find(viewAt(scenarioOf(usual), 3000 * kSecond), "gang-share"), nullptr);
    const View late = viewAt(scenarioOf(usual), 6000 * kSecond);
    const Issue* issue = find(late, "gang-share");
    ASSERT_NE(issue, nullptr);
    EXPECT_THAT(render(issue->what), HasSubstr("5 times the median of the quota"));
}

// What runs in A may not be preempted; of 16 GPUs it keeps 8.
std::string reclaim(const std::string& more) {
    return R"({"apportion": 1, "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 16}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "a-1", "quota": "A", "gpu": 8, "module": "inference"},
               {"name": "a-2", "quota": "A", "gpu": 8, "module": "inference"}],
 "events": [{"at": 10, "do": "scale", "quotas": {"A": {"gpu": 8}}, "mode": "reclaim",
             "after": 600})" +
           more + R"(], "until": 2000})";
}

TEST(Issues, WhatAScaleTakesBackLaterIsToldUntilItIsDone) {
    const Scenario scenario = scenarioOf(reclaim(""));
    EXPECT_EQ(find(viewAt(scenario, 5 * kSecond), "reclaim"), nullptr);
    const View view = viewAt(scenario, 30 * kSecond + 200);
    const Issue* issue = find(view, "reclaim");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->subject, "A");
    EXPECT_EQ(render(issue->what),
              "Running workloads exceed the new guarantee of A by 8 GPUs. The excess is evicted in "
              "580 s.");
    const auto row = std::find_if(view.quotas.begin(), view.quotas.end(),
                                  [](const QuotaRow& each) { return each.name == "A"; });
    EXPECT_EQ(row->reclaim, (ReclaimAhead{610 * kSecond, 8 * kOneGpu, true}));
    const View done = viewAt(scenario, 610 * kSecond);
    EXPECT_EQ(done.running.size(), 1U);
    EXPECT_EQ(find(done, "reclaim"), nullptr);
    expectMended(reclaim(""), 30 * kSecond, "reclaim", "exceed the new guarantee of A by 8 GPUs");
}

TEST(Issues, WhatAScaleNoLongerTakesBackIsNotTold) {
    const Scenario ended =
        scenarioOf(reclaim(R"(, {"at": 60, "do": "finish", "workload": "a-2"})"));
    EXPECT_NE(find(viewAt(ended, 50 * kSecond), "reclaim"), nullptr);
    EXPECT_EQ(find(viewAt(ended, 60 * kSecond), "reclaim"), nullptr);
}

constexpr const char* kShort = R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 10}}, {"name": "b", "guaranteed": {"gpu": 6}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 2}],
 "events": [{"at": 10, "do": "node", "node": "n-2", "state": "STATE"}], "until": 60})";

std::string shortOf(const std::string& state) {
    std::string text = kShort;
    return text.replace(text.find("STATE"), 5, state);
}

TEST(Issues, GuaranteesAboveWhatTheNodesHaveAreAnError) {
    expectMended(
        shortOf("cordoned"), 20 * kSecond, "over-capacity",
        "The guarantees total 16 GPUs, but the usable capacity is 8 GPUs. Out of service: n-2");
    expectMended(shortOf("down"), 20 * kSecond, "over-capacity", "8 GPUs");
    const View view = viewAt(scenarioOf(shortOf("cordoned")), 20 * kSecond);
    const Issue* issue = find(view, "over-capacity");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue, &view.issues.front()) << "errors come first";
    EXPECT_EQ(issue->severity, Severity::error);
    EXPECT_EQ(issue->since, 10 * kSecond);
    EXPECT_EQ(issue->subject, "n-2");
    EXPECT_TRUE(std::holds_alternative<SetNodeState>(*issue->fix.change)) << "a cordon is lifted";
    EXPECT_EQ(find(viewAt(scenarioOf(shortOf("cordoned")), 5 * kSecond), "over-capacity"), nullptr);
    // What is lost for good has to be promised less: first what nobody uses.
    const View down = viewAt(scenarioOf(shortOf("down")), 20 * kSecond);
    const Issue* lost = find(down, "over-capacity");
    ASSERT_NE(lost, nullptr);
    EXPECT_EQ(lost->fix.targets,
              (std::vector<std::pair<std::string, Gpu>>{{"a", 500}, {"b", 300}}));
}

// What runs on a cordoned node counts for the capacity, and is told: else the sum is none.
TEST(Issues, OfNodesThatTakeNoWorkIsToldWhatRunsThere) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1, "name": "two are away",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 32}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 8, "replicas": 4, "submit": 0, "duration": 5},
               {"name": "runs", "quota": "a", "gpu": 8, "replicas": 3, "minReplicas": 3, "submit": 6}],
 "events": [{"at": 10, "do": "node", "node": "n-1", "state": "cordoned"},
            {"at": 10, "do": "node", "node": "n-4", "state": "down"}], "until": 60})"),
                             20 * kSecond);
    const Issue* issue = find(view, "over-capacity");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(render(issue->what),
              "The guarantees total 32 GPUs, but the usable capacity is 24 GPUs, of which 8 GPUs "
              "serve only running workloads. Nothing new starts on n-1 and n-4.");
}

// What a parent has given away is lowered with it.
TEST(Issues, GuaranteesAreLoweredWhereNobodyUsesThem) {
    const std::string tree = R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "top", "guaranteed": {"gpu": 16}},
            {"name": "a", "parent": "top", "guaranteed": {"gpu": 6}},
            {"name": "b", "parent": "top", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 5}],
 "events": [{"at": 10, "do": "node", "node": "n-2", "state": "down"}], "until": 60})";
    expectMended(tree, 20 * kSecond, "over-capacity",
                 "The guarantees total 16 GPUs, but the usable capacity is 8 GPUs");
    const View view = viewAt(scenarioOf(tree), 20 * kSecond);
    EXPECT_EQ(find(view, "over-capacity")->fix.targets,
              (std::vector<std::pair<std::string, Gpu>>{{"top", 800}, {"a", 500}, {"b", 300}}));
}

// Where used guarantees have to go, those of a parent go in proportion: the idle one is not taken
// away whole to keep another whole.
TEST(Issues, GuaranteesOfAParentThatIsUsedAreLoweredInProportion) {
    const std::string nest = R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 10}}, {"name": "B", "guaranteed": {"gpu": 6}},
            {"name": "a1", "parent": "A", "guaranteed": {"gpu": 6}},
            {"name": "a2", "parent": "A", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "big", "quota": "a1", "gpu": 6}, {"name": "b", "quota": "B", "gpu": 4}],
 "events": [{"at": 10, "do": "node", "node": "n-2", "state": "down"}], "until": 60})";
    const View view = viewAt(scenarioOf(nest), 20 * kSecond);
    ASSERT_NE(find(view, "over-capacity"), nullptr);
    EXPECT_EQ(find(view, "over-capacity")->fix.targets,
              (std::vector<std::pair<std::string, Gpu>>{
                  {"A", 500}, {"a1", 300}, {"a2", 200}, {"B", 300}}));
    expectMended(nest, 20 * kSecond, "over-capacity",
                 "The guarantees total 16 GPUs, but the usable capacity is 8 GPUs");
}

TEST(Issues, ANodeThatIsDownIsTold) {
    expectMended(shortOf("down"), 20 * kSecond, "node-down",
                 "n-2 is down. Missing capacity: 8 GPUs");
}

TEST(Issues, WorkThatNeverFitsIsTold) {
    expectMended(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
      "workloads": [{"name": "huge", "quota": "a", "gpu": 16}], "until": 60})",
                 30 * kSecond, "never-fits", "needs 16 GPUs");
}

TEST(Issues, WhatTheReaderWarnedOfIsNotToldTwice) {
    const std::string text = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
      "workloads": [{"name": "huge", "quota": "a", "gpu": 16, "submit": 10},
                    {"name": "late", "quota": "a", "gpu": 16, "submit": 50}], "until": 60})";
    auto read = parseScenario(text);
    ASSERT_TRUE(read);
    const auto warnedOf = [&](Instant at) {
        View view = viewAt(read->scenario, at);
        view.document.warnings = read->warnings;
        std::vector<std::string> names;
        for (const Problem& problem : warningsOfFile(view))
            names.push_back(problem.message.arguments.front().value.text);
        return names;
    };
    EXPECT_THAT(warnedOf(0), ElementsAre("huge", "late"));
    EXPECT_THAT(warnedOf(30 * kSecond), ElementsAre("late")) << "the validator says it";
    read->scenario.events.push_back({20 * kSecond, CancelEvent{"huge"}});
    EXPECT_THAT(warnedOf(30 * kSecond), ElementsAre("late")) << "it is mended";
}

// The borrower's work is protected for longer than the starved one likes to wait.
constexpr const char* kStarved = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "poor", "guaranteed": {"gpu": 4}},
            {"name": "rich", "guaranteed": {"gpu": 4}, "minRuntime": MIN}],
 "workloads": [{"name": "r-1", "quota": "rich", "gpu": 4}, {"name": "r-2", "quota": "rich", "gpu": 4},
               {"name": "p-1", "quota": "poor", "gpu": 2, "submit": 60}],
 "until": 20000})";

TEST(Issues, AStarvedTeamBesideOneThatBorrows) {
    std::string text = kStarved;
    text.replace(text.find("MIN"), 3, "9000");
    EXPECT_EQ(find(viewAt(scenarioOf(text), 5 * 60 * kSecond), "starved"), nullptr);
    const View view = viewAt(scenarioOf(text), kIssueHour);
    const Issue* issue = find(view, "starved");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->subject, "poor");
    EXPECT_EQ(issue->fix.subject, "rich");
    expectMended(text, kIssueHour, "starved",
                 "poor uses 0 GPUs of its fair share of 2 GPUs, and p-1 has waited 3540 s. rich "
                 "uses 8 GPUs, 2 GPUs above its fair share, and is within its minimum runtime");
}

TEST(Issues, ABookedWorkloadIsNotStarved) {
    std::string text = kStarved;
    text.replace(text.find("MIN"), 3, "60");
    text.replace(text.find(R"("until")"), 7, R"("settings": {"gracePeriod": 9000}, "until")");
    const View view = viewAt(scenarioOf(text), kIssueHour);
    ASSERT_EQ(view.waiting.size(), 1U);
    ASSERT_EQ(view.waiting.front().status.reason->code, ReasonCode::waitingForVictims);
    EXPECT_EQ(find(view, "starved"), nullptr);
}

// Of work that has run in between it is told since when it would have waited in one piece.
TEST(Issues, AStarvedTeamIsToldSinceAsLongAsItsSentenceSays) {
    std::string text = kStarved;
    text.replace(text.find("MIN"), 3, "9000");
    const auto player = test::playerAt(scenarioOf(text), kIssueHour);
    const PoolSource source = sourceOf(*player);
    View view = viewOf(source);
    ASSERT_FALSE(view.waiting.empty());
    view.waiting.front().submit = -kIssueHour;
    view.issues = findIssues(source, view);
    const Issue* issue = find(view, "starved");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->since, view.clock - 3540 * kSecond);
}

// What is kept back is asked for by somebody else.
constexpr const char* kKept = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "keeper", "guaranteed": {"gpu": 4}, "lend": {"gpu": 0}},
            {"name": "other", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "o-1", "quota": "other", "gpu": 4},
               {"name": "o-2", "quota": "other", "gpu": 2, "submit": 5},
               {"name": "o-3", "quota": "other", "gpu": 1, "submit": 6}],
 "until": 60})";

TEST(Issues, AnIdleGuaranteeThatIsKeptBack) {
    expectMended(
        kKept, 30 * kSecond, "idle-guarantee",
        "keeper does not lend 4 GPUs that are idle, while 2 workloads of other quotas cannot");
}

TEST(Issues, AQuotaThatMayNotBorrowWhatLiesIdle) {
    expectMended(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 4}},
                 {"name": "b", "guaranteed": {"gpu": 4}, "overQuota": "off"}],
      "workloads": [{"name": "b-1", "quota": "b", "gpu": 4},
                    {"name": "b-2", "quota": "b", "gpu": 2, "submit": 5}],
      "until": 60})",
                 30 * kSecond, "idle-guarantee",
                 "1 workload of b cannot start while 4 GPUs are idle");
}

std::string rules(const std::string& a, const std::string& works) {
    return R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "top", "guaranteed": {"gpu": 8}},
            {"name": "a", "parent": "top", "guaranteed": {"gpu": 4}, )" +
           a + R"(}],
 "workloads": [)" +
           works + R"(], "until": 60})";
}

TEST(Issues, RulesThatCanNeverFireSayWhy) {
    expectMended(rules(R"("childPreemption": {"priorities": [1, 3], "modules": ["training"]})", ""),
                 30 * kSecond, "dead-rule",
                 "child-level preemption of a has no effect, because a has no");
    expectMended(rules(R"("selfPreemption": {"high": [7, 9], "low": [1, 3],
                          "modules": ["training"], "scope": "siblings"})",
                       ""),
                 30 * kSecond, "dead-rule", "it is for siblings and ");
    expectMended(rules(R"("priorityPreemption": true, "selfPreemption": {"high": [7, 9],
                          "low": [1, 3], "modules": ["training"], "scope": "quota"})",
                       R"({"name": "w", "quota": "a", "gpu": 1, "priority": 8},
                          {"name": "v", "quota": "a", "gpu": 1, "priority": 2})"),
                 30 * kSecond, "dead-rule", "already covers it");
}

TEST(Issues, RulesThatFindNobodySayWhom) {
    const std::string self = R"("selfPreemption": {"high": [7, 9], "low": [1, 3],
                                 "modules": ["notebook"], "scope": "quota"})";
    const View high =
        viewAt(scenarioOf(rules(self, R"({"name": "w", "quota": "a", "gpu": 1, "priority": 5})")),
               kSecond);
    const Issue* issue = find(high, "dead-rule");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(render(issue->what),
              "The self-level preemption of a has no preemptor: 1 workload there, none with "
              "priority 7–9.");
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::selfPreemption);
    const View low =
        viewAt(scenarioOf(rules(self, R"({"name": "w", "quota": "a", "gpu": 1, "priority": 8})")),
               kSecond);
    ASSERT_NE(find(low, "dead-rule"), nullptr);
    EXPECT_THAT(render(find(low, "dead-rule")->what),
                HasSubstr("none of modules notebook with priority 1–3."));
    // With one of each there is nothing to say, and an empty quota says nothing yet.
    for (const char* works : {R"({"name": "w", "quota": "a", "gpu": 1, "priority": 8},
          {"name": "v", "quota": "a", "gpu": 1, "priority": 2, "module": "notebook"})",
                              ""})
        EXPECT_EQ(find(viewAt(scenarioOf(rules(self, works)), kSecond), "dead-rule"), nullptr);
    const std::string child = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "top", "guaranteed": {"gpu": 8},
             "childPreemption": {"priorities": [1, 3], "modules": ["training"]}},
            {"name": "a", "parent": "top", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 1, "priority": PRIO}], "until": 60})";
    for (const auto& [priority, dead] : {std::pair("4", true), std::pair("3", false)}) {
        std::string text = child;
        text.replace(text.find("PRIO"), 4, priority);
        EXPECT_EQ(find(viewAt(scenarioOf(text), kSecond), "dead-rule") != nullptr, dead);
    }
}

TEST(Issues, QuotasThatNoWorkspaceUses) {
    expectMended(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 4}}],
      "workspaces": [{"name": "wa", "quotas": ["a"]}], "until": 60})",
                 0, "workspace", "No workspace uses b");
}

TEST(Issues, ManyUnusedQuotasAreOneLine) {
    std::string quotas = R"({"name": "busy", "guaranteed": {"gpu": 3}})";
    for (int i = 0; i < 5; ++i)
        quotas += R"(,{"name": "q)" + std::to_string(i) + R"(", "guaranteed": {"gpu": 1}})";
    const auto viewWith = [&](const std::string& work, Instant at = 1800 * kSecond) {
        return viewAt(scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
          "quotas": [)" + quotas +
                                 "]," + work + R"( "until": 3600})"),
                      at);
    };
    EXPECT_TRUE(viewWith("").issues.empty()) << "nobody has begun";
    constexpr const char* kBusy = R"("workloads": [{"name": "w", "quota": "busy", "gpu": 3}],)";
    EXPECT_TRUE(viewWith(kBusy, 8 * kSecond).issues.empty()) << "the others may come yet";
    const View view = viewWith(kBusy);
    ASSERT_EQ(view.issues.size(), 1U);
    EXPECT_EQ(render(view.issues[0].what),
              "5 quotas use none of 5 GPUs guaranteed. Largest: q0 with 1 GPU.");
    EXPECT_EQ(view.issues[0].since, Instant{0});
    const View later = viewWith(R"("workloads": [{"name": "w", "quota": "busy", "gpu": 3},
        {"name": "x", "quota": "q3", "gpu": 1, "duration": 20}],)");
    ASSERT_EQ(later.issues.size(), 1U);
    EXPECT_EQ(later.issues[0].since, 20 * kSecond) << "one of them was used until then";
    EXPECT_EQ(view.issues[0].severity, Severity::hint);
}

TEST(Validators, HaveAMessageEach) {
    const auto codes = messageCodes();
    for (const Validator& validator : validators()) {
        // Some say what a reason or the check of a file says.
        static const std::set<std::string_view> kShared{"never-fits", "above-limit",
                                                        "share-without-effect", "several-types"};
        EXPECT_NE(
            std::binary_search(codes.begin(), codes.end(), "issue-" + std::string(validator.id)),
            kShared.contains(validator.id))
            << validator.id;
    }
}

constexpr const char* kUnused = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 3}}, {"name": "b", "guaranteed": {"gpu": 3}},
            {"name": "c", "guaranteed": {"gpu": 2}}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 1},
               {"name": "b-1", "quota": "b", "gpu": 1, "duration": 40}], "until": 1000})";

TEST(Issues, AGuaranteeThatNobodyUsesSaysSinceWhenAndGoesElsewhere) {
    using Since = std::map<std::string, std::optional<Instant>>;
    Scenario scenario = scenarioOf(kUnused);
    const auto sinceOf = [](const View& view) {
        Since since;
        for (const Issue& issue : view.issues)
            if (issue.validator == "unused")
                since.emplace(issue.subject, issue.since);
        return since;
    };
    EXPECT_EQ(sinceOf(viewAt(scenario, 620 * kSecond)), (Since{{"c", Instant{0}}}))
        << "b was used not long ago";
    const View view = viewAt(scenario, 660 * kSecond);
    EXPECT_EQ(sinceOf(view), (Since{{"b", 40 * kSecond}, {"c", Instant{0}}}));
    const Issue* issue = find(view, "unused");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->subject, "b");
    apply(scenario, issue->fix, 660 * kSecond);
    EXPECT_EQ(sinceOf(viewAt(scenario, 660 * kSecond)), (Since{{"c", Instant{0}}}));
}

}  // namespace
}  // namespace apportion
