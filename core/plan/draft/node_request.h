// SPDX-License-Identifier: GPL-3.0-or-later
// What forms of nodes begin with, and what stands against them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/change/change.h"
#include "core/view/nodes/node_rows.h"

namespace apportion {

// What of nodes to be added or changed a problem is about.
enum class NodePart { name, count, gpus, gpuType, cpu, memory, all };
NodePart partOf(const Problem& problem);

// What the nodes of that name, one or a group, are to have; nothing where that is what they have.
std::optional<Change> setOf(const Node& now, const Node& wanted);

// The group that a node was added with; null where there is none.
const NodeGroup* groupOf(const std::vector<NodeGroup>& groups, std::string_view node);

// With that node alone before them, where its group has others.
std::vector<NodeGroup> groupsWith(const std::vector<NodeGroup>& groups, const std::string& node);

// Work that keeps nodes from being removed.
struct NodeHolder {
    std::string workload;
    std::string quota;
    int colour = 0;
    Gpu gpu = 0;                     // on these nodes
    std::vector<std::string> nodes;  // of these, each once
    friend bool operator==(const NodeHolder&, const NodeHolder&) = default;
};
std::vector<NodeHolder> holdersOn(const NodeMap& present, const NodeGroup& group);
// Those of its nodes that still take new work.
std::vector<std::string> readyNodesOf(const NodeMap& present, const NodeGroup& group);

// More of what the pool has: so many nodes like its last one, named as it goes on: "node-17" after
// "node-16". Several are named NAME-1 and so on, so theirs is a name that no node begins with.
NodeGroup nextNodes(const NodeMap& present, int count = 1);
// That a node of theirs has the name of one that is there; nothing = none has, as far as is seen.
std::optional<Message> takenName(const NodeMap& present, const NodeGroup& group);

}  // namespace apportion
