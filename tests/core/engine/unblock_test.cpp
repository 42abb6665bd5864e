// SPDX-License-Identifier: GPL-3.0-or-later
// What would start it: each edit that is listed does, with the evictions it names and no smaller
// size would; where none is listed, none of all single edits does.
#include "core/engine/unblock.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "core/model/validate.h"
#include "tests/core/engine/all_edits.h"
#include "tests/core/engine/hopeless_pool.h"
#include "tests/core/engine/random_waits.h"
#include "tests/core/sanitized.h"

namespace apportion {
namespace {

bool waits(const Job& job) {
    return job.phase == Phase::waiting || job.phase == Phase::booked;
}

std::string label(const Unblock& unblock) {
    return std::string(plainCode(unblock.message.code));
}

// How often each kind of edit was found, and how often none was.
struct UnblockTally {
    std::map<std::string, int> kinds;
    int none = 0;
    int smaller = 0;
};

void checkListed(const EngineState& state, WorkloadId id, const UnblockAnswer& answer,
                 const std::string& where, UnblockTally& tally) {
    std::size_t evictions = 0;
    for (const Unblock& each : answer.edits) {
        SCOPED_TRACE(where + ": " + render(each.message));
        EXPECT_TRUE(isComplete(each.message));
        const auto applied = testing::apply(state, each.change, id);
        ASSERT_TRUE(applied.has_value());
        EXPECT_TRUE(applied->starts);
        EXPECT_EQ(applied->evicts, each.evicts);
        EXPECT_GE(each.evicts.size(), evictions);  // fewest first
        evictions = each.evicts.size();
        ++tally.kinds[label(each)];
        for (const auto& smaller : testing::smallerThan(state, each, id)) {
            const auto tried = testing::apply(state, smaller, id);
            EXPECT_FALSE(tried && tried->starts) << "a smaller one does";
            ++tally.smaller;
        }
    }
}

void check(unsigned seed, UnblockTally& tally) {
    const Scenario scenario = testing::randomWaits(seed).scenario;
    ASSERT_FALSE(hasErrors(validate(scenario))) << "seed " << seed;
    testing::Moments moments(scenario);
    testing::Dice dice(seed);
    for (int asked = 0; asked < 4 && moments.step();) {
        EngineState& state = moments.state();
        std::vector<WorkloadId> waiting;
        for (const WorkloadId id : state.jobs.living())
            if (waits(state.job(id)))
                waiting.push_back(id);
        if (waiting.empty() || dice.chance(60))
            continue;
        ++asked;
        const WorkloadId id =
            waiting[static_cast<std::size_t>(dice.from(0, static_cast<int>(waiting.size()) - 1))];
        const std::string where = "seed " + std::to_string(seed) + " at " +
                                  std::to_string(state.now) + " " + state.name(id);
        const UnblockAnswer answer = unblockOf(state, id, 5, state.now);
        EXPECT_TRUE(answer.proven) << where;
        EXPECT_LE(answer.edits.size(), 5u);
        checkListed(state, id, answer, where, tally);
        if (!answer.edits.empty())
            continue;
        ++tally.none;
        for (const auto& edit : testing::allEdits(state, id)) {
            const auto applied = testing::apply(state, edit, id);
            const bool starts = applied && applied->starts;
            EXPECT_FALSE(starts) << where << ": " << testing::told(edit) << " does it";
            if (starts)
                break;
        }
    }
}

TEST(Unblock, EachListedEditStartsItAndNoneMeansNone) {
    UnblockTally tally;
    for (unsigned seed = 1; seed <= 400; seed += testing::kSanitized ? 40 : 1)
        check(seed, tally);
    if (testing::kSanitized)
        return;  // too few to meet everything
    for (const char* kind :
         {"raise-quota", "move-from-sibling", "add-node", "raise-limit", "raise-cap", "lend-more",
          "over-quota-on", "turn-on-child-preemption", "widen-child-preemption",
          "turn-on-self-preemption", "widen-self-preemption", "turn-on-priority-preemption",
          "change-queueing", "end-workload"})
        EXPECT_GE(tally.kinds[kind], 4) << kind;
    EXPECT_GT(tally.smaller, 1000);
    EXPECT_GT(tally.none, 300);
}

// Half a minute to one and a half each under a sanitizer.
constexpr const char* kSearchedAbove = "a sanitizer has seen this search in the test above";

// Each trial searches for victims of every one who waits, up to the bound: the trials of one
// question share their steps, and no kind of edit takes those that are kept for what helps most
// often.
TEST(Unblock, SearchesOfAllTrialsHaveOneBound) {
    for (const int waiting : {1, 3, 6}) {
        if (testing::kSanitized && waiting > 1)
            break;  // a minute each
        const testing::Pool pool = testing::hopeless(waiting);
        const Simulation simulation = pool.run(1);
        const Engine& engine = simulation.engine();
        const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w0"), 5, engine.now());
        EXPECT_FALSE(answer.proven);
        EXPECT_LE(answer.trials, 60) << waiting << " wait";
        EXPECT_TRUE(std::any_of(answer.edits.begin(), answer.edits.end(),
                                [](const Unblock& each) { return label(each) == "add-node"; }))
            << waiting << " wait";
    }
}

// Many sizes that fail stand before the one that needs no victims at all.
TEST(Unblock, ANodeForAllThatItAsksForIsTriedWhateverTheBound) {
    if (testing::kSanitized)
        GTEST_SKIP() << kSearchedAbove;
    testing::Pool pool = testing::hopeless(1);
    Workload& asks = pool.scenario.workloads.back();
    asks.request.gpu = pool.scenario.quotas[1].guaranteed.gpu;
    const Simulation simulation = pool.run(1);
    const Engine& engine = simulation.engine();
    const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w0"), 5, engine.now());
    EXPECT_FALSE(answer.proven);
    ASSERT_FALSE(answer.edits.empty());
    const auto* added = std::get_if<NodesToAdd>(&answer.edits.front().change);
    ASSERT_NE(added, nullptr);
    EXPECT_EQ(added->node.gpu, pool.scenario.nodes[0].node.gpu) << "like the one that is there";
    EXPECT_EQ(added->count, 1);
    EXPECT_TRUE(answer.edits.front().evicts.empty());
}

// So are the largest numbers, where others who wait before it take what fewer nodes give.
TEST(Unblock, TheMostNodesAreTriedWhateverTheBound) {
    if (testing::kSanitized)
        GTEST_SKIP() << kSearchedAbove;
    constexpr int kWaiting = 12;
    const Simulation simulation = testing::hopeless(kWaiting).run(1);
    const Engine& engine = simulation.engine();
    const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w11"), 5, engine.now());
    EXPECT_FALSE(answer.proven);
    EXPECT_LE(answer.trials, 60);
    const auto added = std::find_if(answer.edits.begin(), answer.edits.end(),
                                    [](const Unblock& each) { return label(each) == "add-node"; });
    ASSERT_NE(added, answer.edits.end());
    EXPECT_TRUE(added->evicts.empty());
    const int count = std::get<NodesToAdd>(added->change).count;
    EXPECT_EQ(count, kWaiting) << "one holds one of them";
}

// Two nodes, half of each in use; more for `b` starts what asks for a whole one.
TEST(Unblock, WhoIsMovedAndWhoGivesUpReplicasRunsOn) {
    testing::Pool pool;
    pool.nodes(2, 8);
    pool.quota("root", 16);
    pool.quota("a", 8, "root");
    pool.quota("b", 4, "root").policy.overQuota = OverQuota::off;
    for (const char* node : {"node-1", "node-2"})
        pool.work(std::string("on-") + node, "a", 4 * kOneGpu, 0).running =
            RunningSince{-kSecond, {{node, 4 * kOneGpu}}};
    pool.work("whole", "b", 8 * kOneGpu, 1);
    const auto first = [](const testing::Pool& of, const char* work) {
        const Simulation simulation = of.run(1);
        const Engine& engine = simulation.engine();
        const auto answer = engine.unblock(*engine.findWorkload(work), 5, engine.now());
        for (const Unblock& each : answer.edits)
            if (label(each) == "raise-quota")
                return each;
        return Unblock{};
    };
    const Unblock moves = first(pool, "whole");
    EXPECT_TRUE(moves.evicts.empty());
    EXPECT_EQ(moves.runsOn.moved.size(), 1U);
    EXPECT_TRUE(moves.runsOn.fewer.empty());

    pool.scenario.workloads.clear();
    Workload& elastic = pool.work("elastic", "a", kOneGpu, 0);
    elastic.replicas = 16;
    elastic.minReplicas = 8;
    pool.work("one", "b", 8 * kOneGpu, 1);
    const Unblock takes = first(pool, "one");
    EXPECT_EQ(takes.evicts, std::vector<std::string>{"elastic"});
    EXPECT_EQ(takes.runsOn.fewer, (std::vector<RunsOn::Fewer>{{"elastic", 8, 16}}));
    EXPECT_TRUE(losingTheirRun(takes.evicts, takes.runsOn).empty());
    EXPECT_EQ(takes.grace, 0);

    pool.scenario.settings.gracePeriod = 30 * kSecond;
    EXPECT_EQ(first(pool, "one").grace, 30 * kSecond) << "what gives up replicas stops first";
}

// What others ask for beyond any machine hides no node that would do.
TEST(Unblock, ANodeThatSomeFormTakesIsFoundBesideACrowd) {
    testing::Pool pool;
    pool.nodes(16, 64);
    pool.quota("a", 512);
    pool.quota("b", 512);
    pool.work("fa", "a", 64 * kOneGpu, 0).replicas = 8;
    pool.work("fb", "b", 64 * kOneGpu, 0).replicas = 8;
    pool.work("o", "a", 50 * kOneGpu, 1).replicas = 6;
    pool.work("w", "a", 50 * kOneGpu, 2).replicas = 2;
    pool.work("z", "b", 64 * kOneGpu, 3).replicas = 5000;
    pool.scenario.quotas[0].policy.queueing = Queueing::fifo;
    const Simulation simulation = pool.run(10);
    const Engine& engine = simulation.engine();
    const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w"), 5, engine.now());
    EXPECT_TRUE(std::any_of(answer.edits.begin(), answer.edits.end(),
                            [](const Unblock& each) { return label(each) == "add-node"; }));
}

// A replica can ask for more than any machine has.
TEST(Unblock, NoNodeIsProposedThatNoFormTakes) {
    for (const int onOneNode : {8, 4096}) {
        testing::Pool pool;
        pool.nodes(1, onOneNode);
        pool.quota("root", onOneNode);
        pool.work("w", "root", (onOneNode + 2400) * kOneGpu, 1);
        const Simulation simulation = pool.run(1);
        const Engine& engine = simulation.engine();
        const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w"), 5, engine.now());
        const bool added =
            std::any_of(answer.edits.begin(), answer.edits.end(),
                        [](const Unblock& each) { return label(each) == "add-node"; });
        EXPECT_FALSE(added) << onOneNode;
    }
}

// Nothing is tried that can not do, and that is no search that stopped.
TEST(Unblock, WhereOnlyALargerNodeThanIsProposedWouldDoTheSearchHasNotStopped) {
    testing::Pool pool;
    pool.nodes(2, 8);
    pool.quota("root", 16);
    pool.work("large", "root", 2048 * kOneGpu, 0);
    pool.work("many", "root", 8 * kOneGpu, 0).replicas = 300;
    pool.work("fits", "root", 1024 * kOneGpu, 0);
    const Simulation simulation = pool.run(1);
    for (const char* name : {"large", "many", "fits"}) {
        const auto explanation = simulation.explain(name);
        ASSERT_TRUE(explanation);
        EXPECT_EQ(explanation->unblock.size(), name == std::string_view("large") ? 0U : 1U) << name;
        EXPECT_EQ(explanation->unblockProven, name != std::string_view("many")) << name;
    }
}

TEST(Unblock, GivingUpIsToldAsThatWithTheNumberOfTrials) {
    if (testing::kSanitized)
        GTEST_SKIP() << kSearchedAbove;
    const Simulation simulation = testing::hopeless(1).run(1);
    const auto explanation = simulation.explain("w0");
    ASSERT_TRUE(explanation);
    EXPECT_FALSE(explanation->unblockProven);
    EXPECT_GT(explanation->unblockTrials, 0);
    EXPECT_EQ(render({"unblock-none.unproven",
                      {{"workload", Value::ofText("w0")}, {"trials", Value::ofCount(1200)}}}),
              "The search stopped after 1200 single changes. None of them starts w0 "
              "immediately, but others might. Try a change of your own in a plan.");
}

// Where no search for victims ever comes near its bound either: who is asked and who is looked at
// counts as well.
TEST(Unblock, TrialsThatAskManyHaveABoundToo) {
    testing::Dice dice(5);
    testing::Pool pool;
    pool.nodes(60, 8);
    SelfPreemption takes;
    takes.high = {9, 9};
    takes.low = {1, 2};
    pool.quota("root", 480);
    for (const char* name : {"a", "b", "c", "d"}) {
        Quota& quota = pool.quota(name, 120, "root");
        quota.policy.selfPreemption = takes;
    }
    const std::string quotas = "abcd";
    for (int i = 0; i < 480; ++i)
        pool.work("v" + std::to_string(i), quotas.substr(i % 4, 1), kOneGpu, 0, 5).preemptible =
            false;
    for (int i = 0; i < 300; ++i) {
        Workload& work = pool.work("w" + std::to_string(i), quotas.substr(dice.from(0, 3), 1),
                                   dice.from(2, 8) * kOneGpu, 1, 9);
        work.replicas = dice.from(2, 9);
        work.request.cpu = 1 + i;
    }
    const Simulation simulation = pool.run(1);
    const Engine& engine = simulation.engine();
    const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w7"), 5, engine.now());
    EXPECT_FALSE(answer.proven);
    EXPECT_LE(answer.trials, 900);
}

// A node that is told without them would not start it in the pool that is there.
TEST(Unblock, ANodeHasWhatWorkNeedsBesideItsGpus) {
    const auto added = [](const testing::Pool& pool) {
        const Simulation simulation = pool.run(1);
        const Engine& engine = simulation.engine();
        for (Unblock& each : engine.unblock(*engine.findWorkload("w"), 5, engine.now()).edits)
            if (label(each) == "add-node")
                return each;
        return Unblock{};
    };
    testing::Pool pool;
    pool.nodes(1, 8).quota("a", 8);
    Workload& work = pool.work("w", "a", kOneGpu, 0);
    work.request.cpu = 64 * kOneCore;
    work.request.memory = 100 * kOneGib;
    Node& node = pool.scenario.nodes.front().node;
    node.cpu = 16 * kOneCore;
    Unblock told = added(pool);
    EXPECT_EQ(render(told.message), "Add a node with 1 GPU and 64 cores.");
    ASSERT_TRUE(std::holds_alternative<NodesToAdd>(told.change));
    EXPECT_EQ(std::get<NodesToAdd>(told.change).node.cpu, 64 * kOneCore);
    EXPECT_FALSE(std::get<NodesToAdd>(told.change).node.memory);
    node.memory = 50 * kOneGib;
    EXPECT_EQ(render(added(pool).message),
              "Add a node with 1 GPU, 64 cores, and 100 GiB of memory.");
    node.cpu.reset();
    node.gpuType = "H100";
    EXPECT_EQ(render(added(pool).message),
              "Add a node with 1 GPU of type H100 and 100 GiB of memory.");
    // Of a gang as much as its replicas there need.
    pool.scenario.workloads.front().replicas = 3;
    EXPECT_EQ(render(added(pool).message),
              "Add a node with 1 GPU of type H100 and 100 GiB of memory. 3 such nodes are "
              "needed.");
    pool.scenario.workloads.front().request.memory = 0;
    node.gpu = kOneGpu;
    EXPECT_EQ(render(added(pool).message),
              "Add a node like node, with 1 GPU of type H100. 2 "
              "such nodes are needed.");
}

// What waits before it starts there as well.
TEST(Unblock, ANodeHasWhatOthersTakeBesideItsGpusToo) {
    testing::Pool pool;
    pool.nodes(1, 1).quota("a", 8);
    pool.scenario.nodes.front().node.cpu = 16 * kOneCore;
    pool.work("v", "a", kOneGpu, 0, 9).request.cpu = 90 * kOneCore;
    pool.work("w", "a", kOneGpu, 0).request.cpu = 64 * kOneCore;
    const Simulation simulation = pool.run(1);
    const Engine& engine = simulation.engine();
    const UnblockAnswer answer = engine.unblock(*engine.findWorkload("w"), 5, engine.now());
    ASSERT_FALSE(answer.edits.empty());
    for (const Unblock& each : answer.edits)
        EXPECT_TRUE(isComplete(each.message));
    const auto node = std::find_if(answer.edits.begin(), answer.edits.end(),
                                   [](const Unblock& each) { return label(each) == "add-node"; });
    ASSERT_NE(node, answer.edits.end());
}

// The sum of what all ask for may be more than any machine has, and than the form takes.
TEST(Unblock, ANodeHasNoMoreCoresThanAnyMachine) {
    testing::Pool pool;
    pool.nodes(1, 1).quota("a", 8);
    pool.scenario.nodes.front().node.cpu = 16 * kOneCore;
    pool.work("u", "a", kOneGpu, 0, 9).request.cpu = 40 * kOneCore;
    pool.work("v1", "a", kOneGpu, 0, 9).request.cpu = 90'000 * kOneCore;
    pool.work("v2", "a", kOneGpu, 0, 9).request.cpu = 90'000 * kOneCore;
    pool.work("w", "a", kOneGpu, 0).request.cpu = 64 * kOneCore;
    pool.work("x", "a", kOneGpu, 0).request.cpu = 100'001 * kOneCore;
    const Simulation simulation = pool.run(1);
    const Engine& engine = simulation.engine();
    const auto unblock = [&](const char* name) {
        return engine.unblock(*engine.findWorkload(name), 5, engine.now());
    };
    int nodes = 0;
    for (const Unblock& each : unblock("w").edits)
        if (const auto* add = std::get_if<NodesToAdd>(&each.change)) {
            EXPECT_LE(add->node.cpu, 100'000 * kOneCore);
            ++nodes;
        }
    EXPECT_EQ(nodes, 1);
    EXPECT_TRUE(unblock("x").edits.empty());
    EXPECT_TRUE(unblock("x").proven);
}

}  // namespace
}  // namespace apportion
