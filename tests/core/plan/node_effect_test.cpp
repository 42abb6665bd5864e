// SPDX-License-Identifier: GPL-3.0-or-later
// The preview of a drain against the run in which the node is drained.
#include "core/plan/draft/node_draft.h"

#include <algorithm>
#include <set>

#include "core/sim/recorder.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

using test::scenarioOf;

// Three nodes: two jobs on the first, one of which finds room on the third.
std::string pool(int grace) {
    return R"({"apportion": 1, "name": "drain", "settings": {"gracePeriod": )" +
           std::to_string(grace) + R"(},
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 16}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "large", "quota": "a", "gpu": 6, "submit": 0},
  {"name": "small", "quota": "a", "gpu": 2, "submit": 0, "module": "notebook"},
  {"name": "ending", "quota": "a", "gpu": 5, "submit": 1, "duration": 104},
  {"name": "mid", "quota": "b", "gpu": 6, "submit": 2},
  {"name": "waits", "quota": "b", "gpu": 8, "submit": 3}],
 "until": 400})";
}

Engine engineAt(const Scenario& scenario, Instant at) {
    Simulation run(std::make_shared<const Scenario>(scenario));
    run.runTo(at);
    return run.engine();
}

const NodeDraft::Leaver* leaver(const NodeDraft& draft, const std::string& name) {
    const auto found =
        std::find_if(draft.leavers.begin(), draft.leavers.end(),
                     [&](const NodeDraft::Leaver& each) { return each.workload == name; });
    return found == draft.leavers.end() ? nullptr : &*found;
}

// What the run itself says, in which the event stands in the file.
void expectAsTheRun(Scenario scenario, const NodeDraft& draft, Instant at) {
    const Scenario without = scenario;
    scenario.events.push_back({at, NodeEvent{draft.node, draft.state}});
    Simulation run(std::make_shared<const Scenario>(scenario));
    run.runTo(draft.until);
    std::set<std::string> evicted;
    GpuTime lost = 0;
    for (const Eviction& eviction : run.recorder().evictions())
        if (eviction.at >= at && eviction.rule == EvictionRule::node) {
            evicted.insert(eviction.victim);
            lost += eviction.lost;
        }
    std::set<std::string> said;
    GpuTime saidLost = 0;
    for (const NodeDraft::Leaver& each : draft.leavers) {
        said.insert(each.workload);
        saidLost += each.lost;
        const auto id = run.engine().findWorkload(each.workload);
        ASSERT_TRUE(id);
        EXPECT_EQ(run.engine().state(*id) == WorkloadState::running,
                  each.fate == NodeDraft::Fate::movesOn)
            << each.workload;
        std::vector<std::string> where;
        for (const Placement& placement : run.engine().status(*id).placements)
            if (std::find(where.begin(), where.end(), placement.node) == where.end())
                where.push_back(placement.node);
        EXPECT_EQ(each.to, where) << each.workload;
    }
    EXPECT_EQ(said, evicted);
    EXPECT_EQ(saidLost, lost);
    EXPECT_EQ(run.engine().capacity(), draft.capacityAfter);
}

TEST(NodeDraft, SaysWhoCannotStartAgain) {
    Scenario scenario = scenarioOf(pool(0));
    scenario.workspaces.push_back({"w", {"a"}, {{"ana", Role::member}}, {}});
    const Instant at = 100 * kSecond;
    for (Workload& each : scenario.workloads)
        if (each.name == "large" || each.name == "small") {
            each.workspace = "w";
            each.user = each.name == "large" ? "bo" : "ana";
            each.running = RunningSince{0, {{"n-1", each.request.gpu}}};
        }
    const NodeDraft draft = draftNodeState(engineAt(scenario, at), at, "n-1", NodeState::draining);
    ASSERT_NE(leaver(draft, "large"), nullptr);
    ASSERT_TRUE(leaver(draft, "large")->never);
    EXPECT_EQ(render(*leaver(draft, "large")->never),
              "large cannot start again: bo cannot submit to workspace w.");
    ASSERT_NE(leaver(draft, "small"), nullptr);
    EXPECT_FALSE(leaver(draft, "small")->never);
}

TEST(NodeDraft, SaysWhoMovesOnAndWhoWaits) {
    const Scenario scenario = scenarioOf(pool(0));
    const Instant at = 100 * kSecond;
    const NodeDraft draft = draftNodeState(engineAt(scenario, at), at, "n-1", NodeState::draining);
    ASSERT_FALSE(draft.refusal);
    ASSERT_EQ(draft.leavers.size(), 2U);
    ASSERT_TRUE(leaver(draft, "large") && leaver(draft, "small"));
    EXPECT_EQ(leaver(draft, "large")->fate, NodeDraft::Fate::waits);
    EXPECT_EQ(leaver(draft, "large")->lost, 600 * 100'000);
    EXPECT_EQ(leaver(draft, "small")->fate, NodeDraft::Fate::movesOn);
    EXPECT_EQ(leaver(draft, "small")->to.size(), 1U);
    EXPECT_NE(leaver(draft, "small")->to.front(), "n-1");
    EXPECT_TRUE(draft.stays.empty());
    EXPECT_EQ(draft.capacityBefore, 2400);
    EXPECT_EQ(draft.capacityAfter, 1600);
    EXPECT_EQ(draft.before.largest, 3);
    expectAsTheRun(scenario, draft, at);
}

TEST(NodeDraft, SaysWhatItCostsThoseElsewhere) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "pushed out",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [
  {"name": "all", "guaranteed": {"gpu": 16},
   "childPreemption": {"priorities": [1, 3], "modules": ["training"]}},
  {"name": "part", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workloads": [
  {"name": "serve", "quota": "all", "module": "inference", "priority": 9, "gpu": 8, "submit": 0},
  {"name": "low", "quota": "part", "priority": 2, "gpu": 8, "submit": 0}],
 "until": 400})");
    constexpr Instant kAt = 100 * kSecond;
    const Engine engine = engineAt(scenario, kAt);
    for (const char* node : {"n-1", "n-2"}) {
        const NodeDraft draft = draftNodeState(engine, kAt, node, NodeState::draining);
        if (!leaver(draft, "serve"))
            continue;
        ASSERT_EQ(draft.others.size(), 1U);
        EXPECT_EQ(draft.others[0].workload, "low");
        EXPECT_EQ(draft.others[0].lost, 8 * kOneGpu * kAt);
        EXPECT_EQ(draft.others[0].fate, NodeDraft::Fate::waits);
        ASSERT_TRUE(draft.others[0].why);
        EXPECT_EQ(draft.others[0].why->code, "evicted-child-level");
        return;
    }
    FAIL() << "no node has serve";
}

// "serve" has to leave n-1 and needs all of n-2; a notebook is not moved (rule 10), so the one
// there is evicted, and what it needs is free on n-3.
std::string evictedForARoom(int grace) {
    return R"({"apportion": 1, "name": "pushed aside",
 "settings": {"placement": "spread", "gracePeriod": )" +
           std::to_string(grace) + R"(},
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [
  {"name": "all", "guaranteed": {"gpu": 24},
   "childPreemption": {"priorities": [1, 3], "modules": ["notebook"]}},
  {"name": "part", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "serve", "quota": "all", "module": "inference", "gpu": 8, "submit": 0},
  {"name": "low", "quota": "part", "module": "notebook", "priority": 2, "gpu": 2, "submit": 1},
  {"name": "filler", "quota": "all", "module": "inference", "gpu": 6, "submit": 2}],
 "until": 400})";
}

TEST(NodeDraft, WhoIsEvictedElsewhereAndStartsAgainMovesOn) {
    for (const int grace : {0, 20}) {
        const Scenario scenario = scenarioOf(evictedForARoom(grace));
        constexpr Instant kAt = 100 * kSecond;
        const NodeDraft draft =
            draftNodeState(engineAt(scenario, kAt), kAt, "n-1", NodeState::draining);
        ASSERT_TRUE(leaver(draft, "serve"));
        ASSERT_EQ(draft.others.size(), 1U) << grace;
        EXPECT_EQ(draft.others[0].workload, "low");
        EXPECT_EQ(draft.others[0].fate, NodeDraft::Fate::movesOn) << grace;
        EXPECT_EQ(draft.others[0].to, (std::vector<std::string>{"n-3"})) << grace;
        EXPECT_EQ(draft.others[0].lost, 2 * kOneGpu * (draft.others[0].stops - kSecond))
            << "up to the moment it stops";
    }
}

TEST(NodeDraft, WhoLosesReplicasRunsOn) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "shrinks",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "serve", "quota": "a", "gpu": 4, "submit": 0},
  {"name": "wide", "quota": "b", "gpu": 1, "replicas": 12, "minReplicas": 2, "submit": 1}],
 "until": 400})");
    constexpr Instant kAt = 100 * kSecond;
    const NodeDraft draft =
        draftNodeState(engineAt(scenario, kAt), kAt, "n-1", NodeState::cordoned);
    EXPECT_TRUE(draft.others.empty());
    for (const char* node : {"n-1", "n-2"}) {
        const NodeDraft drained =
            draftNodeState(engineAt(scenario, kAt), kAt, node, NodeState::down);
        if (leaver(drained, "wide"))
            continue;
        ASSERT_EQ(drained.others.size(), 1U);
        EXPECT_EQ(drained.others[0].workload, "wide");
        EXPECT_EQ(drained.others[0].fate, NodeDraft::Fate::shrinks);
        EXPECT_EQ(drained.others[0].gpu, 4 * kOneGpu);
        EXPECT_EQ(drained.others[0].replicas, 4);
        EXPECT_EQ(drained.others[0].of, 12);
        return;
    }
}

TEST(NodeDraft, LooksToTheEndOfTheGracePeriod) {
    const Scenario scenario = scenarioOf(pool(20));
    const Instant at = 100 * kSecond;
    const NodeDraft draft = draftNodeState(engineAt(scenario, at), at, "n-2", NodeState::draining);
    EXPECT_EQ(draft.until, 120 * kSecond);
    ASSERT_TRUE(leaver(draft, "ending"));
    EXPECT_EQ(leaver(draft, "ending")->fate, NodeDraft::Fate::ends) << "5 s are left of it";
    EXPECT_EQ(leaver(draft, "ending")->lost, 0);
    expectAsTheRun(scenario, draft, at);
}

TEST(NodeDraft, ACordonMovesNobody) {
    const Scenario scenario = scenarioOf(pool(0));
    const Instant at = 100 * kSecond;
    const NodeDraft draft = draftNodeState(engineAt(scenario, at), at, "n-1", NodeState::cordoned);
    EXPECT_TRUE(draft.leavers.empty());
    EXPECT_EQ(draft.stays, (std::vector<std::string>{"large", "small"}));
    EXPECT_EQ(draft.capacityAfter, 2400) << "what runs there counts";
    expectAsTheRun(scenario, draft, at);
}

TEST(NodeDraft, ANodeThatComesBackStartsWhatWaits) {
    Scenario scenario = scenarioOf(pool(0));
    scenario.events.push_back({50 * kSecond, NodeEvent{"n-1", NodeState::draining}});
    const Instant at = 100 * kSecond;
    const NodeDraft draft = draftNodeState(engineAt(scenario, at), at, "n-1", NodeState::ready);
    EXPECT_EQ(draft.started, (std::vector<std::string>{"large"}));
}

TEST(NodeDraft, RefusesANodeThatIsNotThere) {
    const Scenario scenario = scenarioOf(pool(0));
    const NodeDraft draft = draftNodeState(engineAt(scenario, 0), 0, "n-9", NodeState::draining);
    ASSERT_TRUE(draft.refusal);
    EXPECT_EQ(draft.refusal->code, "not-found.node");
}

TEST(NodeDraft, LeavesTheEngineAsItIs) {
    const Scenario scenario = scenarioOf(pool(0));
    const Instant at = 100 * kSecond;
    const Engine engine = engineAt(scenario, at);
    draftNodeState(engine, at, "n-1", NodeState::draining);
    EXPECT_EQ(engine.nodeState(0), NodeState::ready);
    EXPECT_EQ(engine.state(*engine.findWorkload("large")), WorkloadState::running);
}

}  // namespace
}  // namespace apportion
