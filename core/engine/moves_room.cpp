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
    : state_(state), homes_(homes), candidate_(candidate) {}

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
        if (homes.size() == Homes::static_capacity)
            break;
        if (state_.fleet.slots(node, job.slot()) > 0)
            homes.push_back(node);
    }
    return homes;
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

void MovesRoom::leave(const Movable& mover, AllLeft& all) const {
    if (mover.node >= 0) {
        leave(mover.node, mover.request, all);
        return;
    }
    for (const Seat& seat : state_.job(mover.id).seats())
        leave(seat.node, mover.request, all);
}

void MovesRoom::leave(NodeId node, const Resources& request, AllLeft& all) const {
    auto left =
        std::find_if(all.begin(), all.end(), [&](const Left& each) { return each.node == node; });
    if (left == all.end()) {
        if (all.size() == AllLeft::static_capacity)
            return;
        left = all.insert(left, leftOf(node));
    }
    left->free += request;
}

bool MovesRoom::fits(const Resources& request, GpuTypeId type, const Left& left) {
    return request.gpu <= left.free.gpu && request.cpu <= left.free.cpu &&
           request.memory <= left.free.memory && (type == kAnyType || type == left.type);
}

bool MovesRoom::fitsAny(const Movable& mover, GpuTypeId type, const AllLeft& all) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Left& left) { return fits(mover.request, type, left); });
}

bool MovesRoom::staysAway(const Homes& homes, const AllLeft& all) {
    return std::any_of(homes.begin(), homes.end(), [&](NodeId home) {
        return std::none_of(all.begin(), all.end(),
                            [home](const Left& left) { return left.node == home; });
    });
}

void MovesRoom::setOff(std::span<const WorkloadId> set) {
    set_.assign(set.begin(), set.end());
    waysAreKnown_ = false;
}

void MovesRoom::findWays() {
    if (waysAreKnown_)
        return;
    waysAreKnown_ = true;
    off_.assign(1, itemOf(candidate_));
    leftByOff_.clear();
    for (const WorkloadId id : set_) {
        off_.push_back(itemOf(id));
        leave(movableOf(state_, id), leftByOff_);
    }
    ways_.clear();
    mayWork_ = leftByOff_.size() > kMostMoved;
    wanted_.clear();
    for (const Item& item : off_)
        if (!staysAway(item.homes, leftByOff_))
            wanted_.push_back(&item.job->slot());
    if (!mayWork_)
        addWays(0, {leftByOff_, {}, kAnyType});
}

void MovesRoom::addWays(std::size_t from, const Way& way) {
    if (mayWork_)
        return;
    if (from == wanted_.size()) {
        mayWork_ = way.elsewhere == Resources{};
        ways_.push_back(way);
        return;
    }
    const auto& [request, type] = *wanted_[from];
    Way next = way;
    for (Left& left : next.left) {
        if (!fits(request, type, left))
            continue;
        left.free -= request;
        addWays(from + 1, next);
        left.free += request;
    }
    if (type != kAnyType && next.type != kAnyType && type != next.type)
        return;
    next.elsewhere += request;
    next.type = type == kAnyType ? next.type : type;
    addWays(from + 1, next);
}

bool MovesRoom::mayWork() {
    findWays();
    return mayWork_;
}

bool MovesRoom::staysAway(Movable& mover) {
    if (!mover.homes)
        mover.homes = homesOf(state_.job(mover.id));
    return staysAway(*mover.homes, left_);
}

bool MovesRoom::mayWorkWith(Movable& mover) {
    if (mayWork())
        return true;
    left_ = leftByOff_;
    leave(mover, left_);
    if (left_.size() > kMostMoved)
        return true;
    if (mover.node >= 0 && left_.size() > leftByOff_.size())
        return mayWorkBeside(mover, left_.back());
    wanted_.clear();
    for (const Item& item : off_)
        if (!staysAway(item.homes, left_))
            wanted_.push_back(&item.job->slot());
    if (!staysAway(mover))
        wanted_.push_back(&state_.job(mover.id).slot());
    return place(0);
}

// Some of those who are off go to the node that the mover leaves, and it goes where they were.
bool MovesRoom::mayWorkBeside(Movable& mover, const Left& here) {
    const GpuTypeId type = state_.job(mover.id).slot().type;
    return std::any_of(ways_.begin(), ways_.end(), [&](const Way& way) {
        if (!fits(way.elsewhere, way.type, here))
            return false;
        Left rest = here;
        rest.free -= way.elsewhere;
        return fits(mover.request, type, rest) || fitsAny(mover, type, way.left) ||
               staysAway(mover);
    });
}

bool MovesRoom::place(std::size_t from) {
    if (from == wanted_.size())
        return true;
    const auto& [request, type] = *wanted_[from];
    for (Left& left : left_) {
        if (!fits(request, type, left))
            continue;
        left.free -= request;
        if (place(from + 1))
            return true;
        left.free += request;
    }
    return false;
}

}  // namespace apportion
