// SPDX-License-Identifier: GPL-3.0-or-later
// The preview of a drain against the run in which the node is drained.
#include <algorithm>
#include <set>

#include "core/plan/effect.h"
#include "core/sim/recorder.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

using test::scenarioOf;
using Fate = Effect::Hit::Fate;

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

Effect effectOf(const Engine& engine, Instant at, const NodeEvent& event) {
    return apportion::effectOf(engine, at, {{event}, {}}, Horizon::grace);
}

const Effect::Hit* hit(const Effect& effect, const std::string& name) {
    const auto found = std::find_if(effect.evicted.begin(), effect.evicted.end(),
                                    [&](const Effect::Hit& each) { return each.workload == name; });
    return found == effect.evicted.end() ? nullptr : &*found;
}

// Of the node itself: they have to leave.
std::vector<Effect::Hit> leavers(const Effect& effect, bool leave = true) {
    std::vector<Effect::Hit> hits;
    for (const Effect::Hit& each : effect.evicted)
        if ((each.rule == EvictionRule::node) == leave)
            hits.push_back(each);
    return hits;
}

// What the run itself says, in which the event stands in the file.
void expectAsTheRun(Scenario scenario, const Effect& effect, Instant at, const NodeEvent& event,
                    Instant until) {
    scenario.events.push_back({at, event});
    Simulation run(std::make_shared<const Scenario>(scenario));
    run.runTo(until);
    std::set<std::string> evicted;
    GpuTime lost = 0;
    for (const Eviction& eviction : run.recorder().evictions())
        if (eviction.at >= at && eviction.rule == EvictionRule::node) {
            evicted.insert(eviction.victim);
            lost += eviction.lost;
        }
    std::set<std::string> said;
    for (const Effect::Hit& each : leavers(effect)) {
        said.insert(each.workload);
        const auto id = run.engine().findWorkload(each.workload);
        ASSERT_TRUE(id);
        EXPECT_EQ(run.engine().state(*id) == WorkloadState::running,
                  each.fate == Effect::Hit::Fate::runsOn)
            << each.workload;
        std::vector<std::string> where;
        for (const Placement& placement : run.engine().status(*id).placements)
            if (std::find(where.begin(), where.end(), placement.node) == where.end())
                where.push_back(placement.node);
        EXPECT_EQ(each.nodes, where) << each.workload;
    }
    EXPECT_EQ(said, evicted);
    EXPECT_EQ(lostIn(leavers(effect)), lost);
    EXPECT_EQ(run.engine().capacity(), effect.after.capacity);
}

TEST(NodeEffect, SaysWhoCannotStartAgain) {
    Scenario scenario = scenarioOf(pool(0));
    scenario.workspaces.push_back({"w", {"a"}, {{"ana", Role::member}}, {}});
    const Instant at = 100 * kSecond;
    for (Workload& each : scenario.workloads)
        if (each.name == "large" || each.name == "small") {
            each.workspace = "w";
            each.user = each.name == "large" ? "bo" : "ana";
            each.running = RunningSince{0, {{"n-1", each.request.gpu}}};
        }
    const Effect effect = effectOf(engineAt(scenario, at), at, {"n-1", NodeState::draining});
    ASSERT_NE(hit(effect, "large"), nullptr);
    ASSERT_EQ(effect.neverAgain.size(), 1U);
    EXPECT_EQ(render(effect.neverAgain[0].why),
              "large cannot start again: bo cannot submit to workspace w.");
    ASSERT_NE(hit(effect, "small"), nullptr);
}

TEST(NodeEffect, SaysWhoMovesOnAndWhoWaits) {
    const Scenario scenario = scenarioOf(pool(0));
    const Instant at = 100 * kSecond;
    const Effect effect = effectOf(engineAt(scenario, at), at, {"n-1", NodeState::draining});
    ASSERT_TRUE(effect.refusal.empty());
    ASSERT_EQ(leavers(effect).size(), 2U);
    ASSERT_TRUE(hit(effect, "large") && hit(effect, "small"));
    EXPECT_EQ(hit(effect, "large")->fate, Fate::waits);
    EXPECT_EQ(hit(effect, "large")->lost, 600 * 100'000);
    EXPECT_EQ(hit(effect, "small")->fate, Fate::runsOn);
    EXPECT_EQ(hit(effect, "small")->nodes.size(), 1U);
    EXPECT_NE(hit(effect, "small")->nodes.front(), "n-1");
    EXPECT_EQ(effect.before.capacity, 2400);
    EXPECT_EQ(effect.after.capacity, 1600);
    EXPECT_EQ(effect.before.room.largest, 3);
    expectAsTheRun(scenario, effect, at, {"n-1", NodeState::draining}, at);
}

TEST(NodeEffect, SaysWhatItCostsThoseElsewhere) {
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
        const Effect effect = effectOf(engine, kAt, {node, NodeState::draining});
        if (!hit(effect, "serve"))
            continue;
        const auto others = leavers(effect, false);
        ASSERT_EQ(others.size(), 1U);
        EXPECT_EQ(others[0].workload, "low");
        EXPECT_EQ(others[0].lost, 8 * kOneGpu * kAt);
        EXPECT_EQ(others[0].fate, Fate::waits);
        EXPECT_EQ(others[0].why.code, "evicted-child-level");
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

TEST(NodeEffect, WhoIsEvictedElsewhereAndStartsAgainMovesOn) {
    for (const int grace : {0, 20}) {
        const Scenario scenario = scenarioOf(evictedForARoom(grace));
        constexpr Instant kAt = 100 * kSecond;
        const Effect effect = effectOf(engineAt(scenario, kAt), kAt, {"n-1", NodeState::draining});
        ASSERT_TRUE(hit(effect, "serve"));
        const auto others = leavers(effect, false);
        ASSERT_EQ(others.size(), 1U) << grace;
        EXPECT_EQ(others[0].workload, "low");
        EXPECT_EQ(others[0].fate, Fate::runsOn) << grace;
        EXPECT_EQ(others[0].nodes, (std::vector<std::string>{"n-3"})) << grace;
        EXPECT_EQ(others[0].lost, 2 * kOneGpu * (kAt + others[0].stopsAfter - kSecond))
            << "up to the moment it stops";
    }
}

TEST(NodeEffect, WhoLosesReplicasRunsOn) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "shrinks",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "serve", "quota": "a", "gpu": 4, "submit": 0},
  {"name": "wide", "quota": "b", "gpu": 1, "replicas": 12, "minReplicas": 2, "submit": 1}],
 "until": 400})");
    constexpr Instant kAt = 100 * kSecond;
    const Effect effect = effectOf(engineAt(scenario, kAt), kAt, {"n-1", NodeState::cordoned});
    EXPECT_TRUE(effect.evicted.empty());
    for (const char* node : {"n-1", "n-2"}) {
        const Effect drained = effectOf(engineAt(scenario, kAt), kAt, {node, NodeState::down});
        if (hit(drained, "wide"))
            continue;
        const auto others = leavers(drained, false);
        ASSERT_EQ(others.size(), 1U);
        EXPECT_EQ(others[0].workload, "wide");
        EXPECT_EQ(others[0].fate, Fate::shrinks);
        EXPECT_EQ(others[0].gpu, 4 * kOneGpu);
        EXPECT_EQ(others[0].replicas, 4);
        EXPECT_EQ(others[0].of, 12);
        return;
    }
}

TEST(NodeEffect, LooksToTheEndOfTheGracePeriod) {
    const Scenario scenario = scenarioOf(pool(20));
    const Instant at = 100 * kSecond;
    const Effect effect = effectOf(engineAt(scenario, at), at, {"n-2", NodeState::draining});
    ASSERT_TRUE(hit(effect, "ending"));
    EXPECT_EQ(hit(effect, "ending")->stopsAfter, 20 * kSecond);
    EXPECT_EQ(hit(effect, "ending")->fate, Fate::ends) << "5 s are left of it";
    EXPECT_EQ(hit(effect, "ending")->lost, 0);
    expectAsTheRun(scenario, effect, at, {"n-2", NodeState::draining}, 120 * kSecond);
}

TEST(NodeEffect, ACordonMovesNobody) {
    const Scenario scenario = scenarioOf(pool(0));
    const Instant at = 100 * kSecond;
    const Effect effect = effectOf(engineAt(scenario, at), at, {"n-1", NodeState::cordoned});
    EXPECT_TRUE(effect.evicted.empty());
    EXPECT_EQ(effect.after.capacity, 2400) << "what runs there counts";
    expectAsTheRun(scenario, effect, at, {"n-1", NodeState::cordoned}, at);
}

TEST(NodeEffect, ANodeThatComesBackStartsWhatWaits) {
    Scenario scenario = scenarioOf(pool(0));
    scenario.events.push_back({50 * kSecond, NodeEvent{"n-1", NodeState::draining}});
    const Instant at = 100 * kSecond;
    const Effect effect = effectOf(engineAt(scenario, at), at, {"n-1", NodeState::ready});
    EXPECT_EQ(effect.started, (std::vector<std::string>{"large"}));
}

TEST(NodeEffect, RefusesANodeThatIsNotThere) {
    const Scenario scenario = scenarioOf(pool(0));
    const Effect effect = effectOf(engineAt(scenario, 0), 0, {"n-9", NodeState::draining});
    ASSERT_EQ(effect.refusal.size(), 1U);
    EXPECT_EQ(effect.refusal[0].message.code, "not-found.node");
}

TEST(NodeEffect, LeavesTheEngineAsItIs) {
    const Scenario scenario = scenarioOf(pool(0));
    const Instant at = 100 * kSecond;
    const Engine engine = engineAt(scenario, at);
    effectOf(engine, at, {"n-1", NodeState::draining});
    EXPECT_EQ(engine.nodeState(0), NodeState::ready);
    EXPECT_EQ(engine.state(*engine.findWorkload("large")), WorkloadState::running);
}

}  // namespace
}  // namespace apportion
