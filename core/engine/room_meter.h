// SPDX-License-Identifier: GPL-3.0-or-later
// How many replicas of a taker would fit if some candidates were gone: an upper bound, node by
// node, that grows by one candidate at a time. What it says is not enough is not enough.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/engine/victim_set.h"

namespace apportion {

class RoomMeter {
public:
    RoomMeter(const EngineState& state, const Job& taker);
    // `slots`: how many replicas fit with nobody gone.
    RoomMeter(const EngineState& state, const Job& taker, std::int64_t slots)
        : state_(state), taker_(taker), slots_(slots) {}

    // Several ways of one workload may be counted; each seat counts once at most.
    void add(const Candidate& candidate);
    bool enough() const { return slots_ >= taker_.least(); }

private:
    std::int64_t slotsWithout(NodeId node, int freed) const;

    const EngineState& state_;
    const Job& taker_;
    std::int64_t slots_ = 0;  // on all nodes
    std::map<NodeId, int> freed_;
    std::set<std::pair<NodeId, int>> counted_;  // shared devices, and those of elastic work
};

}  // namespace apportion
