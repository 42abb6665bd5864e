// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of equal nodes, and the one node of a group that becomes different.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/node.h"
#include "core/model/problem.h"

namespace apportion {

// The group of this name as a whole, or else the one node of this name.
struct NamedNodes {
    std::size_t group = 0;
    std::optional<std::size_t> node;  // of its group, from 0; nothing = all of them
};
std::optional<NamedNodes> findNodes(const std::vector<NodeGroup>& groups, std::string_view name);
std::vector<Node> nodesOf(const std::vector<NodeGroup>& groups, const NamedNodes& named);
// The nearest name that findNodes() knows is told.
tl::unexpected<Problems> noSuchNodes(const std::vector<NodeGroup>& groups, std::string_view name);

// Takes one node out of a group, with another one of its name instead or with none. Names are what
// stands in placements, so those that stay keep theirs: the ones before it stay a group, each of
// those behind it becomes one of its own.
void replaceNode(std::vector<NodeGroup>& groups, std::size_t group, std::size_t node,
                 const std::optional<Node>& instead);

}  // namespace apportion
