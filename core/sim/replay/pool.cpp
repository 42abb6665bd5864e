// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/pool.h"

#include <algorithm>

namespace apportion {

ReplayPool replayPool(const ReplayOptions& options) {
    ReplayPool pool;
    if (options.base) {
        pool.nodes = options.base->nodes;
    } else if (!options.nodes.empty()) {
        pool.nodes = options.nodes;
    } else {
        NodeGroup group;
        group.count = options.pool.nodes;
        group.node.name = options.pool.nodes == 1 ? "node-1" : "node";
        group.node.gpu = options.pool.gpus * kOneGpu;
        pool.nodes.push_back(std::move(group));
    }
    for (const NodeGroup& group : pool.nodes) {
        const std::int64_t gpus = group.node.gpu / kOneGpu;
        pool.count += group.count;
        pool.capacity += gpus * group.count;
        pool.largestNode = std::max(pool.largestNode, gpus);
        if (!group.node.gpuType.empty())
            pool.gpuTypes.insert(group.node.gpuType);
    }
    return pool;
}

}  // namespace apportion
