// SPDX-License-Identifier: GPL-3.0-or-later
// Machines with GPUs, as a scenario writes them (groups of equal nodes) and as the engine sees
// them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

// Cordoned: takes nothing new, and what runs there goes on. Draining: the same, and what runs there
// is told to stop and waits again.
enum class NodeState { ready, cordoned, down, draining };
inline bool isClosed(NodeState state) {
    return state == NodeState::cordoned || state == NodeState::draining;
}

using Labels = std::map<std::string, std::string>;

struct Node {
    std::string name;
    Gpu gpu = 0;                   // whole devices: a multiple of kOneGpu
    std::string gpuType;           // empty = not named
    std::optional<Cpu> cpu;        // nothing = no bound
    std::optional<Memory> memory;  // nothing = no bound
    Labels labels;
    friend bool operator==(const Node&, const Node&) = default;
};

// `count` equal nodes: NAME-1 … NAME-count, or NAME alone when count is 1.
struct NodeGroup {
    Node node;
    int count = 1;
    friend bool operator==(const NodeGroup&, const NodeGroup&) = default;
};

std::vector<Node> expand(const std::vector<NodeGroup>& groups);

// Which nodes a root quota divides. A selector with neither part is not written at all.
struct NodeSelector {
    std::optional<std::string> gpuType;
    Labels labels;
    bool matches(const Node& node) const;
    friend bool operator==(const NodeSelector&, const NodeSelector&) = default;
};

}  // namespace apportion
