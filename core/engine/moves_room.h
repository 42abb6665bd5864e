// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10: whether a set that moves could find room again beside the candidate, told from what the
// nodes that it leaves have then of CPU, memory and GPUs, each in sum. Devices could only be in the
// way of more, and so could a candidate that asks for more.
#pragma once

#include <optional>
#include <span>
#include <vector>

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
    std::optional<Homes> homes = {};
};
Movable movableOf(const EngineState& state, WorkloadId id);

class MovesRoom {
public:
    // As of the seats that everybody has now.
    MovesRoom(const EngineState& state, WorkloadId candidate, HomesTable& homes);

    // The set that is off its nodes from here on.
    void setOff(std::span<const WorkloadId> set);
    // Whether it could run again beside the candidate.
    bool mayWork();
    // The same if a further one went.
    bool mayWorkWith(Movable& mover);

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
    // One more than there are homes enough for: of gangs nothing is told.
    using AllLeft = boost::container::static_vector<Left, kMostMoved + 1>;
    // A way for those who are off: what is left then, and what those need who go to one node more.
    struct Way {
        AllLeft left;
        Resources elsewhere;
        GpuTypeId type = kAnyType;
    };

    Item itemOf(WorkloadId id);
    Homes homesOf(const Job& job) const;
    Left leftOf(NodeId node) const;
    void leave(const Movable& mover, AllLeft& all) const;
    void leave(NodeId node, const Resources& request, AllLeft& all) const;
    static bool fits(const Resources& request, GpuTypeId type, const Left& left);
    static bool fitsAny(const Movable& mover, GpuTypeId type, const AllLeft& all);
    // Whether one of them goes where nobody leaves, and so is in nobody's way.
    static bool staysAway(const Homes& homes, const AllLeft& all);
    void findWays();
    void addWays(std::size_t from, const Way& way);
    bool mayWorkBeside(Movable& mover, const Left& here);
    bool staysAway(Movable& mover);
    // Whether those who are wanted find room together, from this one on.
    bool place(std::size_t from);

    const EngineState& state_;
    HomesTable& homes_;
    const WorkloadId candidate_;
    boost::container::static_vector<WorkloadId, kMostMoved> set_;
    // Once a question needs them: the candidate and the set, what the set leaves, and whether they
    // find room without going elsewhere.
    boost::container::static_vector<Item, kMostMoved + 1> off_;
    AllLeft leftByOff_;
    std::vector<Way> ways_;
    bool waysAreKnown_ = false;
    bool mayWork_ = false;
    // Of a question: what is left, and who has to go there.
    AllLeft left_;
    boost::container::static_vector<const Slot*, kMostMoved + 1> wanted_;
};

}  // namespace apportion
