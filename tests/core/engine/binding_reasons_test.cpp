// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons name what binds: the quota of the whole path, the resource, the GPU type, who holds it,
// and who goes first. After public reports of pools where they named something else.
#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "core/io/answers/explanation_writer.h"
#include "tests/core/engine/random_waits.h"
#include "tests/core/engine/told.h"

namespace apportion {
namespace {

using testing::detail;
using testing::Pool;
using testing::says;
using testing::tell;
using testing::Told;
using testing::twoTeams;

// "cluster" gives all to "first"; the weights of ann and ben below "shared" cannot help.
Pool weightsBelowNoWeight() {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("cluster", 4);
    pool.quota("first", 4, "cluster");
    pool.quota("shared", 0, "cluster");
    pool.quota("ann", 0, "shared").policy.weight = 1;
    pool.quota("ben", 0, "shared").policy.weight = 1;
    for (int i = 0; i < 4; ++i)
        pool.work("ann-" + std::to_string(i), "ann", 100, 0);
    pool.work("w", "ben", 100, 1);
    return pool;
}

TEST(BindingReasons, AnAncestorWithoutAWeightIsNamedAndNotTheWeightBelowIt) {
    Pool pool = weightsBelowNoWeight();
    const Told told = tell(pool, 2);
    EXPECT_EQ(told.code, "above-fair-share.none");
    EXPECT_EQ(detail(told, "quota"), "shared");
    EXPECT_EQ(detail(told, "placed"), "4 GPUs");
    EXPECT_EQ(detail(told, "share"), "0 GPUs");
    EXPECT_EQ(detail(told, "holders"), "ann-0, ann-1, ann-2 and ann-3");
    EXPECT_TRUE(says(told, "its guarantee and its weight are 0")) << told.text;
    EXPECT_FALSE(says(told, "ben")) << told.text;
    pool.scenario.quotas[2].policy.weight = 1;
    EXPECT_EQ(tell(pool, 2).code, "") << "it starts";
}

// Two levels that are full: room for the leaf alone would not be enough.
TEST(BindingReasons, TheHighestQuotaThatIsFullIsNamed) {
    Pool pool;
    pool.nodes(1, 8);
    pool.quota("root", 8);
    pool.quota("dept", 4, "root");
    pool.quota("other", 4, "root");
    pool.quota("a", 2, "dept");
    pool.quota("b", 2, "dept");
    pool.work("in-a", "a", 200, 0);
    pool.work("in-b", "b", 200, 0);
    pool.work("in-other", "other", 400, 0);
    pool.work("w", "a", 100, 1);
    Told told = tell(pool, 2);
    EXPECT_EQ(detail(told, "quota"), "dept");
    EXPECT_EQ(detail(told, "placed"), "4 GPUs");
    EXPECT_EQ(detail(told, "share"), "4 GPUs");
    pool.scenario.quotas[1].policy.limit.gpu = 400;
    pool.scenario.quotas[3].policy.limit.gpu = 200;
    told = tell(pool, 2);
    EXPECT_EQ(told.code, "over-limit");
    EXPECT_EQ(detail(told, "quota"), "dept");
}

// A move that rule 10 forbids, and the node that is away: both are in the way of it.
TEST(BindingReasons, FragmentedNamesNodesThatAreAwayAndWhoIsNotMoved) {
    Pool pool;
    pool.nodes(3, 4);
    pool.scenario.settings.placement = PlacementPolicy::spread;
    pool.scenario.settings.moveLoss = 600 * kSecond;
    pool.quota("root", 8);
    pool.event(0, NodeEvent{"node-3", NodeState::down});
    pool.work("one", "root", 200, 0);
    pool.work("two", "root", 200, 0).checkpoint = 10 * kSecond;
    pool.work("w", "root", 300, 1000);
    const Told told = tell(pool, 1001);
    EXPECT_EQ(told.code, "") << "two is moved";
    pool.scenario.workloads[1].checkpoint.reset();
    const Told stays = tell(pool, 1001);
    EXPECT_EQ(stays.code, "fragmented");
    EXPECT_EQ(detail(stays, "nodes"), "node-3");
    EXPECT_EQ(detail(stays, "unmoved"), "one and two");
    EXPECT_TRUE(says(stays,
                     "Not moved, because each would lose more than 600 s of work: one and "
                     "two."))
        << stays.text;
    pool.scenario.settings.consolidation = false;
    EXPECT_EQ(detail(tell(pool, 1001), "unmoved"), "") << "nobody is moved";
}

// What a list of results says of it is what the explanation says.
TEST(BindingReasons, AResultAndAnExplanationNameTheSameNearest) {
    Pool pool = twoTeams(8, 4, 4);
    pool.scenario.quotas[2].policy.minRuntime = 60 * kSecond;
    pool.work("guest", "b", 800, 0);
    pool.work("w", "a", 200, 10);
    pool.work("like-it", "a", 200, 11);
    const Simulation at = pool.run(20);
    for (const char* name : {"w", "like-it"}) {
        const auto explanation = at.explain(name);
        ASSERT_TRUE(explanation && explanation->reason);
        const auto workloads = at.outcome().workloads;
        const auto listed = std::find_if(workloads.begin(), workloads.end(),
                                         [&](const auto& each) { return each.first == name; });
        ASSERT_NE(listed, workloads.end());
        EXPECT_EQ(listed->second.reason, explanation->reason);
        EXPECT_EQ(detail(explanation->reason->message, "nearest"), "guest");
        EXPECT_EQ(detail(explanation->reason->message, "until"), "60 s");
    }
}

// A list of results has no room for trials: the reason itself says what has to change.
TEST(BindingReasons, EveryReasonNamesWhatHasToChange) {
    std::map<ReasonCode, int> seen;
    for (unsigned seed = 0; seed < 120; ++seed) {
        const Simulation at = testing::randomWaits(seed).run(8);
        for (const auto& [name, outcome] : at.outcome().workloads) {
            if (!outcome.reason)
                continue;
            ++seen[outcome.reason->code];
            const std::string text = render(outcome.reason->message);
            EXPECT_TRUE(isComplete(outcome.reason->message)) << text;
            bool remedy = false;
            for (const char* words :
                 {"can start ", "starts after ", "It needs ", "Add a ", "Add nodes", "Raise ",
                  "Ask a ", "Submit this", "Set borrowing"})
                remedy = remedy || text.find(words) != std::string::npos;
            EXPECT_TRUE(remedy) << "seed " << seed << ", " << name << ": " << text;
        }
    }
    EXPECT_GE(seen.size(), 12U);
}

TEST(BindingReasons, CpuIsNamedWithItsNumbersAndItsHolders) {
    Pool pool;
    pool.nodes(1, 2);
    pool.scenario.nodes[0].node.cpu = 16 * kOneCore;
    pool.scenario.nodes[0].node.memory = 64 * kOneGib;
    pool.quota("pool", 2);
    pool.quota("one", 1, "pool");
    pool.quota("two", 0, "pool").policy.weight = 1;
    pool.work("other", "two", 0, 0).request.cpu = 16 * kOneCore;
    pool.work("w", "one", 100, 1).request.cpu = 8 * kOneCore;
    const Told told = tell(pool, 2);
    EXPECT_EQ(told.code, "fragmented.other");
    EXPECT_EQ(detail(told, "resource"), "cpu");
    EXPECT_EQ(detail(told, "requested"), "8 cores");
    EXPECT_EQ(detail(told, "free"), "0 cores");
    EXPECT_EQ(detail(told, "total"), "16 cores");
    EXPECT_EQ(detail(told, "holders"), "other");
    EXPECT_TRUE(says(told, "needs 8 cores, and node has the most (0 cores free of 16 cores)"))
        << told.text;
    const auto explanation = pool.run(2).explain("w");
    ASSERT_EQ(explanation->holders.size(), 1U);
    EXPECT_EQ(formatValue(heldBy(explanation->holders[0])), "16 cores");
    std::ostringstream json;
    writeExplanation(json, *explanation);
    EXPECT_NE(json.str().find(R"("gpu": 0, "cpu": 16,)"), std::string::npos) << json.str();
    // Memory, where that is what is missing.
    pool.scenario.workloads[0].request = {0, 0, 60 * kOneGib};
    pool.scenario.workloads[1].request = {100, kOneCore, 8 * kOneGib};
    EXPECT_EQ(detail(tell(pool, 2), "resource"), "memory");
    EXPECT_EQ(detail(tell(pool, 2), "free"), "4 GiB");
}

TEST(BindingReasons, WhatIsFreeOfAnotherTypeIsNotSaidToBeMissing) {
    Pool pool;
    pool.nodes(1, 4);
    pool.scenario.nodes[0].node.gpuType = "H100";
    NodeGroup others = pool.scenario.nodes[0];
    others.node.name = "other";
    others.node.gpuType = "A100";
    pool.scenario.nodes.push_back(others);
    pool.quota("pool", 8);
    pool.quota("prod", 4, "pool");
    pool.quota("lab", 4, "pool");
    pool.work("lab-1", "lab", 400, 0).gpuType = "H100";
    pool.work("w", "prod", 400, 1).gpuType = "H100";
    const Told told = tell(pool, 2);
    EXPECT_EQ(told.code, "no-eligible-victims");
    EXPECT_EQ(detail(told, "gpuType"), "H100");
    EXPECT_EQ(detail(told, "free"), "0 GPUs");
    EXPECT_EQ(detail(told, "ready"), "4 GPUs");
    EXPECT_EQ(detail(told, "holders"), "lab-1");
    EXPECT_TRUE(says(told, "Nodes of type H100 have 0 GPUs free of 4 GPUs.")) << told.text;
    pool.scenario.nodes.pop_back();
    pool.scenario.quotas[0].guaranteed.gpu = 400;
    pool.scenario.quotas[1].guaranteed.gpu = 200;
    pool.scenario.quotas[2].guaranteed.gpu = 200;
    EXPECT_EQ(detail(tell(pool, 2), "gpuType"), "") << "there is one type only";
}

// A node like those that are there, however much waits.
TEST(BindingReasons, AnOrdinaryNodeOfThePoolIsOffered) {
    Pool pool;
    pool.nodes(2, 8);
    pool.scenario.nodes[0].node.cpu = 64 * kOneCore;
    pool.scenario.nodes[0].node.memory = 512 * kOneGib;
    NodeGroup small = pool.scenario.nodes[0];
    small.count = 1;
    small.node.name = "small";
    small.node.gpu = 4 * kOneGpu;
    pool.scenario.nodes.push_back(small);
    pool.quota("team", 20);
    for (const char* name : {"fat-1", "fat-2", "fat-3"})
        pool.work(name, "team", kOneGpu, 0).request.cpu = 60 * kOneCore;
    pool.work("big", "team", 6 * kOneGpu, 1).request.memory = 480 * kOneGib;
    pool.work("w", "team", 6 * kOneGpu, 2).request.cpu = 8 * kOneCore;
    const auto explanation = pool.run(3).explain("w");
    ASSERT_FALSE(explanation->unblock.empty());
    const auto* added = std::get_if<NodesToAdd>(&explanation->unblock.front().change);
    ASSERT_NE(added, nullptr) << render(explanation->unblock.front().message);
    EXPECT_EQ(added->node.gpu, 8 * kOneGpu);
    EXPECT_EQ(added->node.cpu, 64 * kOneCore);
    EXPECT_EQ(added->node.memory, 512 * kOneGib);
    EXPECT_EQ(render(explanation->unblock.front().message).find("Add a node like node-1, with"), 0U)
        << render(explanation->unblock.front().message);
    std::ostringstream json;
    writeExplanation(json, *explanation);
    EXPECT_NE(json.str().find(R"("moves": [)"), std::string::npos);
}

// Small ones that came later start beside a gang that waits for the whole pool.
TEST(BindingReasons, AGangIsToldWhoPassesItAndThatAnOrderHelps) {
    Pool pool;
    pool.nodes(2, 4);
    pool.quota("team", 8);
    const auto small = [&](const std::string& name, Instant at) {
        Workload& work = pool.work(name, "team", 2 * kOneGpu, at);
        work.duration = 40 * kSecond;
    };
    for (int i = 0; i < 12; ++i)
        small("s-" + std::to_string(i), i * 10);
    Workload& gang = pool.work("w", "team", 4 * kOneGpu, 15);
    gang.replicas = 2;
    const Told told = tell(pool, 100);
    EXPECT_EQ(detail(told, "overtaken"), "9") << told.text;
    EXPECT_EQ(detail(told, "overtakenSince"), "20 s");
    EXPECT_EQ(detail(told, "queue"), "team");
    EXPECT_TRUE(says(told, "9 since 20 s. Set the scheduling policy of team to FIFO")) << told.text;
    pool.scenario.quotas[0].policy.queueing = Queueing::fifo;
    EXPECT_EQ(detail(tell(pool, 50), "overtaken"), "") << "in order nobody passes it";
    EXPECT_EQ(tell(pool, 100).code, "") << "it runs";
}

TEST(BindingReasons, WhoComesFirstAnywayPassesNobody) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("team", 4);
    pool.work("first", "team", 2 * kOneGpu, 0);
    pool.work("w", "team", 4 * kOneGpu, 1);
    pool.work("urgent", "team", 2 * kOneGpu, 2, 9);
    EXPECT_EQ(detail(tell(pool, 3), "overtaken"), "");
}

TEST(BindingReasons, AQuotaAboveALoweredLimitIsSaidToBe) {
    Pool pool = twoTeams(16, 4, 12);
    for (const char* name : {"a-1", "a-2", "a-3"})
        pool.work(name, "a", 400, 1);
    PolicyEvent lower{"a", {}};
    lower.change.limit = std::optional<Limit>(Limit{400, {}, {}});
    pool.event(100, lower);
    pool.work("w", "a", 100, 101);
    const Told told = tell(pool, 102);
    EXPECT_EQ(told.code, "over-limit.above");
    EXPECT_EQ(detail(told, "placed"), "12 GPUs");
    EXPECT_EQ(detail(told, "bound"), "4 GPUs");
    EXPECT_TRUE(says(told, "already above its limit of 4 GPUs")) << told.text;
}

}  // namespace
}  // namespace apportion
