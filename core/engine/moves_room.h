// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10: whether a set that moves could find room again beside the candidate, told from what the
// nodes that it leaves have then of CPU, memory and GPUs, each in sum. Devices could only be in the
// way of more, and so could a candidate that asks for more.
#pragma once

#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

#include "core/engine/key_table.h"
#include "core/engine/moves_key.h"
#include "core/engine/state.h"

namespace apportion {

// Nodes that take a replica as things stand. As many as a set leaves, and one more, are enough:
// that one is a node that nobody leaves.
using Homes = boost::container::static_vector<NodeId, kMostMoved + 1>;
// By workload, as long as nothing moves: found when they are asked for.
using HomesTable = KeyTable<1, Homes>;

// One who may move, as it stands.
struct Movable {
    WorkloadId id = kNobody;
    Gpu held = 0;
    NodeId node = -1;   // of its only seat
    Resources request;  // of a seat
};
Movable movableOf(const EngineState& state, WorkloadId id);

class MovesRoom {
public:
    // As of the seats that everybody has now.
    MovesRoom(const EngineState& state, WorkloadId candidate, HomesTable& homes);

    // The set that is off its nodes from here on.
    void setOff(std::span<const WorkloadId> set);
    // Whether it could run again beside the candidate.
    bool mayWork() const { return mayWork_; }
    // The same if a further one went.
    bool mayWorkWith(const Movable& mover);

private:
    struct Item {
        const Job* job = nullptr;
        Homes homes;
    };
    // A node that somebody leaves, and what it has then; much where it has no bound.
    struct Left {
        NodeId node = -1;
        GpuTypeId type = kAnyType;
        Resources free;
    };
    using AllLeft = boost::container::small_vector<Left, kMostMoved + 1>;

    Item itemOf(WorkloadId id);
    Homes homesOf(const Job& job) const;
    Left leftOf(NodeId node) const;
    void leave(const Job& job, AllLeft& left) const;
    // One that fits where nobody leaves is in nobody's way.
    void add(const Item& item);
    static bool fits(const Slot& slot, const Left& left);
    // Whether those from this one on find room together.
    bool place(std::size_t from);

    const EngineState& state_;
    HomesTable& homes_;
    boost::container::static_vector<Item, kMostMoved + 1> off_;  // the candidate and the set
    AllLeft leftByOff_;
    // Those of them who have to go there, and whether they find room.
    boost::container::static_vector<const Slot*, kMostMoved + 1> wantedByOff_;
    bool mayWork_ = false;
    // Of the question: what is left, and who has to go there.
    AllLeft left_;
    boost::container::static_vector<const Slot*, kMostMoved + 1> wanted_;
};

}  // namespace apportion
