// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 13: the nodes, what is free on them, and where a replica goes. Knows amounts and places, no
// workloads: whoever places keeps the seats and gives them back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/container/flat_set.hpp>
#include <boost/container/small_vector.hpp>

#include "core/engine/nodes_by_free.h"
#include "core/engine/tree.h"
#include "core/model/node.h"
#include "core/model/settings.h"

namespace apportion {

using NodeId = int;
using GpuTypeId = int;
inline constexpr GpuTypeId kAnyType = -1;
inline constexpr GpuTypeId kUnknownType = -2;  // named, but no node has it
inline constexpr GpuTypeId kUntyped = -3;      // of a node that names none

// One replica on a node, and its devices in ascending order: one for a fraction.
using Devices = boost::container::small_vector<int, 8>;
struct Seat {
    NodeId node = -1;
    Devices devices;
    friend bool operator==(const Seat&, const Seat&) = default;
};

// What one replica needs of a node.
struct Slot {
    Resources request;
    GpuTypeId type = kAnyType;
    bool fraction() const { return request.gpu > 0 && request.gpu < kOneGpu; }
    // Devices it needs free where none is shared.
    int devices() const { return static_cast<int>((request.gpu + kOneGpu - 1) / kOneGpu); }
    friend bool operator==(const Slot&, const Slot&) = default;
};

struct NodeUse {
    GroupId group = -1;  // -1 = no root divides it
    GpuTypeId type = kAnyType;
    NodeState state = NodeState::ready;
    Resources total;  // cpu and memory as far as bounded
    bool cpuBound = false;
    bool memoryBound = false;
    Gpu free = 0;       // with the free parts of shared devices
    int wholeFree = 0;  // devices nobody uses
    Cpu cpuFree = 0;
    Memory memoryFree = 0;
    std::vector<Gpu> used;              // of each device
    std::vector<std::uint64_t> unused;  // devices nobody uses, a bit each
    std::vector<int> shared;            // devices in use, but not wholly
};

class Fleet {
public:
    Fleet() = default;
    Fleet(std::vector<Node> nodes, PlacementPolicy policy);

    const std::vector<Node>& nodes() const { return nodes_; }
    const NodeUse& use(NodeId id) const { return uses_[at(id)]; }
    std::optional<NodeId> find(const std::string& name) const;
    GpuTypeId typeOf(const std::string& name) const;  // empty = kAnyType
    const std::string& typeName(GpuTypeId id) const { return types_[at(id)]; }
    const std::vector<NodeId>& nodesOf(GroupId group) const { return groups_[at(group)]; }

    // A further node, in no group until assign() is called.
    void add(Node node);
    // Which group divides which node; all nodes must be empty of work of other groups.
    void assign(const std::vector<GroupId>& groupOfNode, int groups);
    void setState(NodeId id, NodeState state);

    // GPUs of ready nodes, plus what runs on cordoned ones.
    Gpu capacity(GroupId group) const { return readyGpu_[at(group)] + usedOnCordoned_[at(group)]; }
    // Another whenever a group's capacity may have changed.
    std::uint64_t capacityVersion() const { return capacityVersion_; }
    Gpu freeOnReady(GroupId group) const { return freeOnReady_[at(group)]; }
    bool cordonedInUse(GroupId group) const { return usedOnCordoned_[at(group)] > 0; }

    // How many replicas fit on the node as it stands; on an empty node of any state.
    int slots(NodeId id, const Slot& slot) const;
    int slotsWhenEmpty(NodeId id, const Slot& slot) const;
    // Ready and of the type.
    bool eligible(NodeId id, const Slot& slot) const;

    // Whether so many replicas would find seats now.
    bool roomFor(GroupId group, const Slot& slot, int replicas) const;
    // The best seat, taken at once, behind the others; false if there is none.
    bool take(GroupId group, const Slot& slot, std::vector<Seat>& seats);
    // All replicas one after another, or none.
    bool takeAll(GroupId group, const Slot& slot, int replicas, std::vector<Seat>& seats);
    // A given seat: what was given back before, or stands in a snapshot.
    void retake(const Seat& seat, const Slot& slot);
    void giveBack(const Seat& seat, const Slot& slot);

private:
    static std::size_t at(std::int64_t id) { return static_cast<std::size_t>(id); }
    // By used hundredths, then in file order.
    using SharedDevices =
        std::array<boost::container::flat_set<std::pair<NodeId, int>>, std::size_t{kOneGpu}>;
    bool fits(const NodeUse& use, const Slot& slot) const;
    std::optional<Seat> sharedSeat(GroupId group, const Slot& slot) const;
    NodeId bestNode(GroupId group, const Slot& slot) const;
    // The lowest devices that nobody uses; there must be so many.
    void findDevices(NodeId id, int count, Devices& devices) const;
    void occupy(const Seat& seat, const Slot& slot, int sign);
    void useDevice(NodeId node, int device, Gpu more);
    void index(NodeId id);
    void unindex(NodeId id);

    std::vector<Node> nodes_;
    std::vector<NodeUse> uses_;
    std::vector<std::string> types_;
    std::vector<std::vector<NodeId>> groups_;
    std::vector<Gpu> readyGpu_;
    std::vector<Gpu> freeOnReady_;
    std::vector<Gpu> usedOnCordoned_;
    // Ready nodes of a group by free GPUs, then file order.
    std::vector<NodesByFree> byFree_;
    // Shared devices of ready nodes, by group.
    std::vector<SharedDevices> byShare_;
    PlacementPolicy policy_ = PlacementPolicy::binpack;
    std::uint64_t capacityVersion_ = 1;
};

}  // namespace apportion
