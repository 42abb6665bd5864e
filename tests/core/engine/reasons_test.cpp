// SPDX-License-Identifier: GPL-3.0-or-later
// Why it waits: for every code a small pool that produces it, and the sentence it then says.
#include "core/engine/reasons.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/engine/victim_search.h"
#include "tests/core/engine/hopeless_pool.h"
#include "tests/core/engine/random_waits.h"
#include "tests/core/engine/told.h"
#include "tests/core/sanitized.h"

namespace apportion {
namespace {

using testing::Pool;
using testing::tell;
using testing::Told;
using testing::twoTeams;
using testing::whyOf;

Workspace workspaceOf(std::vector<Cap> caps) {
    Workspace workspace;
    workspace.name = "ws";
    workspace.quotas = {"a"};
    workspace.members = {{"ana", Role::member}};
    workspace.caps = std::move(caps);
    return workspace;
}

Cap capOf(Gpu gpus, std::optional<PriorityRange> priorities = {}) {
    Cap cap;
    cap.gpu = gpus * kOneGpu;
    cap.priorities = priorities;
    return cap;
}

TEST(Reasons, Forbidden) {
    Pool pool = twoTeams(8, 4, 4);
    pool.scenario.workspaces = {workspaceOf({})};
    Workload& w = pool.work("w", "a", 100, 0);
    w.workspace = "ws";
    w.user = "bo";
    EXPECT_EQ(tell(pool).code, "forbidden.user");
    EXPECT_EQ(tell(pool).text,
              "bo is not a member of workspace ws. Ask a workspace admin to add bo as a member, "
              "and submit this workload again.");
    pool.scenario.workloads[0].user = "ana";
    pool.scenario.workloads[0].quota = "b";
    EXPECT_EQ(tell(pool).code, "forbidden.quota");
}

TEST(Reasons, MaxPriority) {
    Pool pool = twoTeams(8, 4, 4);
    pool.scenario.workspaces = {workspaceOf({capOf(0, PriorityRange{7, 9})})};
    Workload& w = pool.work("w", "a", 100, 0, 8);
    w.workspace = "ws";
    w.user = "ana";
    EXPECT_EQ(tell(pool).text,
              "A user cap of workspace ws allows ana no GPUs at priority 8. Submit this "
              "workload again with another priority, or raise the cap first.");
}

TEST(Reasons, NeverFits) {
    Pool pool = twoTeams(4, 2, 2);
    Workload& w = pool.work("w", "a", 500, 0);
    EXPECT_EQ(tell(pool).text,
              "One replica needs 5 GPUs, and the largest node, node, has 4 GPUs. Add a larger "
              "node, or submit this workload again with smaller replicas.");
    w.request = {100, 100'001 * kOneCore, 0};
    pool.scenario.nodes.front().node.cpu = 8 * kOneCore;
    EXPECT_EQ(tell(pool).text,
              "One replica needs 100001 cores, and the largest node, node, has 8 cores. Submit "
              "this workload again with smaller replicas.");
    pool.scenario.nodes.front().node.cpu.reset();
    w.request = {};
    w.request.gpu = 200;
    w.replicas = 3;
    EXPECT_EQ(tell(pool).text,
              "All 3 replicas start together, and the empty nodes of a have room for 2 of them. "
              "Add nodes, or submit this workload again with fewer replicas.");
    w.replicas = 1;
    w.request.cpu = 8 * kOneCore;
    pool.scenario.nodes[0].node.cpu = 6 * kOneCore;
    EXPECT_EQ(tell(pool).text,
              "One replica needs 8 cores, and the largest node, node, has 6 cores. Add a larger "
              "node, or submit this workload again with smaller replicas.");
    w.request.cpu = 0;
    w.request.gpu = 400;
    pool.scenario.quotas[1].policy.limit.gpu = 300;
    EXPECT_EQ(tell(pool).code, "never-fits.limit");
    EXPECT_EQ(tell(pool).text,
              "This workload needs 4 GPUs, and the limit of a is 3 GPUs. Raise the limit by 1 GPU, "
              "or submit this workload again with less.");
}

TEST(Reasons, NeverFitsWhereThereIsNoNode) {
    Pool pool = twoTeams(4, 0, 0);
    pool.work("w", "a", 100, 0);
    pool.scenario.quotas[0].policy.nodes = NodeSelector{};
    pool.scenario.quotas[0].policy.nodes->gpuType = "H100";
    EXPECT_EQ(tell(pool).text,
              "No node belongs to root. Add a node that root selects and that can hold one replica "
              "(1 GPU).");
    pool.scenario.quotas[0].policy.nodes.reset();
    pool.scenario.nodes.clear();
    EXPECT_EQ(tell(pool).code, "never-fits.no-node");
    EXPECT_EQ(tell(pool).text,
              "The pool has no nodes. Add a node that can hold one replica (1 GPU).");
    Pool left = twoTeams(4, 0, 0);
    left.event(1, NodeEvent{"node", NodeState::down, NodeMove::leaves});
    left.work("w", "a", 100, 2);
    EXPECT_EQ(tell(left, 3).code, "never-fits.no-node") << "the last of them has left";
}

TEST(Reasons, NeverFitsWhereNoNodeHasAGpu) {
    Pool pool = twoTeams(4, 0, 0);
    pool.scenario.nodes[0].node.gpu = 0;
    for (Quota& quota : pool.scenario.quotas)
        quota.guaranteed.gpu = 0;
    pool.work("w", "a", 100, 0);
    EXPECT_EQ(tell(pool).code, "never-fits.no-gpu");
    EXPECT_EQ(tell(pool).text,
              "One replica needs 1 GPU, and no node that it can use has a GPU. Add a node with at "
              "least 1 GPU.");
    pool.scenario.workloads[0].gpuType = "H100";
    EXPECT_EQ(tell(pool).code, "never-fits.no-gpu");
}

TEST(Reasons, GpuTypesAreThoseOfNodesThatHaveGpus) {
    Pool pool = twoTeams(4, 2, 2);
    NodeGroup bare = pool.scenario.nodes[0];
    bare.node.name = "bare";
    bare.node.gpu = 0;
    bare.node.gpuType = "H100";
    pool.scenario.nodes.push_back(bare);
    pool.work("w", "a", 100, 0).gpuType = "H100";
    EXPECT_EQ(
        tell(pool).text,
        "This workload needs GPUs of type H100, and no such node can hold it. Available types: "
        "none. Add a node of this type, or submit this workload again with another type.");
    pool.scenario.nodes[0].node.gpuType = "A100";
    EXPECT_EQ(
        tell(pool).text,
        "This workload needs GPUs of type H100, and no such node can hold it. Available types: "
        "A100. Add a node of this type, or submit this workload again with another type.");
}

TEST(Reasons, GpuType) {
    Pool pool = twoTeams(4, 2, 2);
    pool.scenario.nodes[0].node.gpuType = "A100";
    pool.work("w", "a", 100, 0).gpuType = "H100";
    EXPECT_EQ(
        tell(pool).text,
        "This workload needs GPUs of type H100, and no such node can hold it. Available types: "
        "A100. Add a node of this type, or submit this workload again with another type.");
}

TEST(Reasons, BlockedByHead) {
    Pool pool = twoTeams(4, 2, 2);
    pool.scenario.quotas[1].policy.queueing = Queueing::fifo;
    pool.work("full", "b", 400, 0).preemptible = true;
    pool.work("head", "a", 400, 1);
    pool.work("w", "a", 100, 1);
    EXPECT_EQ(tell(pool, 2).text,
              "a starts its queue in order (fifo), and head is first. This workload can start "
              "after head starts or leaves the queue, or with round robin.");
    pool.scenario.quotas[1].policy.queueing = Queueing::balance;
    EXPECT_EQ(tell(pool, 2).text,
              "a starts its queue in order (balance), and head is first. This workload can start "
              "after head starts or leaves the queue, or with round robin. The balance window "
              "opens for this workload at 181 s.");
}

// Of two caps the one under which most is missing.
TEST(Reasons, Cap) {
    Pool pool = twoTeams(8, 8, 0);
    pool.scenario.workspaces = {workspaceOf({capOf(4), capOf(2, PriorityRange{7, 9})})};
    for (const char* name : {"first", "w"}) {
        Workload& each = pool.work(name, "a", 200, 0, 8);
        each.workspace = "ws";
        each.user = "ana";
    }
    EXPECT_EQ(tell(pool).text,
              "ana has 2 GPUs in workspace ws and requests 2 GPUs, and the user cap is 2 GPUs. It "
              "can start only after other workloads of ana release 2 GPUs, or after the cap is "
              "raised by 2 GPUs.");
    pool.scenario.workloads.back().request.gpu = 300;
    EXPECT_EQ(tell(pool).text,
              "ana has 2 GPUs in workspace ws and requests 3 GPUs, and the user cap is 2 GPUs. "
              "Further user caps are in the way: 4 GPUs. It can start only after the cap is raised "
              "by at least 1 GPU.");
    pool.scenario.workspaces.front().caps.front().gpu = 800;
    EXPECT_EQ(tell(pool).text,
              "ana has 2 GPUs in workspace ws and requests 3 GPUs, and the user cap is 2 GPUs. It "
              "can start only after the cap is raised by at least 1 GPU.");
    pool.scenario.workloads.erase(pool.scenario.workloads.begin());
    EXPECT_EQ(tell(pool).text,
              "ana has 0 GPUs in workspace ws and requests 3 GPUs, and the user cap is 2 GPUs. It "
              "can start only after the cap is raised by at least 1 GPU.");
}

TEST(Reasons, WaitingForVictims) {
    Pool pool = twoTeams(4, 4, 0);
    pool.scenario.settings.gracePeriod = 30 * kSecond;
    pool.work("guest", "b", 400, 0);
    pool.work("w", "a", 400, 5);
    EXPECT_EQ(
        tell(pool, 6).text,
        "GPUs are reserved. This workload starts after these stop, by 35 s at the latest: guest.");
}

TEST(Reasons, Fragmented) {
    Pool pool;
    pool.scenario.settings.consolidation = false;
    pool.nodes(2, 4);
    pool.quota("root", 8);
    pool.scenario.settings.placement = PlacementPolicy::spread;
    pool.work("one", "root", 200, 0);
    pool.work("two", "root", 200, 0);
    Workload& w = pool.work("w", "root", 300, 1);
    EXPECT_EQ(tell(pool).text,
              "4 GPUs free in total, but not on one node: one replica needs 3 GPUs, and node-1 has "
              "the most (2 GPUs). It can start after workloads on these nodes end or move, or "
              "after a node is added.");
    w.request.gpu = 100;
    pool.scenario.nodes[0].node.cpu = 4 * kOneCore;
    w.request.cpu = 3 * kOneCore;
    w.replicas = 2;
    pool.scenario.workloads[0].request.cpu = 2 * kOneCore;
    EXPECT_EQ(tell(pool).text,
              "4 GPUs free in total, but the 2 replicas start together, and the nodes have room "
              "for 1 of them. The missing resource is cpu. It can start after workloads on these "
              "nodes end or move, or after a node is added.");
    pool.scenario.workloads[1].request.cpu = 2 * kOneCore;
    EXPECT_EQ(tell(pool).text,
              "Enough GPUs are free, but one replica needs 3 cores, and node-1 has the most (2 "
              "cores free of 4 cores). Workloads there: one. It can start after workloads on these "
              "nodes end or move, or after a node is added.");
}

TEST(Reasons, AboveFairShare) {
    Pool pool = twoTeams(4, 2, 2);
    pool.work("mine", "a", 200, 0);
    pool.work("theirs", "b", 200, 0);
    Workload& w = pool.work("w", "a", 100, 1);
    EXPECT_EQ(tell(pool).text,
              "Not enough GPUs are free, and 1 GPU more would exceed the fair share of a (2 GPUs "
              "of 2 GPUs allocated). It can start when enough GPUs are free, or after a gets a "
              "larger guarantee.");
    w.request.gpu = 300;
    EXPECT_EQ(tell(pool).code, "above-fair-share.gang");
}

// The quota as a whole has more: it stands beside the sentence.
TEST(Reasons, AboveFairShareOfTheOwnPartOfAParent) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("p", 4);
    Quota& child = pool.quota("c", 4);
    child.parent = "p";
    child.policy.weight = 1;
    pool.work("theirs", "c", 400, 0);
    Workload& w = pool.work("w", "p", 100, 1);
    const Told told = tell(pool);
    EXPECT_EQ(told.code, "above-fair-share.gang");
    EXPECT_EQ(told.text,
              "This workload needs 1 GPU, more than the fair share of p (0 GPUs), so it cannot "
              "preempt others. Only workloads submitted directly to p count here. It can start "
              "when enough GPUs that it can use are free.");
    w.quota = "c";
    EXPECT_EQ(tell(pool).code, "above-fair-share");
}

// While nodes are away a guarantee may be more than the fair share: it is the bound then, and
// named.
TEST(Reasons, WhereTheGuaranteeIsMoreThanTheFairShareItBoundsAClaim) {
    Pool pool;
    pool.nodes(3, 8);
    pool.quota("a", 12);
    pool.quota("b", 12);
    pool.event(0, NodeEvent{"node-3", NodeState::down});
    pool.work("ours", "a", 800, 0);
    pool.work("more", "a", 400, 0);
    pool.work("theirs", "b", 400, 0);
    pool.work("waits", "b", 800, 0);
    Workload& w = pool.work("w", "a", 400, 1);
    EXPECT_EQ(whyOf(pool, "theirs"),
              "no-claim.guarantee: 4 GPUs more would exceed the guarantee of a (12 GPUs of 12 "
              "GPUs allocated), so w cannot evict it.");
    w.request.gpu = 800;
    w.replicas = 2;
    EXPECT_EQ(whyOf(pool, "theirs"),
              "gang-above-share.guarantee: w needs 16 GPUs, more than the guarantee of a (12 "
              "GPUs), so it cannot evict this one.");
}

TEST(Reasons, AboveFairShareWhereHigherRanksTakeTheRest) {
    Pool pool;
    pool.nodes(2, 8);
    pool.quota("a", 2).policy.rank = 1;
    pool.quota("b", 2).policy.weight = 3;
    pool.quota("c", 4).policy.weight = 0;
    for (int i = 0; i < 6; ++i)
        pool.work("a-" + std::to_string(i), "a", 200, 0);
    for (int i = 0; i < 3; ++i)
        pool.work("c-" + std::to_string(i), "c", 200, 0);
    pool.work("b-0", "b", 200, 0);
    Workload& w = pool.work("w", "b", 200, 1);
    Told told = tell(pool);
    EXPECT_EQ(told.code, "above-fair-share");
    EXPECT_NE(told.text.find("Surplus goes to a first (rank 1)."), std::string::npos) << told.text;
    const auto edits = pool.run(1).explain("w")->unblock;
    const auto rank = std::find_if(edits.begin(), edits.end(), [](const Unblock& each) {
        return each.message.code == "raise-rank";
    });
    ASSERT_NE(rank, edits.end());
    EXPECT_EQ(render(rank->message),
              "Raise the rank of b from 0 to 1. Higher ranks get surplus first.");
    w.quota = "c";
    const auto says = [&](const char* words) {
        return tell(pool).text.find(words) != std::string::npos;
    };
    EXPECT_TRUE(says("Surplus goes to a first (rank 1).")) << tell(pool).text;
    w.request.gpu = 600;
    EXPECT_EQ(tell(pool).code, "above-fair-share.gang");
    EXPECT_TRUE(says("Surplus goes to a first (rank 1).")) << tell(pool).text;
    w.quota = "b";
    EXPECT_EQ(tell(pool).code, "above-fair-share.gang");
    EXPECT_TRUE(says("Surplus goes to a first (rank 1).")) << tell(pool).text;
    pool.scenario.quotas[1].policy.rank = 1;
    EXPECT_EQ(tell(pool).code, "above-fair-share");
    EXPECT_FALSE(says("rank")) << "its weight counts then";
}

TEST(Reasons, NoCapacity) {
    Pool pool = twoTeams(4, 2, 2);
    pool.work("mine", "a", 300, 0);
    pool.work("w", "a", 200, 1).idle = true;
    EXPECT_EQ(tell(pool).text,
              "Background workloads run only on free GPUs. Requested: 2 GPUs. Free: 1 GPU. It can "
              "start when enough GPUs that it can use are free.");
    EXPECT_EQ(whyOf(pool, "mine"),
              "idle-takes-nothing: w is a background workload, which cannot evict others.");
}

TEST(Reasons, NoEligibleVictims) {
    // All that stands in the way of one that may ask, from the nearest on.
    Pool pool = twoTeams(4, 2, 2);
    pool.work("guest", "b", 400, 0);
    pool.work("w", "a", 200, 10);
    pool.scenario.quotas[2].policy.minRuntime = 60 * kSecond;
    EXPECT_EQ(tell(pool, 11).text,
              "a is entitled to 2 GPUs (free: 0 GPUs), but no allowed eviction frees the other 2 "
              "GPUs. The next workload to evict, guest with 4 GPUs, is within its minimum runtime "
              "until 60 s. It can start when enough running workloads end.");
    EXPECT_EQ(whyOf(pool, "guest", 11), "minimum-runtime: Within its minimum runtime until 60 s.");

    pool.scenario.quotas[2].policy.minRuntime.reset();
    SelfPreemption back;
    back.high = {5, 9};
    back.low = {1, 4};
    back.modules.set();
    back.mayTakeGuaranteed = true;
    pool.scenario.quotas[2].policy.selfPreemption = back;
    pool.scenario.workloads[1].priority = 3;
    EXPECT_EQ(tell(pool, 11).text,
              "a is entitled to 2 GPUs (free: 0 GPUs), but no allowed eviction frees the other 2 "
              "GPUs. guest with 4 GPUs is not evicted because a policy of b would let it evict "
              "this workload immediately. It can start when enough running workloads end.");

    Pool kept = twoTeams(4, 2, 2);
    kept.quota("b.1", 2, "b");
    kept.work("fixed", "a", 200, 0).preemptible = false;
    kept.work("theirs", "b.1", 200, 0);
    kept.work("w", "a", 100, 1, 9);
    kept.scenario.quotas[1].policy.priorityPreemption = true;
    EXPECT_EQ(tell(kept).text,
              "This workload needs 1 GPU (free: 0 GPUs), and no preemption policy frees the other "
              "1 GPU. The next workload to evict, fixed with 2 GPUs, is not preemptible, and no "
              "policy names it. It can start when enough running workloads end, or after a "
              "preemption policy allows it to evict them.");

    Pool few = twoTeams(4, 2, 2);
    few.work("guest", "b", 300, 0);
    few.work("hers", "a", 100, 0);
    few.work("w", "a", 100, 1);
    few.scenario.workloads[2].replicas = 1;
    EXPECT_EQ(tell(few).code, "");  // it takes from guest
}

// A quota is named beside the nearest where it stands in the way.
TEST(Reasons, NoEligibleVictimsByNoPolicy) {
    Pool pool = twoTeams(4, 1, 3);
    pool.work("theirs", "b", 300, 0);
    pool.work("hers", "a", 100, 0, 9);
    pool.work("w", "a", 100, 1, 7);
    pool.scenario.quotas[1].policy.priorityPreemption = true;
    const Told told = tell(pool, 2);
    EXPECT_EQ(told.code, "no-eligible-victims.policy");
    EXPECT_EQ(std::count_if(told.arguments.begin(), told.arguments.end(),
                            [](const auto& each) { return each.name == "holderQuota"; }),
              0);
}

// It has no claim because it is larger than the share, and not because of who runs.
TEST(Reasons, AGangBeyondItsShareIsToldSoBesideAPolicyThatDoesNotHelp) {
    Pool pool = twoTeams(8, 2, 6);
    pool.work("theirs", "b", 600, 0);
    pool.work("w", "a", 400, 1, 7);
    pool.scenario.quotas[1].policy.priorityPreemption = true;
    const Told told = tell(pool, 2);
    EXPECT_EQ(told.code, "no-eligible-victims.policy");
    EXPECT_NE(told.text.find("4 GPUs more would exceed the fair share of a (0 GPUs of 2 GPUs "
                             "allocated). No policy lets it evict theirs with 6 GPUs."),
              std::string::npos)
        << told.text;
}

// CPU is what is short and GPUs are what may be taken: a knapsack that the search does not finish.
// The reason says so and where it stopped.
TEST(Reasons, NodesThatTakeNoWork) {
    Pool pool;
    pool.nodes(3, 4);
    pool.quota("root", 8);
    pool.work("w", "root", 400, 0);
    for (const char* node : {"node-1", "node-3"})
        pool.event(1, NodeEvent{node, NodeState::down});
    pool.event(1, NodeEvent{"node-2", NodeState::cordoned});
    pool.work("other", "root", 400, 2);
    const Told told = tell(pool, 3, "other");
    EXPECT_EQ(told.code, "no-eligible-victims.nodes");
    EXPECT_EQ(told.text,
              "This workload needs 4 GPUs, but the ready nodes that it can use have 0 GPUs in "
              "total. Down, cordoned, or draining: node-1, node-2 and node-3. It can start after a "
              "node returns to service or is added.");
    pool.event(2, NodeEvent{"node-3", NodeState::ready});
    EXPECT_EQ(tell(pool, 3, "w").code, "") << "it runs";

    Pool typed;
    typed.nodes(1, 4);
    typed.scenario.nodes[0].node.gpuType = "H100";
    Node plain;
    plain.name = "plain";
    plain.gpu = 400;
    typed.scenario.nodes.push_back({plain, 1});
    typed.quota("root", 8);
    typed.work("w", "root", 400, 2).gpuType = "H100";
    typed.event(1, NodeEvent{typed.scenario.nodes[0].node.name, NodeState::down});
    EXPECT_EQ(tell(typed, 3, "w").text,
              "This workload needs 4 GPUs, but the ready nodes that it can use have 0 GPUs in "
              "total. Down, cordoned, or draining: node. Nodes of type H100 have 0 GPUs free of 0 "
              "GPUs. It can start after a node returns to service or is added.");
}

TEST(Reasons, UnprovenNo) {
    const Pool pool = testing::hopeless(1);
    const Simulation simulation = pool.run(1);
    const Engine& engine = simulation.engine();
    const auto reason = engine.fullReason(*engine.findWorkload("w0"));
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->message.code, "no-eligible-victims");
    EXPECT_TRUE(isComplete(reason->message));
    const auto& arguments = reason->message.arguments;
    ASSERT_GE(arguments.size(), 2u);
    EXPECT_EQ(arguments[arguments.size() - 2], (Argument{"proven", Value::ofFlag(false)}));
    EXPECT_EQ(arguments.back(), (Argument{"steps", Value::ofCount(60'000)}));
    EXPECT_NE(render(reason->message).find("stopped after 60000 steps"), std::string::npos);
}

// In random histories every reason and every holder has a whole sentence; the state is left as it
// was.
TEST(Reasons, AreWholeSentences) {
    std::set<std::string> codes;
    std::set<std::string> holders;
    for (unsigned seed = 1; seed <= 400 / testing::kFewer; ++seed) {
        const auto scenario = std::make_shared<const Scenario>(testing::randomWaits(seed).scenario);
        Simulation simulation(scenario);
        for (int steps = 0; steps < 60 && simulation.step(); ++steps) {
            if (steps % 5 != 0)
                continue;
            const Engine& engine = simulation.engine();
            for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
                const auto reason = engine.fullReason(id);
                if (!reason)
                    continue;
                EXPECT_TRUE(isComplete(reason->message)) << reason->message.code;
                EXPECT_EQ(render(reason->message).find('{'), std::string::npos);
                EXPECT_EQ(engine.reason(id)->code, reason->code);
                codes.insert(reason->message.code);
                int leftOut = 0;
                for (const Holder& holder : engine.holders(id, 20, leftOut)) {
                    EXPECT_TRUE(isComplete(holder.why)) << holder.why.code;
                    holders.insert(holder.why.code);
                }
            }
        }
    }
    EXPECT_GE(codes.size(), 20u);
    EXPECT_GE(holders.size(), 18u);
}

// Who waits because there is no set of victims has none, by a search anew.
TEST(Reasons, NoVictimsMeansNoSet) {
    int asked = 0;
    for (unsigned seed = 1; seed <= 400 / testing::kFewer; ++seed) {
        testing::Moments moments(testing::randomWaits(seed).scenario);
        for (int steps = 0; steps < 60 && moments.step(); ++steps) {
            EngineState& state = moments.state();
            for (const WorkloadId id : state.jobs.living()) {
                const auto reason = reasonOf(state, id);
                if (!reason || reason->code != ReasonCode::noEligibleVictims)
                    continue;
                EngineState fork = state;
                fork.pass = 0;  // it is over, and protects nobody
                const VictimAnswer answer = chooseVictims(fork, id);
                EXPECT_FALSE(answer.choice) << "seed " << seed << " at " << state.now;
                EXPECT_TRUE(answer.proven);
                ++asked;
            }
        }
    }
    EXPECT_GT(asked, 300 / testing::kFewer);
}

}  // namespace
}  // namespace apportion
