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
    const Queueing queueing = state.queueing(leaf_);
    if (joined_.empty() && queueing == Queueing::fifo) {
        const auto& head = queue.head();
        return head && !(head->place < from_) ? head : std::nullopt;
    }
    for (const Place& place : joined_)
        if (named(state, place))
            return Queue::Member{place, static_cast<std::size_t>(state.job(place.id).line)};
    const auto next =
        standsIn_ == queue.version() ? Queue::Member{from_, line_} : queue.first(from_);
    if (queueing == Queueing::roundRobin)
        return next;
    if (!next || named(state, next->place))
        return next;
    if (queueing != Queueing::intelligent)
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
    if (plain(state))
        standAt(state, queue.first(from_, [&](const Queue::Line& line) {
            return line.gpu > gpu || !state.sleep.asleep(state, line);
        }));
}

std::optional<Turn::Awake> Turn::firstAwake(const EngineState& state) const {
    const Queue& queue = this->queue(state);
    const auto asleep = [&](const Queue::Line& line) { return state.sleep.asleep(state, line); };
    if (plain(state)) {
        const auto who = queue.first(from_, [&](const Queue::Line& line) { return !asleep(line); });
        if (!who)
            return std::nullopt;
        Gpu largest = queue.lines()[who->line].gpu;
        for (const Queue::Line& line : queue.lines())
            if (line.gpu > largest && !line.places.empty())
                if (const auto first = Queue::firstOf(line, from_); first && *first < who->place)
                    largest = line.gpu;
        return Awake{*who, largest};
    }
    Turn tried = *this;
    Gpu largest = 0;
    while (const auto next = tried.candidate(state)) {
        const Queue::Line& line = queue.lines()[next->line];
        largest = std::max(largest, line.gpu);
        if (!asleep(line))
            return Awake{*next, largest};
        tried.skipSleeping(state, *next);
    }
    return std::nullopt;
}

void Turn::passTo(const EngineState& state, const Queue::Member& who) {
    if (plain(state))
        standAt(state, who);
    else
        for (auto next = candidate(state); next && next->id() != who.id(); next = candidate(state))
            skipSleeping(state, *next);
}

// Everybody is asked, in queue order.
bool Turn::plain(const EngineState& state) const {
    return joined_.empty() && state.queueing(leaf_) == Queueing::roundRobin;
}

void Turn::standAt(const EngineState& state, const std::optional<Queue::Member>& next) {
    from_ = next ? next->place : Place::end();
    standsIn_ = next ? queue(state).version() : 0;
    line_ = next ? next->line : 0;
}

void Turn::joined(const EngineState& state, WorkloadId id) {
    const Place place = Place::of(state.job(id), id);
    if (place < from_)
        joined_.insert(place);
}

}  // namespace apportion
