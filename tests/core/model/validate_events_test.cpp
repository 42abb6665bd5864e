// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots and events of a scenario.
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/device_packing.h"
#include "tests/core/model/small_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Told = std::vector<std::string>;

Told afterEvent(Event event) {
    auto scenario = smallPool();
    scenario.events = {std::move(event)};
    const auto problems = validate(scenario);
    for (const auto& problem : problems)
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
    return told(problems);
}

// One workload of `gpu` (in hundredths) on each of the nodes named.
Told afterSnapshot(
    Gpu gpu, const std::vector<std::string>& onNodes,
    const std::function<void(Scenario&)>& spoil = [](Scenario&) {}) {
    auto scenario = smallPool();
    scenario.workloads.clear();
    for (std::size_t i = 0; i < onNodes.size(); ++i) {
        auto running = workload("job-" + std::to_string(i), "left", 0);
        running.request.gpu = gpu;
        running.running = RunningSince{-1000, {{onNodes[i], gpu}}};
        scenario.workloads.push_back(running);
    }
    spoil(scenario);
    const auto problems = validate(scenario);
    for (const auto& problem : problems)
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
    return told(problems);
}

TEST(ValidateEvents, KeepTheNodesOfARoot) {
    PolicyEvent policy{"left", {}};
    policy.change.nodes.emplace(NodeSelector{"H100", {}});
    EXPECT_THAT(afterEvent({0, policy}), ElementsAre("?/events/0/nodes nodes-in-event"));
    policy.change.nodes.emplace();
    policy.change.weight.emplace(3);
    EXPECT_THAT(afterEvent({0, policy}), IsEmpty()) << "as they are";
}

TEST(ValidateSnapshot, MustFit) {
    EXPECT_THAT(afterSnapshot(800, {"dgx-1", "dgx-2"}), IsEmpty());
    EXPECT_THAT(afterSnapshot(500, {"dgx-1", "dgx-1"}),
                ElementsAre("/workloads/1/running/placements/0 node-overfull"));
    EXPECT_THAT(afterSnapshot(60, std::vector<std::string>(8, "dgx-1")), IsEmpty());
    EXPECT_THAT(afterSnapshot(60, std::vector<std::string>(9, "dgx-1")),
                ElementsAre("/workloads/8/running/placements/0 node-overfull.devices"));
    EXPECT_THAT(afterSnapshot(100, {"dgx-1", "dgx-1"},
                              [](Scenario& s) {
                                  s.nodes[0].node.memory = 1024;
                                  for (auto& w : s.workloads)
                                      w.request.memory = 600;
                              }),
                ElementsAre("/workloads/1/running/placements/0 node-overfull"));
}

TEST(ValidateSnapshot, NamesItsNodesAndReplicas) {
    EXPECT_THAT(afterSnapshot(100, {"dgx-3"}),
                ElementsAre("/workloads/0/running/placements/0/node unknown-node"));
    EXPECT_THAT(afterSnapshot(100, {"dgx-1"}, [](Scenario& s) { s.workloads[0].replicas = 2; }),
                ElementsAre("/workloads/0/running/placements placements-count"));
    EXPECT_THAT(afterSnapshot(100, {"dgx-1"},
                              [](Scenario& s) {
                                  s.workloads[0].replicas = 3;
                                  s.workloads[0].minReplicas = 2;
                              }),
                ElementsAre("/workloads/0/running/placements placements-count.elastic"));
    EXPECT_THAT(afterSnapshot(100, {"dgx-1"},
                              [](Scenario& s) { s.workloads[0].running->placements[0].gpu = 200; }),
                ElementsAre("/workloads/0/running/placements/0/gpu placement-gpu"));
    EXPECT_THAT(afterSnapshot(100, {"dgx-1"}, [](Scenario& s) { s.workloads[0].gpuType = "V100"; }),
                ElementsAre("/workloads/0/running/placements/0/node placement-gpu-type"));
    EXPECT_THAT(afterSnapshot(100, {"old"},
                              [](Scenario& s) {
                                  s.nodes.push_back(nodes("old", 1, 8, "V100"));
                                  s.quotas[0].policy.nodes = NodeSelector{"H100", {}};
                                  s.quotas.push_back(quota("rest", "", 8));
                              }),
                ElementsAre("/workloads/0/running/placements/0/node node-outside-quota"));
}

TEST(ValidateSnapshot, RunsAtTimeNought) {
    EXPECT_THAT(
        afterSnapshot(100, {"dgx-1"}, [](Scenario& s) { s.workloads[0].running->since = 1; }),
        ElementsAre("/workloads/0/running/since too-big"));
    EXPECT_THAT(
        afterSnapshot(100, {"dgx-1"}, [](Scenario& s) { s.workloads[0].running->since = -60'001; }),
        ElementsAre("/workloads/0/running/since running-past-end"));
    EXPECT_THAT(afterSnapshot(100, {"dgx-1"}, [](Scenario& s) { s.workloads[0].submit = -500; }),
                IsEmpty());
}

TEST(PackDevices, PutsFractionsTogether) {
    EXPECT_EQ(packDevices({60, 40, 50, 30, 20}, 2), (PackedDevices{{0}, {0}, {1}, {1}, {1}}));
    EXPECT_EQ(packDevices({200, 50, 100}, 4), (PackedDevices{{0, 1}, {2}, {3}}));
    EXPECT_FALSE(packDevices({60, 60}, 1));
    EXPECT_FALSE(packDevices({200, 1}, 2));
    EXPECT_EQ(packDevices({}, 0), PackedDevices{});
}

TEST(PackDevices, FindsWhatNeitherOrderFinds) {
    // Best fit in file order and largest first both fail here; 50+30+20, 40+40+20 does not.
    const auto devices = packDevices({30, 20, 40, 50, 40, 20}, 2);
    ASSERT_TRUE(devices);
    Gpu first = 0;
    const std::vector<Gpu> parts{30, 20, 40, 50, 40, 20};
    for (std::size_t i = 0; i < parts.size(); ++i)
        first += (*devices)[i].front() == 0 ? parts[i] : 0;
    EXPECT_EQ(first, 100);
}

TEST(ValidateEvents, WarnsOfNamesThatAreNotThere) {
    EXPECT_EQ(afterEvent({0, CancelEvent{"jb"}}),
              Told{"?/events/0/workload unknown-in-event.workload"});
    EXPECT_EQ(afterEvent({0, NodeEvent{"dgx"}}), Told{"?/events/0/node unknown-in-event.node"});
    EXPECT_EQ(afterEvent({0, ScaleEvent{{{"lft", {800, {}, {}}}}}}),
              Told{"?/events/0/quotas/lft unknown-in-event.quota"});
    PolicyChange off;
    off.childPreemption.emplace();
    EXPECT_EQ(afterEvent({0, PolicyEvent{"lft", off}}),
              Told{"?/events/0/quota unknown-in-event.quota"});
}

TEST(ValidateEvents, RefusesWhatIsWrongInAnyState) {
    EXPECT_EQ(afterEvent({-1, PolicyEvent{"left", {}}}),
              (Told{"/events/0/at too-small", "/events/0 empty-policy"}));
    EXPECT_EQ(afterEvent({0, ScaleEvent{}}), Told{"/events/0/quotas empty-scale"});
    EXPECT_EQ(afterEvent({0, ScaleEvent{{{"left", {}}}}}),
              Told{"/events/0/quotas/left empty-scale.quota"});
    EXPECT_EQ(afterEvent({0, ScaleEvent{{{"left", {-1, {}, {}}}}}}),
              Told{"/events/0/quotas/left/gpu too-small"});
    EXPECT_EQ(afterEvent({0, ScaleEvent{{{"left", {1, {}, {}}}}, ScaleMode::drain, 5}}),
              Told{"?/events/0/after after-without-reclaim"});
    PolicyChange wrong;
    wrong.selfPreemption.emplace(SelfPreemption{{5, 9}, {3, 5}, ModuleSet{7}});
    EXPECT_EQ(afterEvent({0, PolicyEvent{"left", wrong}}),
              Told{"/events/0/selfPreemption/low low-not-below-high"});
}

TEST(ValidateEvents, WarnsOfAnEndBeforeTheSubmission) {
    // Events of an instant come before its submissions.
    EXPECT_EQ(afterEvent({0, FinishEvent{"job"}}), Told{"?/events/0/at event-before-submit"});
    EXPECT_EQ(afterEvent({1, FinishEvent{"job"}}), Told{});
    // That moment is none: it is told once.
    EXPECT_EQ(afterEvent({-1, FinishEvent{"job"}}), Told{"/events/0/at too-small"});
}

}  // namespace
}  // namespace apportion
