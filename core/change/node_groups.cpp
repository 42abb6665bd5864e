// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/node_groups.h"

#include <algorithm>

#include "core/change/refuse.h"

namespace apportion {

std::optional<NamedNodes> findNodes(const std::vector<NodeGroup>& groups, std::string_view name) {
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i].node.name == name)
            return NamedNodes{i, {}};
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto nodes = expand({groups[i]});
        const auto found = std::find_if(nodes.begin(), nodes.end(),
                                        [&](const Node& node) { return node.name == name; });
        if (found != nodes.end())
            return NamedNodes{i, static_cast<std::size_t>(found - nodes.begin())};
    }
    return {};
}

std::vector<Node> nodesOf(const std::vector<NodeGroup>& groups, const NamedNodes& named) {
    std::vector<Node> nodes = expand({groups[named.group]});
    return named.node ? std::vector<Node>{nodes[*named.node]} : nodes;
}

tl::unexpected<Problems> noSuchNodes(const std::vector<NodeGroup>& groups, std::string_view name) {
    const std::vector<Node> nodes = expand(groups);
    std::vector<std::string_view> known;
    known.reserve(groups.size() + nodes.size());
    for (const NodeGroup& group : groups)
        known.push_back(group.node.name);
    for (const Node& node : nodes)
        known.push_back(node.name);
    return noSuch("node or group of nodes", name, known);
}

void replaceNode(std::vector<NodeGroup>& groups, std::size_t group, std::size_t node,
                 const std::optional<Node>& instead) {
    const std::vector<Node> all = expand({groups[group]});
    std::vector<NodeGroup> rest;
    if (node == 1)
        rest.push_back({all.front(), 1});
    if (instead)
        rest.push_back({*instead, 1});
    for (std::size_t i = node + 1; i < all.size(); ++i)
        rest.push_back({all[i], 1});
    if (node > 1) {
        groups[group].count = static_cast<int>(node);
    } else {  // one comes into its place
        groups[group] = rest.front();
        rest.erase(rest.begin());
    }
    groups.insert(groups.end(), rest.begin(), rest.end());
}

}  // namespace apportion
