// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 13 where whole devices alone matter: how many nodes have how many devices free decides
// whether a list of replicas finds room, so a trial costs a few additions. Nodes of at most
// kLargestNode devices.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/engine/fleet.h"
#include "core/engine/job.h"

namespace apportion {

class EngineState;

class DeviceCounts {
public:
    static constexpr int kLargestNode = 16;
    using ByFree = std::array<int, kLargestNode + 1>;  // how many nodes have so many free

    // Of the ready nodes of a group. Nothing where fractions run, something still stops or stands
    // on cordoned nodes, or a node is too large.
    static std::optional<DeviceCounts> of(const EngineState& state, GroupId group);
    // The same whatever else is in the way: devices that nobody uses, not even in part. Nothing
    // where a node is too large.
    static std::optional<DeviceCounts> atMost(const EngineState& state, GroupId group);
    int free(NodeId node) const { return free_[static_cast<std::size_t>(node)]; }
    const ByFree& byFree() const { return byFree_; }

    // What a workload holds is free, or is not again.
    void giveBack(const Job& job) { change(job, +1); }
    void retake(const Job& job) { change(job, -1); }

    // One more replica of so many devices, where rule 13 puts it. False if there is no room.
    static bool place(ByFree& byFree, int devices, PlacementPolicy policy);

private:
    void change(const Job& job, int sign);

    std::vector<int> free_;  // by node; -1 = not ready, or of another group
    ByFree byFree_{};
};

}  // namespace apportion
