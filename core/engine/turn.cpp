// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/turn.h"

#include <algorithm>
#include <limits>

#include "core/engine/state.h"

namespace apportion {

namespace {

constexpr int kFifoFrom = 7;  // intelligent: these priorities queue by fifo among themselves

}  // namespace

BalanceWindow& balanceWindow(const EngineState& state, BranchId leaf) {
    const Queue& queue = state.queues[static_cast<std::size_t>(leaf)];
    BalanceWindow& window = state.balanceWindows[static_cast<std::size_t>(leaf)];
    if (window.version == queue.version() && window.from <= state.now && state.now < window.until)
        return window;
    window.members.clear();
    window.version = queue.version();
    window.from = state.now;
    window.until = std::numeric_limits<Instant>::max();
    window.settled = false;
    Place from = Place::begin();
    while (const auto place = queue.first(from)) {
        window.members.push_back(place->id);
        const Instant opens =
            state.job(place->id).inWindow.value_or(state.now) + state.settings.balanceTimeout;
        if (state.now < opens) {
            window.until = opens;
            break;
        }
        from = place->next();
    }
    return window;
}

void Turn::start() {
    from_ = Place::begin();
    standsIn_ = 0;
    joined_.clear();
}

const Queue& Turn::queue(const EngineState& state) const {
    return state.queues[static_cast<std::size_t>(leaf_)];
}

bool Turn::names(const EngineState& state, WorkloadId id) const {
    return named(state, Place::of(state.job(id), id));
}

bool Turn::named(const EngineState& state, const Place& place) const {
    switch (state.queueing(leaf_)) {
        case Queueing::roundRobin:
            return true;
        case Queueing::fifo:
            return queue(state).first(Place::begin()) == place;
        case Queueing::balance: {
            const auto& window = balanceWindow(state, leaf_).members;
            return std::find(window.begin(), window.end(), place.id) != window.end();
        }
        case Queueing::intelligent:
            return place.rank > -kFifoFrom || queue(state).first(Place::begin()) == place;
    }
    return false;
}

std::optional<WorkloadId> Turn::candidate(const EngineState& state) const {
    if (joined_.empty() && state.queueing(leaf_) == Queueing::fifo) {
        const std::optional<Place>& head = queue(state).head();
        return head && !(*head < from_) ? std::optional(head->id) : std::nullopt;
    }
    for (const Place& place : joined_)
        if (named(state, place))
            return place.id;
    auto place = standsIn_ == queue(state).version() ? from_ : queue(state).first(from_);
    if (!place)
        return std::nullopt;
    if (named(state, *place))
        return place->id;
    if (state.queueing(leaf_) != Queueing::intelligent)
        return std::nullopt;  // the rest stands behind the head or the window
    place = queue(state).first(std::max(from_, Place::ofRank(-kFifoFrom + 1)));
    if (!place)
        return std::nullopt;
    return place->id;
}

void Turn::asked(const Place& place) {
    if (!joined_.empty() && joined_.erase(place) > 0)
        return;
    from_ = std::max(from_, place.next());
    standsIn_ = 0;
}

void Turn::skipSleeping(const EngineState& state, WorkloadId id) {
    const Gpu gpu = state.job(id).requestGpu();
    asked(Place::of(state.job(id), id));
    if (state.queueing(leaf_) != Queueing::roundRobin || !joined_.empty())
        return;
    const auto next = queue(state).first(from_, [&](const Queue::Line& line) {
        return line.gpu > gpu || !state.sleep.asleep(state, line);
    });
    from_ = next.value_or(Place::end());
    standsIn_ = next ? queue(state).version() : 0;
}

void Turn::joined(const EngineState& state, WorkloadId id) {
    const Place place = Place::of(state.job(id), id);
    if (place < from_)
        joined_.insert(place);
}

}  // namespace apportion
