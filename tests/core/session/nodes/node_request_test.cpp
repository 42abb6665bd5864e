// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/node_request.h"

#include <gtest/gtest.h>

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

TEST(NodeRequest, MoreNodesAreLikeTheLastUnderAFreeName) {
    const NodeGroup more = nextNodes(mapOf({"node-1", "node-2", "node2", "node30-1"}));
    EXPECT_EQ(more.node.name, "node3");
    EXPECT_EQ(more.node.gpu, 4 * kOneGpu);
    EXPECT_EQ(more.node.gpuType, "L40S");
    EXPECT_EQ(more.count, 1);
    EXPECT_EQ(nextNodes(mapOf({"dgx-1"})).node.name, "node");
    EXPECT_EQ(nextNodes({}).node.gpu, 8 * kOneGpu);
}

TEST(NodeRequest, ACommandHasTheWholeGroup) {
    NodeGroup group;
    group.node.name = "n";
    group.node.gpu = 2 * kOneGpu;
    group.node.cpu = 64 * kOneCore;
    group.count = 7;
    const CommandRequest request = addNodesRequest(group);
    EXPECT_EQ(request.id, "nodes.add");
    const auto read = parseNodeGroup(request.arguments.text("nodes"));
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
    EXPECT_EQ(removeNodesRequest("dgx").arguments.text("name"), "dgx");
}

}  // namespace
}  // namespace apportion
