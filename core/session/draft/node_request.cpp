// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/node_request.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/io/scenario_parts.h"
#include "core/model/words.h"

namespace apportion {

namespace {

std::set<std::string> namesOf(const NodeGroup& group) {
    std::set<std::string> names;
    for (Node& node : expand({group}))
        names.insert(std::move(node.name));
    return names;
}

// Whether a group of that name, of whatever count, would meet a node that is there.
bool isTaken(const NodeMap& present, const std::string& name) {
    return std::any_of(present.rows.begin(), present.rows.end(), [&](const NodeRow& row) {
        return row.name == name || row.name.starts_with(name + "-");
    });
}

}  // namespace

CommandRequest nodeStateRequest(const std::string& node, NodeState state) {
    CommandRequest request;
    request.id = "nodes.state";
    request.arguments.set("node", node);
    request.arguments.set("state", std::string(word(state)));
    return request;
}

CommandRequest addNodesRequest(const NodeGroup& group) {
    CommandRequest request;
    request.id = "nodes.add";
    request.arguments.set("nodes", partText(group));
    return request;
}

CommandRequest removeNodesRequest(const std::string& group) {
    CommandRequest request;
    request.id = "nodes.remove";
    request.arguments.set("name", group);
    return request;
}

const NodeGroup* groupOf(const std::vector<NodeGroup>& groups, std::string_view node) {
    for (const NodeGroup& group : groups)
        for (const Node& each : expand({group}))
            if (each.name == node)
                return &group;
    return nullptr;
}

std::vector<NodeHolder> holdersOn(const NodeMap& present, const NodeGroup& group) {
    const std::set<std::string> names = namesOf(group);
    std::vector<NodeHolder> holders;
    std::map<std::string_view, std::size_t> found;
    for (const NodeRow& row : present.rows) {
        if (!names.contains(row.name))
            continue;
        for (const NodeBlock& block : row.blocks) {
            const auto [at, fresh] = found.emplace(block.workload, holders.size());
            if (fresh)
                holders.push_back({block.workload, block.quota, block.colour, 0, {}});
            NodeHolder& holder = holders[at->second];
            holder.gpu += block.gpu;
            if (holder.nodes.empty() || holder.nodes.back() != row.name)
                holder.nodes.push_back(row.name);
        }
    }
    return holders;
}

std::vector<std::string> readyNodesOf(const NodeMap& present, const NodeGroup& group) {
    const std::set<std::string> names = namesOf(group);
    std::vector<std::string> ready;
    for (const NodeRow& row : present.rows)
        if (row.state == NodeState::ready && names.contains(row.name))
            ready.push_back(row.name);
    return ready;
}

NodeGroup nextNodes(const NodeMap& present) {
    NodeGroup group;
    group.node.gpu = 8 * kOneGpu;
    if (!present.rows.empty()) {
        group.node.gpu = present.rows.back().devices * kOneGpu;
        group.node.gpuType = present.rows.back().gpuType;
    }
    group.node.name = "node";
    for (int number = 2; isTaken(present, group.node.name); ++number)
        group.node.name = "node" + std::to_string(number);
    return group;
}

}  // namespace apportion
