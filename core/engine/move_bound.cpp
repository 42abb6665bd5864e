// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/move_bound.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/engine/moves_key.h"
#include "core/engine/state.h"

namespace apportion {
namespace {

std::size_t at(int id) {
    return static_cast<std::size_t>(id);
}

template <typename Number>
void keepLargest(std::array<Number, kMostMoved>& largest, Number value) {
    for (Number& other : largest)
        if (value > other)
            std::swap(value, other);
}

}  // namespace

std::optional<std::vector<WorkloadId>> MoveBound::movers(const EngineState& state, GroupId group,
                                                         const Slot& slot, int replicas) {
    if (!tells(state, group, slot))
        return std::nullopt;
    std::vector<WorkloadId> ids;
    if (!findPossible(slot, replicas))
        return ids;
    for (const std::size_t i : possible_)
        ids.push_back(movers_[i].id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

bool MoveBound::tells(const EngineState& state, GroupId group, const Slot& slot) {
    if (slot.fraction() || slot.devices() == 0 || slot.devices() > DeviceCounts::kLargestNode)
        return false;
    if (slot.devices() == 1 && state.fractionsRunning[at(group)] > 0)
        return false;  // whoever asks for one device finds out more cheaply
    if (std::exchange(places_, state.places) != state.places)
        collect(state, group);
    return counted_;
}

bool MoveBound::findPossible(const Slot& slot, int replicas) {
    const auto movers = static_cast<std::size_t>(
        std::upper_bound(movers_.begin(), movers_.end(), slot.request.gpu * replicas,
                         [](Gpu most, const Mover& mover) { return most < mover.held; }) -
        movers_.begin());
    missing_.clear();
    for (std::size_t way = 0; way < ways_.size(); ++way) {
        const std::int64_t needed =
            static_cast<std::int64_t>(replicas) * ways_[way].piece[at(slot.devices())];
        if (needed == 0)
            continue;
        const Gains& found = gains(way);
        const std::int64_t missing = kParts * (needed - found.room);
        if (missing > found.best[movers])
            return false;
        missing_.emplace_back(way, missing);
    }
    possible_.resize(movers);
    std::iota(possible_.begin(), possible_.end(), 0);
    narrow();
    return !possible_.empty();
}

// Whoever gains too little in some way even with the best two of the others is in no set, so others
// cannot count on it either.
void MoveBound::narrow() {
    for (std::size_t before = 0; before != possible_.size();) {
        before = possible_.size();
        for (const auto& [way, missing] : missing_) {
            const std::vector<std::int64_t>& each = gains_[way].each;
            std::array<std::int64_t, kMostMoved> best{};
            for (const std::size_t i : possible_)
                keepLargest(best, each[i]);
            std::erase_if(possible_, [&, least = missing](std::size_t i) {
                const bool own = each[i] > 0 && each[i] >= best[1];
                return (own ? best[0] + best[1] + best[2] : best[0] + best[1] + each[i]) < least;
            });
        }
    }
}

void MoveBound::collect(const EngineState& state, GroupId group) {
    const auto counts = DeviceCounts::atMost(state, group);
    counted_ = counts.has_value();
    if (!counted_)
        return;
    byFree_ = counts->byFree();
    movers_.clear();
    for (BranchId leaf = 0; leaf < state.tree.size(); ++leaf) {
        if (state.tree[leaf].group != group)
            continue;
        for (const WorkloadId id : state.runningAt[at(leaf)]) {
            const Job& job = state.job(id);
            // A checkpoint may bring one back that would lose too much now.
            if ((job.preemptible() || job.idle()) &&
                (job.checkpoint() > 0 || state.losesLittle(job)))
                movers_.push_back({id, job.heldGpu(),
                                   job.slot().fraction() ? 0 : job.slot().devices(),
                                   static_cast<int>(job.seats().size()), 0, 0});
        }
    }
    std::sort(movers_.begin(), movers_.end(),
              [](const Mover& a, const Mover& b) { return a.held < b.held; });
    here_.assign(state.fleet.nodes().size(), 0);
    shares_.clear();
    const bool shared = state.fractionsRunning[at(group)] > 0;
    if (shared)
        findShared(state, group);
    for (Mover& mover : movers_)
        addShares(state.job(mover.id), mover);
    findOthers(*counts);
    int largest = 0;
    for (const NodeId node : state.fleet.nodesOf(group))
        largest = std::max(largest, static_cast<int>(state.fleet.use(node).used.size()));
    weigh(std::min(largest, DeviceCounts::kLargestNode), shared);
    for (Gains& each : gains_)
        each.known = false;
}

void MoveBound::findShared(const EngineState& state, GroupId group) {
    first_.resize(state.fleet.nodes().size());
    sharing_.clear();
    for (const NodeId node : state.fleet.nodesOf(group)) {
        first_[at(node)] = sharing_.size();
        for (const Gpu used : state.fleet.use(node).used)
            sharing_.push_back({0, -1, used});
    }
    for (std::size_t i = 0; i < movers_.size(); ++i) {
        const Job& job = state.job(movers_[i].id);
        if (!job.slot().fraction())
            continue;
        for (const Seat& seat : job.seats()) {
            Sharing& device = sharing_[first_[at(seat.node)] + at(seat.devices.front())];
            device.left -= job.slot().request.gpu;
            if (std::exchange(device.last, static_cast<int>(i)) != static_cast<int>(i))
                ++device.movers;
        }
    }
    for (Sharing& device : sharing_)
        device.last = -1;
}

// Of a device its part is as large as that of the others that have to go with it.
int MoveBound::partOf(const Job& job, const Seat& seat, int mover) {
    if (!job.slot().fraction())
        return kParts * job.slot().devices();
    Sharing& device = sharing_[first_[at(seat.node)] + at(seat.devices.front())];
    if (device.left > 0 || device.movers > static_cast<int>(kMostMoved) ||
        std::exchange(device.last, mover) == mover)
        return 0;
    return kParts / device.movers;
}

void MoveBound::addShares(const Job& job, Mover& mover) {
    mover.firstShare = shares_.size();
    const auto number = static_cast<int>(&mover - movers_.data());
    for (const Seat& seat : job.seats())
        here_[at(seat.node)] += partOf(job, seat, number);
    for (const Seat& seat : job.seats())
        if (const int devices = std::exchange(here_[at(seat.node)], 0); devices > 0)
            shares_.push_back({seat.node, 0, devices, 0, 0});
    mover.shares = shares_.size() - mover.firstShare;
}

void MoveBound::findOthers(const DeviceCounts& counts) {
    leaving_.assign(here_.size(), {});
    for (const Share& share : shares_)
        keepLargest(leaving_[at(share.node)], share.devices);
    for (Share& share : shares_) {
        share.free = counts.free(share.node);
        // Without its own, if that is one of them.
        auto others = leaving_[at(share.node)];
        const auto own = std::find(others.begin(), others.end(), share.devices);
        if (own != others.end())
            std::rotate(own, own + 1, others.end());
        share.other = others[0];
        share.others = others[0] + others[1];
    }
}

// By how many pieces of a size fit in it, for each size; and by size, where what is nearly a node
// is a whole one and what fits beside it nothing.
void MoveBound::weigh(int largestNode, bool shared) {
    if (std::exchange(weighed_, {largestNode, shared}) == std::pair(largestNode, shared))
        return;
    ways_.clear();
    const auto add = [this](auto&& weightOf) {
        Weights weights;
        for (int size = 1; size < static_cast<int>(kSizes); ++size)
            weights.piece[at(size)] = weightOf(size);
        for (std::size_t free = 1; free < kSizes; ++free)
            for (std::size_t size = 1; size <= free; ++size)
                weights.room[free] =
                    std::max(weights.room[free], weights.piece[size] + weights.room[free - size]);
        ways_.push_back(weights);
    };
    // What is free on shared devices makes no room for whole ones, so these alone may be short.
    for (int least = largestNode; least > (shared ? 0 : 1); --least)
        add([&](int size) { return size / least; });
    for (int beside = largestNode / 2; beside > 1; --beside)
        add([&](int size) {
            return size > largestNode - beside ? largestNode : size < beside ? 0 : size;
        });
    gains_.resize(ways_.size());
}

const MoveBound::Gains& MoveBound::gains(std::size_t way) {
    Gains& gains = gains_[way];
    if (std::exchange(gains.known, true))
        return gains;
    const Weights& weights = ways_[way];
    gains.room = 0;
    for (std::size_t free = 1; free < kSizes; ++free)
        gains.room += static_cast<std::int64_t>(byFree_[free]) * weights.room[free];
    gains.each.clear();
    gains.best.assign(1, 0);
    std::array<std::int64_t, kMostMoved> best{};
    for (const Mover& mover : movers_) {
        gains.each.push_back(gainOf(mover, weights));
        keepLargest(best, gains.each.back());
        gains.best.push_back(std::accumulate(best.begin(), best.end(), std::int64_t{0}));
    }
    return gains;
}

// Of what it gains on a node with one other, or two, it has its part; whoever they are, the parts
// of all are no less than what they gain together.
std::int64_t MoveBound::gainOf(const Mover& mover, const Weights& weights) const {
    std::int64_t gain =
        -static_cast<std::int64_t>(kParts) * mover.replicas * weights.piece[at(mover.size)];
    for (std::size_t i = mover.firstShare; i < mover.firstShare + mover.shares; ++i) {
        const Share& share = shares_[i];
        if (share.free < 0)
            continue;  // nobody is placed there
        const auto with = [&](int others) {
            return weights.room[at(share.free + (share.devices + others) / kParts)] -
                   weights.room[at(share.free)];
        };
        gain += std::max(
            {kParts * with(0), kParts / 2 * with(share.other), kParts / 3 * with(share.others)});
    }
    return gain;
}

}  // namespace apportion
