// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of answers of a search that met its bound.
#include "core/sim/unproven.h"

#include <gtest/gtest.h>

#include "core/model/short_reason.h"
#include "core/session/commands/commands.h"
#include "tests/core/engine/hopeless_pool.h"

namespace apportion {
namespace {

using testing::hopeless;

TEST(Unproven, WaitsAreCountedInTheWarningsOfARun) {
    for (const int waiting : {0, 1, 3}) {
        Problems warnings;
        RunOptions options;
        options.until = 2 * kSecond;
        options.warnings = &warnings;
        runScenario(std::make_shared<const Scenario>(hopeless(waiting).scenario), options);
        if (waiting == 0) {
            EXPECT_TRUE(warnings.empty());
            continue;
        }
        ASSERT_EQ(warnings.size(), 1U);
        EXPECT_EQ(warnings[0].message,
                  (Message{"waits-not-proven", {{"count", Value::ofCount(waiting)}}}));
        EXPECT_TRUE(isComplete(warnings[0].message));
    }
}

// All cores are in use, and devices have three each: hundreds of them could leave, and nobody finds
// room elsewhere, since the only node that has cores left has no device. Team b may take what is
// its own.
testing::Pool crowded() {
    testing::Pool pool;
    constexpr int kNodes = 30;
    pool.nodes(kNodes, 8);
    pool.scenario.nodes[0].node.cpu = 24 * kOneCore;
    pool.nodes(1, 1, "spare");
    pool.quota("root", kNodes * 8 + 1);
    pool.quota("a", 0, "root");
    pool.quota("b", kNodes * 8, "root");
    const auto work = [&pool](const std::string& name, const std::string& quota, Gpu gpu,
                              Instant submit) -> Workload& {
        Workload& added = pool.work(name, quota, gpu, submit);
        added.request.cpu = kOneCore;
        return added;
    };
    for (int i = 0; i < kNodes * 8 * 3; ++i) {
        const Gpu gpu = i % 3 == 2 ? 5 : 40;
        work("w" + std::to_string(i), "a", gpu, 0).running =
            RunningSince{0, {{"node-" + std::to_string(i / 24 + 1), gpu}}};
    }
    work("alone", "a", kOneGpu, 0).running = RunningSince{0, {{"spare", kOneGpu}}};
    work("taker", "b", 50, 1);
    return pool;
}

TEST(Unproven, EvictionsWhereMovesInTheirPlaceAreNotRuledOut) {
    for (const bool moves : {false, true}) {
        testing::Pool pool = crowded();
        pool.scenario.settings.consolidation = moves;
        const Simulation simulation = pool.run(1);
        ASSERT_EQ(testing::victims(simulation).size(), 1U);
        EXPECT_EQ(simulation.outcome().evictions[0].proven, !moves);
    }
}

// The same, but the taker has nothing that is its own, so that moves alone would do for it.
TEST(Unproven, WaitsWhereMovesAreNotRuledOutSaySo) {
    for (const bool moves : {false, true}) {
        testing::Pool pool = crowded();
        pool.scenario.settings.consolidation = moves;
        pool.scenario.quotas[2].guaranteed.gpu = 0;
        const Simulation simulation = pool.run(1);
        const Engine& engine = simulation.engine();
        const auto reason = engine.fullReason(*engine.findWorkload("taker"));
        ASSERT_TRUE(reason);
        EXPECT_EQ(reason->code, ReasonCode::fragmented);
        EXPECT_EQ(reason->message.code, "fragmented");
        EXPECT_TRUE(isComplete(reason->message));
        EXPECT_EQ(shortReason(*reason).code, "short-fragmented");
        EXPECT_EQ(unprovenWaits(simulation), moves ? 1 : 0);
        EXPECT_EQ(reason->message.arguments.back() == (Argument{"proven", Value::ofFlag(false)}),
                  moves);
        EXPECT_EQ(engine.unblock(*engine.findWorkload("taker"), 3, engine.now()).proven, !moves);
    }
}

TEST(Unproven, WaitsOfGangsSaySoToo) {
    testing::Pool pool = crowded();
    pool.nodes(1, 1, "room");
    pool.scenario.quotas[2].guaranteed.gpu = 0;
    pool.scenario.workloads.back().replicas = 3;
    const Simulation simulation = pool.run(1);
    const auto reason = simulation.engine().fullReason(*simulation.engine().findWorkload("taker"));
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->message.code, "fragmented.gang");
    EXPECT_TRUE(isComplete(reason->message));
    EXPECT_NE(render(reason->message).find("The search for moves stopped at its limit"),
              std::string::npos);
}

// All GPUs of one type are in use. What would make room there could run on the other type, but on
// the node that has it no core is left; hundreds of sets could leave.
testing::Pool fullOfOneType(bool policy) {
    testing::Pool pool;
    constexpr int kNodes = 30, kGpus = 16;
    pool.nodes(kNodes, kGpus);
    pool.scenario.nodes[0].node.gpuType = "A";
    pool.scenario.nodes[0].node.cpu = kGpus * kOneCore;
    pool.nodes(1, 4, "spare");
    pool.scenario.nodes[1].node.gpuType = "B";
    pool.scenario.nodes[1].node.cpu = 1;
    pool.quota("root", kNodes * kGpus + 4);
    pool.quota("a", 0, "root");
    pool.quota("b", 0, "root");
    if (policy) {
        SelfPreemption& self = pool.scenario.quotas[2].policy.selfPreemption.emplace();
        self.high = {7, 9};
        self.low = {1, 2};
        self.modules = ModuleSet{7};
    }
    for (int i = 0; i < kNodes * kGpus; ++i) {
        Workload& added = pool.work("w" + std::to_string(i), "a", kOneGpu, 0);
        added.request.cpu = kOneCore;
        added.running = RunningSince{0, {{"node-" + std::to_string(i / kGpus + 1), kOneGpu}}};
    }
    Workload& taker = pool.work("taker", "b", 3 * kOneGpu, 1);
    taker.gpuType = "A";
    taker.priority = 8;
    return pool;
}

TEST(Unproven, WaitsForATypeOfWhichNothingIsFreeSaySoToo) {
    for (const bool policy : {false, true})
        for (const bool moves : {false, true}) {
            testing::Pool pool = fullOfOneType(policy);
            pool.scenario.settings.consolidation = moves;
            const Simulation simulation = pool.run(1);
            const auto reason =
                simulation.engine().fullReason(*simulation.engine().findWorkload("taker"));
            ASSERT_TRUE(reason);
            EXPECT_EQ(reason->code,
                      policy ? ReasonCode::noEligibleVictims : ReasonCode::aboveFairShare);
            const std::string said = render(reason->message);
            EXPECT_EQ(said.find("The search for moves stopped at its limit") != std::string::npos,
                      moves)
                << reason->message.code << ": " << said;
            EXPECT_TRUE(isComplete(reason->message));
            EXPECT_EQ(unprovenWaits(simulation), moves ? 1 : 0);
        }
}

}  // namespace
}  // namespace apportion
