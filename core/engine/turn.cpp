// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/turn.h"

#include <algorithm>

namespace apportion {

namespace {

constexpr int kFifoFrom = 7;  // intelligent: these priorities queue by fifo among themselves

}  // namespace

std::vector<WorkloadId> balanceWindow(const EngineState& state, BranchId leaf) {
    const Queue& queue = state.queues[static_cast<std::size_t>(leaf)];
    std::vector<WorkloadId> window;
    Place from = Place::begin();
    while (const auto place = queue.first(from)) {
        window.push_back(place->id);
        const Instant since = state.job(place->id).inWindow.value_or(state.now);
        if (state.now - since < state.settings.balanceTimeout)
            break;
        from = place->next();
    }
    return window;
}

void Turn::start() {
    from_ = Place::begin();
    joined_.clear();
}

bool Turn::named(const Place& place) const {
    switch (state_->queueing(leaf_)) {
        case Queueing::roundRobin:
            return true;
        case Queueing::fifo:
            return queue().first(Place::begin()) == place;
        case Queueing::balance: {
            const auto window = balanceWindow(*state_, leaf_);
            return std::find(window.begin(), window.end(), place.id) != window.end();
        }
        case Queueing::intelligent:
            return place.rank > -kFifoFrom || queue().first(Place::begin()) == place;
    }
    return false;
}

std::optional<WorkloadId> Turn::candidate() const {
    if (!joined_.empty())
        for (const Place& place : joined_)
            if (named(place))
                return place.id;
    auto place = queue().first(from_);
    if (!place)
        return std::nullopt;
    if (named(*place))
        return place->id;
    if (state_->queueing(leaf_) != Queueing::intelligent)
        return std::nullopt;  // the rest stands behind the head or the window
    place = queue().first(std::max(from_, Place::ofRank(-kFifoFrom + 1)));
    if (!place)
        return std::nullopt;
    return place->id;
}

void Turn::asked(WorkloadId id) {
    const Place place = Place::of(state_->job(id), id);
    if (joined_.erase(place) == 0)
        from_ = std::max(from_, place.next());
}

void Turn::skipBarred(WorkloadId id) {
    const Job& job = state_->job(id);
    asked(id);
    if (state_->queueing(leaf_) != Queueing::roundRobin || !joined_.empty())
        return;
    const auto next = queue().first(from_, [&](const Queue::Line& line) {
        return !barred(line) || line.request > job.requestGpu();
    });
    from_ = next.value_or(Place::end());
}

void Turn::joined(WorkloadId id) {
    const Place place = Place::of(state_->job(id), id);
    if (place < from_)
        joined_.insert(place);
}

}  // namespace apportion
