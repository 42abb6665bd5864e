// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trial_nodes.h"

#include <algorithm>
#include <limits>

namespace apportion {

TrialNodes::TrialNodes(const EngineState& state, GroupId group)
    : state_(state), nodes_(state.fleet.nodes().size()) {
    for (const NodeId id : state.fleet.nodesOf(group)) {
        const NodeUse& use = state.fleet.use(id);
        Node& node = nodes_[static_cast<std::size_t>(id)];
        node.ready = use.state == NodeState::ready;
        node.first = used_.size();
        used_.insert(used_.end(), use.used.begin(), use.used.end());
        node.end = used_.size();
        node.cpuFree = use.cpuFree;
        node.memoryFree = use.memoryFree;
    }
}

void TrialNodes::change(const Job& job, int sign) {
    const Resources& request = job.slot().request;
    const Gpu part = job.slot().fraction() ? request.gpu : kOneGpu;
    for (const Seat& seat : job.seats()) {
        Node& node = nodes_[static_cast<std::size_t>(seat.node)];
        for (const int device : seat.devices)
            used_[node.first + static_cast<std::size_t>(device)] -= sign * part;
        node.cpuFree += sign * request.cpu;
        node.memoryFree += sign * request.memory;
    }
}

std::int64_t TrialNodes::slotsByDevices(NodeId id, Gpu request) const {
    const Node& node = nodes_[static_cast<std::size_t>(id)];
    if (!node.ready)
        return 0;
    if (request <= 0)
        return std::numeric_limits<int>::max();
    const auto first = used_.begin() + static_cast<std::ptrdiff_t>(node.first);
    const auto end = used_.begin() + static_cast<std::ptrdiff_t>(node.end);
    if (request >= kOneGpu)
        return std::count(first, end, Gpu{0}) * kOneGpu / request;
    std::int64_t slots = 0;
    for (auto used = first; used != end; ++used)
        slots += (kOneGpu - *used) / request;
    return slots;
}

std::int64_t TrialNodes::slots(NodeId id, const Slot& slot) const {
    if (!state_.fleet.eligible(id, slot))
        return 0;
    const NodeUse& use = state_.fleet.use(id);
    const Node& node = nodes_[static_cast<std::size_t>(id)];
    const Resources& request = slot.request;
    std::int64_t slots = slotsByDevices(id, request.gpu);
    if (use.cpuBound && request.cpu > 0)
        slots = std::min(slots, std::max<std::int64_t>(node.cpuFree, 0) / request.cpu);
    if (use.memoryBound && request.memory > 0)
        slots = std::min(slots, std::max<std::int64_t>(node.memoryFree, 0) / request.memory);
    return slots;
}

boost::container::small_vector<NodeId, 8> nodesUnder(const Job& job) {
    boost::container::small_vector<NodeId, 8> nodes;
    for (const Seat& seat : job.seats())
        if (std::find(nodes.begin(), nodes.end(), seat.node) == nodes.end())
            nodes.push_back(seat.node);
    return nodes;
}

}  // namespace apportion
