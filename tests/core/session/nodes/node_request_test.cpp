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

}  // namespace
}  // namespace apportion
