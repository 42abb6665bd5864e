// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/device_counts.h"

#include "core/engine/state.h"

namespace apportion {

std::optional<DeviceCounts> DeviceCounts::of(const EngineState& state, GroupId group) {
    if (state.fractionsRunning[static_cast<std::size_t>(group)] > 0 || !state.ground.empty() ||
        state.fleet.cordonedInUse(group))
        return std::nullopt;
    return atMost(state, group);
}

std::optional<DeviceCounts> DeviceCounts::atMost(const EngineState& state, GroupId group) {
    DeviceCounts counts;
    counts.free_.assign(state.fleet.nodes().size(), -1);
    for (const NodeId node : state.fleet.nodesOf(group)) {
        const NodeUse& use = state.fleet.use(node);
        if (use.state != NodeState::ready)
            continue;
        if (use.used.size() > kLargestNode)
            return std::nullopt;
        counts.free_[static_cast<std::size_t>(node)] = use.wholeFree;
        ++counts.byFree_[static_cast<std::size_t>(use.wholeFree)];
    }
    return counts;
}

void DeviceCounts::change(const Job& job, int sign) {
    for (const Seat& seat : job.seats()) {
        int& free = free_[static_cast<std::size_t>(seat.node)];
        --byFree_[static_cast<std::size_t>(free)];
        free += sign * job.slot().devices();
        ++byFree_[static_cast<std::size_t>(free)];
    }
}

bool DeviceCounts::place(ByFree& byFree, int devices, PlacementPolicy policy) {
    const auto take = [&](int free) {
        int& nodes = byFree[static_cast<std::size_t>(free)];
        if (nodes == 0)
            return false;
        --nodes;
        ++byFree[static_cast<std::size_t>(free - devices)];
        return true;
    };
    if (policy == PlacementPolicy::spread) {
        for (int free = kLargestNode; free >= devices; --free)
            if (take(free))
                return true;
        return false;
    }
    for (int free = devices; free <= kLargestNode; ++free)
        if (take(free))
            return true;
    return false;
}

}  // namespace apportion
