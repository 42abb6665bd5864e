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
    while (const auto next = queue.first(from)) {
        window.members.push_back(next->id());
        const Instant opens =
            state.job(next->id()).inWindow.value_or(state.now) + state.settings.balanceTimeout;
        if (state.now < opens) {
            window.until = opens;
            break;
        }
        from = next->place.next();
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
            return queue(state).isHead(place);
        case Queueing::balance: {
            const auto& window = balanceWindow(state, leaf_).members;
            return std::find(window.begin(), window.end(), place.id) != window.end();
        }
        case Queueing::intelligent:
            return place.rank > -kFifoFrom || queue(state).isHead(place);
    }
    return false;
}

std::optional<Queue::Member> Turn::candidate(const EngineState& state) const {
    const Queue& queue = this->queue(state);
    if (joined_.empty() && state.queueing(leaf_) == Queueing::fifo) {
        const auto& head = queue.head();
        return head && !(head->place < from_) ? head : std::nullopt;
    }
    for (const Place& place : joined_)
        if (named(state, place))
            return Queue::Member{place, static_cast<std::size_t>(state.job(place.id).line)};
    const auto next =
        standsIn_ == queue.version() ? Queue::Member{from_, line_} : queue.first(from_);
    if (!next || named(state, next->place))
        return next;
    if (state.queueing(leaf_) != Queueing::intelligent)
        return std::nullopt;  // the rest stands behind the head or the window
    return queue.first(std::max(from_, Place::ofRank(-kFifoFrom + 1)));
}

void Turn::asked(const Place& place) {
    if (!joined_.empty() && joined_.erase(place) > 0)
        return;
    from_ = std::max(from_, place.next());
    standsIn_ = 0;
}

void Turn::skipSleeping(const EngineState& state, const Queue::Member& candidate) {
    const Queue& queue = this->queue(state);
    const Gpu gpu = queue.lines()[candidate.line].gpu;
    asked(candidate.place);
    if (state.queueing(leaf_) != Queueing::roundRobin || !joined_.empty())
        return;
    const auto next = queue.first(from_, [&](const Queue::Line& line) {
        return line.gpu > gpu || !state.sleep.asleep(state, line);
    });
    from_ = next ? next->place : Place::end();
    standsIn_ = next ? queue.version() : 0;
    line_ = next ? next->line : 0;
}

void Turn::joined(const EngineState& state, WorkloadId id) {
    const Place place = Place::of(state.job(id), id);
    if (place < from_)
        joined_.insert(place);
}

}  // namespace apportion
