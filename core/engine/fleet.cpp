// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/fleet.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace apportion {

namespace {

bool isShared(Gpu used) {
    return used > 0 && used < kOneGpu;
}

void flip(std::vector<std::uint64_t>& bits, int at) {
    bits[static_cast<std::size_t>(at / 64)] ^= std::uint64_t{1} << (at % 64);
}

}  // namespace

Fleet::Fleet(std::vector<Node> nodes, PlacementPolicy policy) : policy_(policy) {
    nodes_.reserve(nodes.size());
    uses_.reserve(nodes.size());
    for (Node& node : nodes)
        add(std::move(node));
}

void Fleet::add(Node node) {
    if (!node.gpuType.empty() && typeOf(node.gpuType) == kUnknownType)
        types_.push_back(node.gpuType);
    NodeUse use;
    use.type = node.gpuType.empty() ? kUntyped : typeOf(node.gpuType);
    use.total = {node.gpu, node.cpu.value_or(0), node.memory.value_or(0)};
    use.cpuBound = node.cpu.has_value();
    use.memoryBound = node.memory.has_value();
    use.free = node.gpu;
    use.wholeFree = static_cast<int>(node.gpu / kOneGpu);
    use.cpuFree = use.total.cpu;
    use.memoryFree = use.total.memory;
    use.used.assign(static_cast<std::size_t>(use.wholeFree), 0);
    use.unused.assign((use.used.size() + 63) / 64, 0);
    for (int device = 0; device < use.wholeFree; ++device)
        flip(use.unused, device);
    uses_.push_back(std::move(use));
    nodes_.push_back(std::move(node));
}

std::optional<NodeId> Fleet::find(const std::string& name) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].name == name)
            return static_cast<NodeId>(i);
    return std::nullopt;
}

GpuTypeId Fleet::typeOf(const std::string& name) const {
    if (name.empty())
        return kAnyType;
    const auto it = std::find(types_.begin(), types_.end(), name);
    return it == types_.end() ? kUnknownType : static_cast<GpuTypeId>(it - types_.begin());
}

void Fleet::assign(const std::vector<GroupId>& groupOfNode, int groups) {
    groups_.assign(at(groups), {});
    byFree_.assign(at(groups), {});
    byShare_.assign(at(groups), {});
    readyGpu_.assign(at(groups), 0);
    freeOnReady_.assign(at(groups), 0);
    usedOnCordoned_.assign(at(groups), 0);
    ++capacityVersion_;
    for (std::size_t i = 0; i < uses_.size(); ++i) {
        uses_[i].group = groupOfNode[i];
        if (uses_[i].group < 0)
            continue;
        groups_[at(uses_[i].group)].push_back(static_cast<NodeId>(i));
        index(static_cast<NodeId>(i));
    }
}

// The indexes and sums hold a node as it stands: take it out before it changes, put it back after.
void Fleet::index(NodeId id) {
    const NodeUse& use = uses_[at(id)];
    if (use.group < 0)
        return;
    const std::size_t group = at(use.group);
    ++capacityVersion_;
    if (isClosed(use.state))
        usedOnCordoned_[group] += use.total.gpu - use.free;
    if (use.state != NodeState::ready)
        return;
    readyGpu_[group] += use.total.gpu;
    freeOnReady_[group] += use.free;
    byFree_[group].insert(use.free, id);
    for (const int device : use.shared)
        byShare_[group][at(use.used[at(device)])].insert({id, device});
}

void Fleet::unindex(NodeId id) {
    const NodeUse& use = uses_[at(id)];
    if (use.group < 0)
        return;
    const std::size_t group = at(use.group);
    if (isClosed(use.state))
        usedOnCordoned_[group] -= use.total.gpu - use.free;
    if (use.state != NodeState::ready)
        return;
    readyGpu_[group] -= use.total.gpu;
    freeOnReady_[group] -= use.free;
    byFree_[group].erase(use.free, id);
    for (const int device : use.shared)
        byShare_[group][at(use.used[at(device)])].erase({id, device});
}

void Fleet::setState(NodeId id, NodeState state) {
    unindex(id);
    uses_[at(id)].state = state;
    index(id);
}

bool Fleet::eligible(NodeId id, const Slot& slot) const {
    const NodeUse& use = uses_[at(id)];
    return use.state == NodeState::ready && (slot.type == kAnyType || slot.type == use.type);
}

bool Fleet::fits(const NodeUse& use, const Slot& slot) const {
    return (slot.type == kAnyType || slot.type == use.type) &&
           (!use.cpuBound || slot.request.cpu <= use.cpuFree) &&
           (!use.memoryBound || slot.request.memory <= use.memoryFree);
}

namespace {

std::int64_t times(std::int64_t room, std::int64_t need) {
    return need <= 0 ? std::numeric_limits<int>::max() : std::max<std::int64_t>(room, 0) / need;
}

}  // namespace

int Fleet::slots(NodeId id, const Slot& slot) const {
    const NodeUse& use = uses_[at(id)];
    if (!eligible(id, slot))
        return 0;
    std::int64_t count = std::numeric_limits<int>::max();
    if (slot.fraction()) {
        count = use.wholeFree * times(kOneGpu, slot.request.gpu);
        for (const int device : use.shared)
            count += times(kOneGpu - use.used[at(device)], slot.request.gpu);
    } else {
        count = times(use.wholeFree * kOneGpu, slot.request.gpu);
    }
    if (use.cpuBound)
        count = std::min(count, times(use.cpuFree, slot.request.cpu));
    if (use.memoryBound)
        count = std::min(count, times(use.memoryFree, slot.request.memory));
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

int Fleet::slotsWhenEmpty(NodeId id, const Slot& slot) const {
    const NodeUse& use = uses_[at(id)];
    if (slot.type != kAnyType && slot.type != use.type)
        return 0;
    std::int64_t count = slot.fraction()
                             ? use.total.gpu / kOneGpu * times(kOneGpu, slot.request.gpu)
                             : times(use.total.gpu, slot.request.gpu);
    if (use.cpuBound)
        count = std::min(count, times(use.total.cpu, slot.request.cpu));
    if (use.memoryBound)
        count = std::min(count, times(use.total.memory, slot.request.memory));
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

// The fewest (spread: the most) free GPUs after placing, ties in file order. The request is the
// same everywhere, so the order of what is free before placing decides.
NodeId Fleet::bestNode(GroupId group, const Slot& slot) const {
    const auto& nodes = byFree_[at(group)];
    const int devices = slot.devices();
    const auto takes = [&](NodeId id) {
        const NodeUse& use = uses_[at(id)];
        return use.wholeFree >= devices && fits(use, slot);
    };
    return policy_ == PlacementPolicy::binpack ? nodes.firstOfFewest(devices * kOneGpu, takes)
                                               : nodes.firstOfMost(devices * kOneGpu, takes);
}

std::optional<Seat> Fleet::sharedSeat(GroupId group, const Slot& slot) const {
    const SharedDevices& byUsed = byShare_[at(group)];
    for (Gpu used = kOneGpu - slot.request.gpu; used > 0; --used) {
        std::optional<std::pair<NodeId, int>> best;
        Gpu bestFree = 0;
        for (const auto& [node, device] : byUsed[at(used)]) {
            const NodeUse& use = uses_[at(node)];
            const bool better =
                !best ||
                (policy_ == PlacementPolicy::binpack ? use.free < bestFree : use.free > bestFree);
            if (!better || !fits(use, slot))
                continue;
            best = {node, device};
            bestFree = use.free;
        }
        if (best)
            return Seat{best->first, {best->second}};
    }
    return std::nullopt;
}

void Fleet::findDevices(NodeId id, int count, Devices& devices) const {
    devices.reserve(at(count));
    const std::uint64_t* word = uses_[at(id)].unused.data();
    for (int first = 0; count > 0; first += 64, ++word)
        for (std::uint64_t left = *word; left != 0 && count > 0; left &= left - 1, --count)
            devices.push_back(first + std::countr_zero(left));
}

bool Fleet::roomFor(GroupId group, const Slot& slot, int replicas) const {
    if (freeOnReady(group) < slot.request.gpu * replicas)
        return false;
    if (replicas == 1)
        return (slot.fraction() && sharedSeat(group, slot)) || bestNode(group, slot) >= 0;
    std::int64_t fits = 0;
    return byFree_[at(group)].firstOfMost(slot.request.gpu, [&](NodeId node) {
        fits += slots(node, slot);
        return fits >= replicas;
    }) >= 0;
}

bool Fleet::take(GroupId group, const Slot& slot, std::vector<Seat>& seats) {
    std::optional<Seat> shared;
    if (slot.fraction())
        shared = sharedSeat(group, slot);
    if (shared) {
        seats.push_back(std::move(*shared));
    } else {
        const NodeId node = bestNode(group, slot);
        if (node < 0)
            return false;
        Seat& seat = seats.emplace_back();
        seat.node = node;
        findDevices(node, slot.devices(), seat.devices);
    }
    occupy(seats.back(), slot, +1);
    return true;
}

bool Fleet::takeAll(GroupId group, const Slot& slot, int replicas, std::vector<Seat>& seats) {
    seats.clear();
    if (freeOnReady(group) < slot.request.gpu * replicas)
        return false;
    for (int i = 0; i < replicas; ++i) {
        if (take(group, slot, seats))
            continue;
        for (const Seat& taken : seats)
            giveBack(taken, slot);
        seats.clear();
        return false;
    }
    return true;
}

void Fleet::retake(const Seat& seat, const Slot& slot) {
    occupy(seat, slot, +1);
}

void Fleet::giveBack(const Seat& seat, const Slot& slot) {
    occupy(seat, slot, -1);
}

void Fleet::occupy(const Seat& seat, const Slot& slot, int sign) {
    NodeUse& use = uses_[at(seat.node)];
    const Gpu freeBefore = use.free;
    use.free -= sign * slot.request.gpu;
    if (use.cpuBound)
        use.cpuFree -= sign * slot.request.cpu;
    if (use.memoryBound)
        use.memoryFree -= sign * slot.request.memory;
    const Gpu part = slot.fraction() ? slot.request.gpu : kOneGpu;
    for (const int device : seat.devices)
        useDevice(seat.node, device, sign * part);
    if (use.group < 0 || use.free == freeBefore)
        return;
    const std::size_t group = at(use.group);
    if (use.state != NodeState::ready) {
        ++capacityVersion_;
        usedOnCordoned_[group] += isClosed(use.state) ? freeBefore - use.free : 0;
        return;
    }
    freeOnReady_[group] += use.free - freeBefore;
    byFree_[group].move(freeBefore, use.free, seat.node);
}

void Fleet::useDevice(NodeId node, int device, Gpu more) {
    NodeUse& use = uses_[at(node)];
    const Gpu before = use.used[at(device)];
    const Gpu after = use.used[at(device)] += more;
    if ((before == 0) != (after == 0)) {
        use.wholeFree += after == 0 ? +1 : -1;
        flip(use.unused, device);
    }
    if (isShared(before) && !isShared(after))
        std::erase(use.shared, device);
    else if (isShared(after) && !isShared(before))
        use.shared.push_back(device);
    if (use.group < 0 || use.state != NodeState::ready)
        return;
    SharedDevices& shared = byShare_[at(use.group)];
    if (isShared(before))
        shared[at(before)].erase({node, device});
    if (isShared(after))
        shared[at(after)].insert({node, device});
}

}  // namespace apportion
