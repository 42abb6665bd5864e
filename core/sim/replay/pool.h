// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a replay, and what the jobs must know of them.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "core/model/node.h"
#include "core/sim/replay/replay_options.h"

namespace apportion {

struct ReplayPool {
    std::vector<NodeGroup> nodes;
    std::int64_t count = 0;                    // of nodes
    std::int64_t capacity = 0;                 // whole GPUs
    std::int64_t largestNode = 0;              // whole GPUs
    std::unordered_set<std::string> gpuTypes;  // empty = the nodes name none, so jobs ask for none
};

ReplayPool replayPool(const ReplayOptions& options);

}  // namespace apportion
