// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/node_back.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/pool.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Instant kThen = 60 * kSecond;

// One node is full of eight small ones, so that the end of none of them makes enough room.
class NodeBackTest : public ::testing::Test {
protected:
    NodeBackTest() {
        pool.nodes(1, 8, "full");
        pool.quota("all", 40);
        for (int i = 0; i < 8; ++i)
            pool.work("small-" + std::to_string(i), "all", kOneGpu, 0);
    }
    void away(int gpus, const std::string& name, NodeState state = NodeState::down) {
        pool.nodes(1, gpus, name);
        pool.event(0, NodeEvent{name, state});
    }
    Workload& waits(Gpu gpu, int replicas = 1) {
        Workload& work = pool.work("waits", "all", gpu * kOneGpu, 1);
        work.replicas = replicas;
        return work;
    }
    std::vector<std::string> tried() const {
        const auto explanation = pool.run(60).explain("waits");
        EXPECT_TRUE(explanation && explanation->state == WorkloadState::pending);
        return explanation ? nodesToTryBack(test::viewAt(pool.scenario, kThen), *explanation)
                           : std::vector<std::string>();
    }
    std::optional<ReturnCost> evicted(const std::string& node) const {
        return costOfReturn(
            effectOf(pool.run(60).engine(), kThen, {{NodeEvent{node, NodeState::ready}}, {}}),
            "waits");
    }

    Pool pool;
};

TEST_F(NodeBackTest, TheLargestIsTriedFirstAndOfTheSameOne) {
    away(8, "cordoned", NodeState::cordoned);
    away(16, "down");
    away(8, "same");
    waits(8);
    EXPECT_THAT(tried(), ElementsAre("down", "cordoned"));
    EXPECT_TRUE(evicted("down"));
    EXPECT_TRUE(evicted("cordoned"));
}

TEST_F(NodeBackTest, OneThatWouldNotStartItIsNoHelp) {
    away(8, "first");
    away(8, "second");
    waits(8, 2);
    EXPECT_THAT(tried(), ElementsAre("first"));
    EXPECT_FALSE(evicted("first")) << "it would take both";
}

TEST_F(NodeBackTest, NorOneOfAnotherType) {
    pool.scenario.nodes.front().node.gpuType = "new";
    away(16, "other");
    pool.scenario.nodes.back().node.gpuType = "old";
    away(8, "fits");
    pool.scenario.nodes.back().node.gpuType = "new";
    waits(8).gpuType = "new";
    EXPECT_THAT(tried(), ElementsAre("other", "fits"));
    EXPECT_FALSE(evicted("other"));
    EXPECT_TRUE(evicted("fits"));
}

TEST_F(NodeBackTest, TheEndOfAnotherIsNoReasonToTryNone) {
    away(8, "down");
    waits(1);
    EXPECT_THAT(tried(), ElementsAre("down"));
    EXPECT_TRUE(evicted("down"));
}

TEST_F(NodeBackTest, WhereSomethingElseHelpsOrNoPlaceIsWantedNoneIsTried) {
    away(8, "down");
    const View view = test::viewAt(pool.scenario, kThen);
    Explanation explanation;
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::noCapacity;
    explanation.unblock.push_back({Event{0, FinishEvent{"small-0"}}, {}, {}});
    EXPECT_THAT(nodesToTryBack(view, explanation), ElementsAre("down"));
    explanation.unblock.push_back({Event{0, ScaleEvent{}}, {"small-0"}, {}});
    EXPECT_THAT(nodesToTryBack(view, explanation), ElementsAre("down")) << "it evicts";
    explanation.unblock.push_back({Event{0, ScaleEvent{}}, {}, {}});
    EXPECT_THAT(nodesToTryBack(view, explanation), IsEmpty()) << "that helps at nobody's cost";
    waits(1);
    pool.scenario.quotas.front().policy.limit.gpu = 8 * kOneGpu;
    pool.scenario.workloads.back().request.gpu = 4 * kOneGpu;
    EXPECT_THAT(tried(), IsEmpty()) << "it is at its limit";
}

TEST(NodeBack, WhoIsEvictedElsewhereIsTold) {
    Effect effect;
    effect.started = {"waits"};
    effect.evicted.emplace_back().workload = "evicted";
    EXPECT_THAT(costOfReturn(effect, "waits")->evicts, ElementsAre("evicted"));
    EXPECT_FALSE(costOfReturn(effect, "another"));
}

// What it would lose is told apart: it runs on.
TEST_F(NodeBackTest, WhoGivesUpReplicasRunsOn) {
    Effect effect;
    effect.started = {"waits"};
    effect.evicted.emplace_back().workload = "wide";
    effect.evicted.front().fate = Effect::Hit::Fate::shrinks;
    effect.evicted.front().replicas = 2;
    effect.evicted.front().of = 4;
    effect.evicted.emplace_back().workload = "evicted";
    const auto cost = costOfReturn(effect, "waits");
    ASSERT_TRUE(cost);
    EXPECT_THAT(cost->evicts, ElementsAre("wide", "evicted"));
    EXPECT_THAT(cost->runsOn.fewer, ElementsAre(RunsOn::Fewer{"wide", 2, 4}));
}

}  // namespace
}  // namespace apportion::testing
