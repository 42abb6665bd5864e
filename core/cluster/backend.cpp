// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/backend.h"

namespace apportion {

std::size_t declaredOn(const Project& project, const std::string& node) {
    for (const NodeGroup& group : project.pool.nodes)
        for (const Node& each : expand({group}))
            if (each.name == node)
                return static_cast<std::size_t>(each.gpu / kOneGpu);
    return 0;
}

std::optional<Message> missingGpus(const Project& project, const std::vector<SeenNode>& nodes) {
    for (const SeenNode& node : nodes) {
        const auto declared = static_cast<std::int64_t>(declaredOn(project, node.name));
        if (node.devices && *node.devices < declared)
            return Message{"gpus-missing",
                           {{"node", Value::ofText(node.name)},
                            {"declared", Value::ofCount(declared)},
                            {"found", Value::ofCount(*node.devices)}}};
    }
    return {};
}

}  // namespace apportion
