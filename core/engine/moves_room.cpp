// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/moves_room.h"

#include <algorithm>

namespace apportion {

namespace {

// More than any number of requests.
constexpr std::int64_t kMuch = std::int64_t{1} << 60;

}  // namespace

Movable movableOf(const EngineState& state, WorkloadId id) {
    const Job& job = state.job(id);
    const auto& seats = job.seats();
    return {id, job.heldGpu(), seats.size() == 1 ? seats.front().node : -1, job.slot().request};
}

MovesRoom::MovesRoom(const EngineState& state, WorkloadId candidate, HomesTable& homes)
    : state_(state), homes_(homes) {
    off_.push_back(itemOf(candidate));
}

MovesRoom::Item MovesRoom::itemOf(WorkloadId id) {
    const Job& job = state_.job(id);
    const auto [homes, added] = homes_.tryEmplace({static_cast<std::int64_t>(id)}, {});
    if (added)
        *homes = homesOf(job);
    return {&job, *homes};
}

Homes MovesRoom::homesOf(const Job& job) const {
    Homes homes;
    if (!state_.fleet.roomFor(job.group(), job.slot(), 1))
        return homes;
    for (const NodeId node : state_.fleet.nodesOf(job.group())) {
        if (homes.size() == homes.capacity())
            break;
        if (state_.fleet.slots(node, job.slot()) > 0)
            homes.push_back(node);
    }
    return homes;
}

void MovesRoom::setOff(std::span<const WorkloadId> set) {
    off_.resize(1);
    leftByOff_.clear();
    for (const WorkloadId id : set) {
        off_.push_back(itemOf(id));
        leave(*off_.back().job, leftByOff_);
    }
    left_ = leftByOff_;
    wanted_.clear();
    for (const Item& item : off_)
        add(item);
    wantedByOff_ = wanted_;
    // Of gangs there are not homes enough to tell.
    mayWork_ = left_.size() > kMostMoved || place(0);
}

bool MovesRoom::mayWorkWith(const Movable& mover) {
    // Where those who lack room do not go, it changes nothing for them.
    if (!mayWork_ && mover.node >= 0 &&
        std::none_of(leftByOff_.begin(), leftByOff_.end(),
                     [&](const Left& each) { return each.node == mover.node; })) {
        Left here = leftOf(mover.node);
        here.free += mover.request;
        if (std::none_of(wantedByOff_.begin(), wantedByOff_.end(),
                         [&](const Slot* slot) { return fits(*slot, here); }))
            return false;
    }
    const Job& job = state_.job(mover.id);
    left_ = leftByOff_;
    leave(job, left_);
    if (left_.size() > kMostMoved)
        return true;
    wanted_.clear();
    for (const Item& item : off_)
        add(item);
    if (!place(0))
        return false;
    left_ = leftByOff_;
    leave(job, left_);
    add(itemOf(mover.id));
    return place(0);
}

MovesRoom::Left MovesRoom::leftOf(NodeId node) const {
    const NodeUse& use = state_.fleet.use(node);
    if (use.state != NodeState::ready)
        return {node, use.type, {-kMuch, 0, 0}};
    return {
        node,
        use.type,
        {use.free, use.cpuBound ? use.cpuFree : kMuch, use.memoryBound ? use.memoryFree : kMuch}};
}

void MovesRoom::leave(const Job& job, AllLeft& all) const {
    for (const Seat& seat : job.seats()) {
        auto left = std::find_if(all.begin(), all.end(),
                                 [&](const Left& each) { return each.node == seat.node; });
        if (left == all.end())
            left = all.insert(left, leftOf(seat.node));
        left->free += job.slot().request;
    }
}

bool MovesRoom::fits(const Slot& slot, const Left& left) {
    return slot.request.gpu <= left.free.gpu && slot.request.cpu <= left.free.cpu &&
           slot.request.memory <= left.free.memory &&
           (slot.type == kAnyType || slot.type == left.type);
}

void MovesRoom::add(const Item& item) {
    const bool away = std::any_of(item.homes.begin(), item.homes.end(), [this](NodeId home) {
        return std::none_of(left_.begin(), left_.end(),
                            [home](const Left& each) { return each.node == home; });
    });
    if (!away)
        wanted_.push_back(&item.job->slot());
}

bool MovesRoom::place(std::size_t from) {
    if (from == wanted_.size())
        return true;
    const Slot& slot = *wanted_[from];
    for (Left& left : left_) {
        if (!fits(slot, left))
            continue;
        left.free -= slot.request;
        if (place(from + 1))
            return true;
        left.free += slot.request;
    }
    return false;
}

}  // namespace apportion
