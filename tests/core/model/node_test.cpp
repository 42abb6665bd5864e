// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/node.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

Node node(std::string name, std::string type, Labels labels = {}) {
    Node made;
    made.name = std::move(name);
    made.gpu = 800;
    made.gpuType = std::move(type);
    made.labels = std::move(labels);
    return made;
}

TEST(NodeGroup, NumbersItsNodesFromOne) {
    const auto nodes = expand({{node("dgx", "H100"), 3}, {node("old", "V100"), 1}});
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(nodes[0].name, "dgx-1");
    EXPECT_EQ(nodes[2].name, "dgx-3");
    EXPECT_EQ(nodes[3].name, "old");
    EXPECT_EQ(nodes[2].gpuType, "H100");
}

TEST(NodeSelector, WantsEverythingItNames) {
    const auto rack = node("n", "H100", {{"rack", "r1"}, {"zone", "a"}});
    EXPECT_TRUE((NodeSelector{"H100", {}}.matches(rack)));
    EXPECT_FALSE((NodeSelector{"V100", {}}.matches(rack)));
    EXPECT_TRUE((NodeSelector{std::nullopt, {{"rack", "r1"}}}.matches(rack)));
    EXPECT_FALSE((NodeSelector{"H100", {{"rack", "r2"}}}.matches(rack)));
    EXPECT_FALSE((NodeSelector{"H100", {{"row", "1"}}}.matches(rack)));
}

}  // namespace
}  // namespace apportion
