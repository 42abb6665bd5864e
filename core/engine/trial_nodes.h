// SPDX-License-Identifier: GPL-3.0-or-later
// What is left on the nodes of a group, for trials of moves: the numbers alone, without the order
// of nodes and devices that the fleet keeps up with every change.
#pragma once

#include <vector>

#include <boost/container/small_vector.hpp>

#include "core/engine/state.h"

namespace apportion {

class TrialNodes {
public:
    TrialNodes(const EngineState& state, GroupId group);

    // What a workload holds is free, or is not again.
    void giveBack(const Job& job) { change(job, +1); }
    void retake(const Job& job) { change(job, -1); }
    // As Fleet::slots. With devices alone: whatever CPU, memory and types it asks for.
    std::int64_t slots(NodeId id, const Slot& slot) const;
    std::int64_t slotsByDevices(NodeId id, Gpu request) const;

private:
    struct Node {
        bool ready = false;
        std::size_t first = 0;  // of used_
        std::size_t end = 0;
        Cpu cpuFree = 0;
        Memory memoryFree = 0;
    };

    void change(const Job& job, int sign);

    const EngineState& state_;
    std::vector<Node> nodes_;
    std::vector<Gpu> used_;  // of each device
};

// The nodes that it sits on, once each.
boost::container::small_vector<NodeId, 8> nodesUnder(const Job& job);

}  // namespace apportion
