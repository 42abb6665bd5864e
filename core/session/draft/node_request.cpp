// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/node_request.h"

#include <algorithm>

#include "core/io/scenario_parts.h"
#include "core/model/words.h"

namespace apportion {

namespace {

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
