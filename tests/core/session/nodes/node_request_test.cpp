// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/node_request.h"

#include <gtest/gtest.h>

#include "core/change/command.h"
#include "core/io/scenario_parts.h"

namespace apportion {
namespace {

NodeMap mapOf(const std::vector<std::string>& names) {
    NodeMap map;
    for (const std::string& name : names) {
        NodeRow row;
        row.name = name;
        row.devices = 4;
        row.gpuType = "L40S";
        map.rows.push_back(row);
    }
    return map;
}

TEST(NodeRequest, MoreNodesAreLikeTheLastAndGoOnAsItIsNamed) {
    const NodeGroup more = nextNodes(mapOf({"node-1", "node-2", "node-16"}));
    EXPECT_EQ(more.node.name, "node-17");
    EXPECT_EQ(more.node.gpu, 4 * kOneGpu);
    EXPECT_EQ(more.node.gpuType, "L40S");
    EXPECT_EQ(more.count, 1);
    const auto next = [](const std::vector<std::string>& names, int count = 1) {
        return nextNodes(mapOf(names), count).node.name;
    };
    EXPECT_EQ(next({"node-3", "node-20", "node-4"}), "node-21") << "after the highest";
    EXPECT_EQ(next({"gpu08", "gpu09"}), "gpu10");
    EXPECT_EQ(next({"gpu098", "gpu099"}), "gpu100");
    EXPECT_EQ(next({"a-7", "rack2-gpu01"}), "rack2-gpu02");
    EXPECT_EQ(next({"dgx"}), "dgx2");
    EXPECT_EQ(next({"7"}), "8");
    EXPECT_EQ(next({"n-1", "n-2-1"}), "n-2-2");
    EXPECT_EQ(next({"n-3-1", "n-2"}), "n2") << "n-3 would meet another group";
    EXPECT_EQ(next({"host12345678901234567890"}), "host123456789012345678902");
    EXPECT_EQ(nextNodes({}).node.gpu, 8 * kOneGpu);
    EXPECT_EQ(nextNodes({}).node.name, "node");
}

// NAME-1 to NAME-4 may not meet what is there.
TEST(NodeRequest, SeveralNodesHaveANameOfTheirOwn) {
    EXPECT_EQ(nextNodes(mapOf({"node-1", "node-16"}), 4).node.name, "node2");
    EXPECT_EQ(nextNodes(mapOf({"node-16", "node2-1", "node2-4"}), 4).node.name, "node3");
    EXPECT_EQ(nextNodes(mapOf({"gpu08"}), 2).node.name, "gpu");
    EXPECT_EQ(nextNodes(mapOf({"dgx"}), 2).node.name, "dgx2");
    EXPECT_EQ(nextNodes(mapOf({"7"}), 2).node.name, "node");
    EXPECT_EQ(nextNodes({}, 3).count, 3);
}

TEST(NodeRequest, AProblemIsAboutOnePartOfThem) {
    const auto part = [](const char* pointer, const char* code = "") {
        Problem problem;
        problem.pointer = pointer;
        problem.message.code = code;
        return partOf(problem);
    };
    EXPECT_EQ(part("nodes"), NodePart::name) << "its name is taken";
    EXPECT_EQ(part("/nodes"), NodePart::name) << "as commands refuse an argument";
    EXPECT_EQ(part("/gpu-type"), NodePart::gpuType);
    EXPECT_EQ(part("/nodes/2/name"), NodePart::name);
    EXPECT_EQ(part("/nodes/count"), NodePart::count);
    EXPECT_EQ(part("/nodes", "too-many-nodes"), NodePart::count);
    EXPECT_EQ(part("/nodes/gpu"), NodePart::gpus);
    EXPECT_EQ(part("gpu-type"), NodePart::gpuType);
    EXPECT_EQ(part("/nodes/0/gpuType"), NodePart::gpuType);
    EXPECT_EQ(part("cpu"), NodePart::cpu);
    EXPECT_EQ(part("memory"), NodePart::memory);
    EXPECT_EQ(part("/quotas/0/guaranteed/gpu"), NodePart::all);
    EXPECT_EQ(part(""), NodePart::all);
}

// Known before anybody is asked.
TEST(NodeRequest, ANameOfANodeThatIsThereIsTaken) {
    const NodeMap map = mapOf({"node-1", "node-2", "box"});
    const auto taken = [&](const char* name, int count) {
        NodeGroup group;
        group.node.name = name;
        group.count = count;
        const auto message = takenName(map, group);
        return message ? render(*message) : std::string();
    };
    EXPECT_EQ(taken("box", 1), "The node box already exists.");
    EXPECT_EQ(taken("box", 2), "") << "these are box-1 and box-2";
    EXPECT_EQ(taken("node", 2), "The node node-1 already exists.");
    EXPECT_EQ(taken("node", 1), "");
    EXPECT_EQ(taken("node-2", 1), "The node node-2 already exists.");
    EXPECT_EQ(taken("nod", 4), "");
    EXPECT_EQ(taken("", 1), "");
}

TEST(NodeRequest, TheJournalHasTheWholeGroup) {
    NodeGroup group;
    group.node.name = "n";
    group.node.gpu = 2 * kOneGpu;
    group.node.cpu = 64 * kOneCore;
    group.count = 7;
    const auto read = parseNodeGroup(argumentsOf(CreateNodes{group}).text("nodes"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, group);
}

TEST(NodeRequest, OfAGroupKnowsItsNodesAndWhoHoldsThem) {
    NodeGroup pair;
    pair.node.name = "dgx";
    pair.count = 2;
    NodeGroup one;
    one.node.name = "box";
    const std::vector<NodeGroup> groups{one, pair};
    EXPECT_EQ(groupOf(groups, "dgx-2"), &groups[1]);
    EXPECT_EQ(groupOf(groups, "box"), &groups[0]);
    EXPECT_EQ(groupOf(groups, "dgx"), nullptr) << "no node is called so";
    NodeMap map;
    map.rows.resize(3);
    map.rows[0].name = "box";
    map.rows[0].blocks = {{"other", "q", 0, 0, 1, kOneGpu, {}, false}};
    map.rows[1].name = "dgx-1";
    map.rows[1].blocks = {{"wide", "q", 3, 0, 8, 8 * kOneGpu, {}, false}};
    map.rows[2].name = "dgx-2";
    map.rows[2].state = NodeState::cordoned;
    map.rows[2].blocks = {{"wide", "q", 3, 0, 2, 2 * kOneGpu, {}, false},
                          {"wide", "q", 3, 4, 1, kOneGpu, {}, false}};
    const auto holders = holdersOn(map, pair);
    ASSERT_EQ(holders.size(), 1U);
    EXPECT_EQ(holders[0], (NodeHolder{"wide", "q", 3, 11 * kOneGpu, {"dgx-1", "dgx-2"}}));
    EXPECT_EQ(readyNodesOf(map, pair), std::vector<std::string>{"dgx-1"});
}

TEST(NodeRequest, AChangeSaysWhatIsDifferentAlone) {
    Node now;
    now.name = "n";
    now.gpu = 8 * kOneGpu;
    now.cpu = 64 * kOneCore;
    EXPECT_FALSE(setOf(now, now));
    Node wanted = now;
    wanted.gpu = 16 * kOneGpu;
    wanted.cpu.reset();
    wanted.memory = kOneGib / 2;
    const auto change = setOf(now, wanted);
    ASSERT_TRUE(change);
    EXPECT_EQ(idOf(*change), "nodes.set");
    EXPECT_EQ(argumentsOf(*change).json(),
              R"({"cpu":["none"],"gpu":["16"],"memory":["0.5"],"name":["n"]})");
    wanted = now;
    wanted.gpuType = "H100";
    EXPECT_EQ(argumentsOf(*setOf(now, wanted)).text("gpu-type"), "H100");
    EXPECT_EQ(argumentsOf(*setOf(wanted, now)).text("gpu-type"), "none");
}

TEST(NodeRequest, ANodeOfAGroupStandsAloneBeforeThem) {
    NodeGroup pair;
    pair.node.name = "dgx";
    pair.count = 2;
    NodeGroup one;
    one.node.name = "box";
    const std::vector<NodeGroup> groups{one, pair};
    const auto with = groupsWith(groups, "dgx-2");
    ASSERT_EQ(with.size(), 3U);
    EXPECT_EQ(with[0].node.name, "dgx-2");
    EXPECT_EQ(with[0].count, 1);
    EXPECT_EQ(groupsWith(groups, "box"), groups);
    EXPECT_EQ(groupsWith(groups, ""), groups);
}

}  // namespace
}  // namespace apportion
