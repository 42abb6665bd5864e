// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/node.h"

namespace apportion {

std::vector<Node> expand(const std::vector<NodeGroup>& groups) {
    std::vector<Node> nodes;
    for (const auto& group : groups) {
        if (group.count == 1) {
            nodes.push_back(group.node);
            continue;
        }
        for (int i = 1; i <= group.count; ++i) {
            nodes.push_back(group.node);
            nodes.back().name.append("-").append(std::to_string(i));
        }
    }
    return nodes;
}

bool NodeSelector::matches(const Node& node) const {
    if (gpuType && *gpuType != node.gpuType)
        return false;
    for (const auto& [key, value] : labels) {
        const auto label = node.labels.find(key);
        if (label == node.labels.end() || label->second != value)
            return false;
    }
    return true;
}

}  // namespace apportion
