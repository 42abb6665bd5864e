// SPDX-License-Identifier: GPL-3.0-or-later
// What a command would do to the work of a pool, against what it then does.
#include "core/plan/effect.h"

#include <gmock/gmock.h>

#include "core/engine/engine.h"
#include "core/plan/draft/policy_draft.h"
#include "core/session/trials/entry_effect.h"
#include "core/sim/simulation.h"
#include "core/store/project_values.h"
#include "core/view/issues/issue.h"
#include "core/view/snapshot.h"
#include "tests/core/session/project/small_project.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

using test::scenarioOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Fate = Effect::Submitted::Fate;

// Two nodes; b runs on both, and a has nothing of what is its own.
std::string borrowed(int grace) {
    return R"({"apportion": 1, "name": "trial", "settings": {"gracePeriod": )" +
           std::to_string(grace) + R"(},
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "b-1", "quota": "b", "gpu": 8, "submit": 0, "duration": 900},
  {"name": "b-2", "quota": "b", "gpu": 8, "submit": 1}],
 "until": 400})";
}

Engine engineAt(const std::string& json, Instant at) {
    Simulation run(std::make_shared<const Scenario>(scenarioOf(json)));
    run.runTo(at);
    return run.engine();
}

Workload work(const std::string& quota, Gpu gpu) {
    Workload spec;
    spec.name = "new";
    spec.quota = quota;
    spec.request.gpu = gpu * kOneGpu;
    return spec;
}

TEST(Effect, CountsWhatAGracePeriodLoses) {
    const Instant at = 100 * kSecond;
    const Effect trial = effectOf(engineAt(borrowed(30), at), at, {{}, {work("a", 8)}});
    ASSERT_THAT(trial.evicted, SizeIs(1));
    EXPECT_EQ(trial.evicted[0].lost, (99 + 30) * kSecond * 8 * kOneGpu);
    EXPECT_EQ(trial.submitted.front().fate, Fate::startsAfterGrace);
}

// The victim's user is no member any more: it would be evicted and wait for good.
TEST(Effect, SaysWhichVictimCannotComeBack) {
    const auto trialWith = [](const std::string& workspaces) {
        const std::string json = R"({"apportion": 1, "name": "trial",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workspaces": [)" + workspaces + R"(],
 "workloads": [
  {"name": "b-1", "quota": "b", "gpu": 8, "workspace": "w", "user": "bo",
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "b-2", "quota": "b", "gpu": 8, "workspace": "w", "user": "bo",
   "running": {"since": -5, "placements": [{"node": "n-2", "gpu": 8}]}}],
 "until": 400})";
        const Instant at = 100 * kSecond;
        return effectOf(engineAt(json, at), at, {{}, {work("a", 8)}});
    };
    for (const char* open : {R"({"name": "w", "quotas": ["b"]})",
                             R"({"name": "w", "quotas": ["b"], "caps": [{"gpu": 8}]})"}) {
        const Effect trial = trialWith(open);
        ASSERT_THAT(trial.evicted, SizeIs(1));
        EXPECT_THAT(trial.neverAgain, IsEmpty());
    }
    for (const auto& [workspace, sentence] : {
             std::pair(R"({"name": "w", "quotas": ["b"],
                           "members": [{"user": "ana", "role": "member"}]})",
                       "b-2 cannot start again: bo cannot submit to workspace w."),
             std::pair(R"({"name": "w", "quotas": ["b"], "caps": [{"gpu": 0}]})",
                       "b-2 cannot start again: a user cap of workspace w allows bo no GPUs."),
             std::pair(R"({"name": "w", "quotas": ["b"], "caps": [{"gpu": 16}, {"gpu": 4}]})",
                       "b-2 cannot start again: it requests 8 GPUs, and a user cap of workspace w "
                       "allows bo 4 GPUs."),
             std::pair(R"({"name": "w", "quotas": ["a"]})",
                       "b-2 cannot start again: workspace w does not use b."),
         }) {
        const Effect trial = trialWith(workspace);
        ASSERT_THAT(trial.neverAgain, SizeIs(1)) << "b-1 could not before either, and runs on";
        EXPECT_EQ(trial.neverAgain[0].work, NeverAgain::Work::evicted);
        EXPECT_EQ(render(trial.neverAgain[0].why), sentence);
    }
}

// A limit below what a workload asks for: it runs on, and could not start again.
TEST(Effect, SaysWhichRunningWorkALoweredLimitKeepsFromStartingAgain) {
    const Instant at = 100 * kSecond;
    Scenario scenario = scenarioOf(borrowed(0));
    scenario.quotas[1].guaranteed.gpu = 4 * kOneGpu;
    scenario.workloads[1].request.gpu = 4 * kOneGpu;
    PolicyEvent lower{"b", {}};
    lower.change.limit = std::optional<Limit>(Limit{4 * kOneGpu, {}, {}});
    Simulation run(std::make_shared<const Scenario>(scenario));
    run.runTo(at);
    const Effect trial = effectOf(run.engine(), at, {{EventAction{lower}}, {}});
    ASSERT_THAT(trial.refusal, IsEmpty());
    ASSERT_THAT(trial.neverAgain, SizeIs(1));
    EXPECT_EQ(trial.neverAgain[0].work, NeverAgain::Work::running);
    EXPECT_EQ(render(trial.neverAgain[0].why),
              "b-1 cannot start again: it requests 8 GPUs, and the limit of b is 4 GPUs.");
}

TEST(Effect, OfASubmissionSaysWhomItTakesFrom) {
    const Instant at = 100 * kSecond;
    const Effect trial = effectOf(engineAt(borrowed(0), at), at, {{}, {work("a", 8)}});
    ASSERT_THAT(trial.submitted, SizeIs(1));
    EXPECT_EQ(trial.submitted.front().fate, Fate::starts);
    EXPECT_THAT(trial.submitted.front().nodes, ElementsAre("n-2"));
    ASSERT_THAT(trial.evicted, SizeIs(1));
    EXPECT_EQ(trial.evicted[0].workload, "b-2");
    EXPECT_EQ(trial.evicted[0].quota, "b");
    EXPECT_EQ(trial.evicted[0].lost, 99 * kSecond * 8 * kOneGpu);
    EXPECT_THAT(trial.started, IsEmpty()) << "the submitted one is told apart";
    EXPECT_TRUE(trial.touchesOthers());
}

// All of its run goes, and what is left is enough for another with fewer replicas.
TEST(Effect, WhoIsEvictedAndStartsAgainIsToldAsThat) {
    const Instant at = 10 * kSecond;
    const Engine engine = engineAt(R"({"apportion": 1, "name": "again",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 12}}, {"name": "b", "guaranteed": {"gpu": 4}}],
 "workloads": [
  {"name": "wide", "quota": "b", "gpu": 4, "replicas": 3, "minReplicas": 1},
  {"name": "fix", "quota": "a", "gpu": 4, "submit": 1}],
 "until": 400})",
                                   at);
    const Effect trial = effectOf(engine, at, {{}, {work("a", 8)}});
    ASSERT_THAT(trial.evicted, SizeIs(1));
    EXPECT_EQ(trial.evicted[0].replicas, 0);
    EXPECT_THAT(restartedIn(trial), ElementsAre("wide"));
    EXPECT_THAT(startedAnew(trial), IsEmpty());
    Effect other = trial;
    other.started.emplace_back("late");
    other.evicted.emplace_back().workload = "gone";
    EXPECT_THAT(restartedIn(other), ElementsAre("wide"));
    EXPECT_THAT(startedAnew(other), ElementsAre("late"));
}

// It runs on: one hit, with how many of how many.
TEST(Effect, WhoGivesUpReplicasIsHitOnce) {
    const Instant at = 100 * kSecond;
    const std::string wide = R"({"apportion": 1, "name": "wide",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "wide", "quota": "b", "gpu": 1, "replicas": 16, "minReplicas": 2,
                "submit": 0}],
 "until": 400})";
    const Effect trial = effectOf(engineAt(wide, at), at, {{}, {work("a", 4)}});
    ASSERT_THAT(trial.evicted, SizeIs(1));
    EXPECT_EQ(trial.evicted[0].workload, "wide");
    EXPECT_EQ(trial.evicted[0].replicas, 4);
    EXPECT_EQ(trial.evicted[0].of, 16);
    EXPECT_EQ(trial.evicted[0].gpu, 4 * kOneGpu);
    EXPECT_EQ(trial.evicted[0].lost, 0);
}

TEST(Effect, OfASubmissionSaysThatAGracePeriodComesFirst) {
    const Instant at = 100 * kSecond;
    const Effect trial = effectOf(engineAt(borrowed(60), at), at, {{}, {work("a", 8)}});
    ASSERT_THAT(trial.submitted, SizeIs(1));
    EXPECT_EQ(trial.submitted.front().fate, Fate::startsAfterGrace);
    EXPECT_EQ(trial.grace, 60 * kSecond);
    EXPECT_THAT(trial.evicted, SizeIs(1));
}

TEST(Effect, OfASubmissionSaysWhyItWaits) {
    const Instant at = 100 * kSecond;
    const Effect trial = effectOf(engineAt(borrowed(0), at), at, {{}, {work("b", 8)}});
    ASSERT_THAT(trial.submitted, SizeIs(1));
    EXPECT_EQ(trial.submitted.front().fate, Fate::waits);
    EXPECT_EQ(trial.submitted.front().position, 1);
    ASSERT_TRUE(trial.submitted.front().reason);
    EXPECT_EQ(trial.submitted.front().reason->code, ReasonCode::aboveFairShare);
    EXPECT_FALSE(trial.touchesOthers());
}

// Beside the times of the pool it would be a time of another clock.
TEST(Effect, UntilWhenItWaitsIsAMomentOfTheClockThatIsShown) {
    const auto reason = [] {
        return Reason{
            ReasonCode::waitingForVictims,
            Rule::noVainEviction,
            {"waiting-for-victims",
             {{"until", Value::ofSeconds(40 * kSecond)}, {"gpu", Value::ofGpu(kOneGpu)}}}};
    };
    Effect trial;
    Effect::Submitted submitted;
    submitted.reason = reason();
    trial.submitted = {submitted};
    shiftTimes(trial, 100 * kSecond);
    EXPECT_EQ(trial.submitted.front().reason->message.arguments[0].value.number, 140 * kSecond);
    EXPECT_EQ(trial.submitted.front().reason->message.arguments[1].value, Value::ofGpu(kOneGpu));
    PolicyAnswer answer;
    answer.tried.emplace().submitted = {submitted};
    shiftTimes(answer, 100 * kSecond);
    EXPECT_EQ(answer.tried->submitted.front().reason->message.arguments[0].value.number,
              140 * kSecond);
}

TEST(Effect, SaysWhoStartsLaterAndWhatRefusesIt) {
    std::string json = borrowed(0);
    const Instant at = 100 * kSecond;
    json.insert(json.rfind("],\n \"until\""),
                R"(, {"name": "b-3", "quota": "b", "gpu": 8, "submit": 2})");
    const Engine now = engineAt(json, at);
    PolicyChange limited;
    limited.limit = Limit{8 * kOneGpu, {}, {}};
    const Effect trial = effectOf(now, at, {{PolicyEvent{"b", limited}}, {}});
    EXPECT_THAT(trial.refusal, IsEmpty());
    EXPECT_THAT(trial.evicted, IsEmpty()) << "a policy never touches what runs";
    const Effect gone = effectOf(now, at, {{NodeEvent{"n-9", NodeState::down}}, {}});
    EXPECT_THAT(gone.refusal, SizeIs(1));
    const Effect ended = effectOf(now, at, {{CancelEvent{"b-1"}}, {}});
    EXPECT_THAT(ended.started, ElementsAre("b-3"));
}

class TrialInputsTest : public SmallProject {
protected:
    TrialInputs of(const std::string& id, const Given& given) {
        CommandRequest request = command(id, given);
        request.dryRun = true;
        const auto answer = desk_->run(request);
        EXPECT_TRUE(answer) << allOf(answer.error());
        return answer && answer->entry ? trialInputsOf(*answer->entry) : TrialInputs{};
    }
};

TEST_F(TrialInputsTest, AreWhatTheEntryWouldTellTheEngine) {
    make(R"({"apportion": 1, "name": "p", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
             "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}]})");
    const TrialInputs submitted = of("submit", {{"name", "w"},
                                                {"quota", "a"},
                                                {"gpu", "2"},
                                                {"command", "true"},
                                                {"directory", "/tmp"},
                                                {"duration", "60"}});
    ASSERT_THAT(submitted.submitted, SizeIs(1)) << "also one that would wait for an approval";
    EXPECT_EQ(submitted.submitted.front().request.gpu, 2 * kOneGpu);
    EXPECT_FALSE(submitted.submitted.front().duration) << "a command ends when it ends";
    EXPECT_THAT(submitted.events, IsEmpty());
    const TrialInputs policy = of("policy", {{"quota", "a"}, {"set", R"({"minRuntime": 600})"}});
    ASSERT_THAT(policy.events, SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<PolicyEvent>(policy.events[0]));
}

// Of a quota that goes and what it was cut from at once: neither is tried without the other.
TEST_F(TrialInputsTest, AQuotaThatIsTakenBackGivesItsGpusBack) {
    make(R"({"apportion": 1, "name": "p", "nodes": [{"name": "n", "gpu": 8}],
             "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
                        {"name": "a", "parent": "all", "guaranteed": {"gpu": 8}}]})");
    ASSERT_EQ(run("quota.add", {{"name", "b"}, {"parent", "all"}, {"gpu", "1"}, {"take", "a=1"}}),
              "");
    const auto undo = desk_->undo({}, true);
    ASSERT_TRUE(undo && undo->entry) << allOf(undo.error());
    const Engine engine = engineOf(project(), now());
    EXPECT_THAT(effectOfEntry(*desk_, engine, *undo->entry).refusal, IsEmpty());
}

// Rule 21 asks a scale for capacity; rule 23 asks an undo only whether something depends on it.
TEST_F(TrialInputsTest, AnUndoRestoresASizeWhileANodeIsDown) {
    make(R"({"apportion": 1, "name": "p", "nodes": [{"name": "n", "count": 2, "gpu": 4}],
             "quotas": [{"name": "r", "guaranteed": {"gpu": 8}}]})");
    ASSERT_EQ(run("scale", {{"sizes", "r=3"}}), "");
    ASSERT_EQ(run("nodes.state", {{"node", "n-2"}, {"state", "down"}}), "");
    EXPECT_EQ(run("scale", {{"sizes", "r=8"}}), "above-capacity");
    const Revision scaled = desk_->file().revision().value() - 1;
    const auto undo = desk_->undo(scaled, true);
    ASSERT_TRUE(undo && undo->entry) << allOf(undo.error());
    const Effect trial = effectOfEntry(*desk_, engineOf(project(), now()), *undo->entry);
    EXPECT_THAT(trial.refusal, IsEmpty());
    EXPECT_EQ(trial.after.capacity, 4 * kOneGpu);
    EXPECT_TRUE(desk_->undo(scaled));
    EXPECT_EQ(findQuota(project(), "r")->guaranteed.gpu, 8 * kOneGpu);
}

TEST(IssueFix, WhatTouchesOthersShowsItFirst) {
    IssueFix fix;
    EXPECT_TRUE(showsFirst(fixBy(SetPolicy{"a"}, "a")));
    EXPECT_TRUE(showsFirst(fixBy(SetNodeState{"n-1", NodeState::ready}, "n-1")))
        << "others start on a node that is taken back";
    EXPECT_FALSE(showsFirst(fixBy(SubmitWork{}, "a")));
    fix.kind = IssueFix::Kind::scaling;
    EXPECT_FALSE(showsFirst(fix)) << "the wizard does";
}

}  // namespace
}  // namespace apportion::testing
