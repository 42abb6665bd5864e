// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/turn.h"

#include <algorithm>
#include <limits>

#include "core/engine/state.h"

namespace apportion {

namespace {

constexpr int kFifoFrom = 7;  // intelligent: these priorities queue by fifo among themselves

}  // namespace

void Turn::start() {
    from_ = Place::begin();
    highFrom_ = Place::begin();
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
        case Queueing::balance:
            return state.windows.contains(state, leaf_, place);
        case Queueing::intelligent:
            return place.rank > -kFifoFrom || queue(state).isHead(place);
    }
    return false;
}

bool Turn::highHeadToAsk(const EngineState& state) const {
    if (state.queueing(leaf_) != Queueing::intelligent)
        return false;
    const auto& head = queue(state).head();
    return head && head->place.rank <= -kFifoFrom && !(head->place < highFrom_);
}

std::optional<Queue::Member> Turn::candidate(const EngineState& state) const {
    const Queue& queue = this->queue(state);
    const Queueing queueing = state.queueing(leaf_);
    if (joined_.empty() && queueing == Queueing::fifo) {
        const auto& head = queue.head();
        return head && !(head->place < from_) ? head : std::nullopt;
    }
    if (highHeadToAsk(state))
        return queue.head();
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
    if (place.rank <= -kFifoFrom)
        highFrom_ = std::max(highFrom_, place.next());
    if (!joined_.empty() && joined_.erase(place) > 0)
        return;
    from_ = std::max(from_, place.next());
    standsIn_ = 0;
}

void Turn::skipSleeping(const EngineState& state, const Queue::Member& candidate) {
    const Gpu gpu = queue(state).lines()[candidate.line].gpu;
    asked(candidate.place);
    if (byLines(state))
        skipTo(state, queue(state).first(from_, [&](const Queue::Line& line) {
            return asksAll(state, line) && (line.gpu > gpu || !state.sleep.asleep(state, line));
        }));
}

void Turn::skipUpTo(const EngineState& state, const Queue::Member& candidate, Gpu largest) {
    asked(candidate.place);
    if (byLines(state))
        skipTo(state, queue(state).first(from_, [&](const Queue::Line& line) {
            return asksAll(state, line) && line.gpu > largest;
        }));
}

// Whoever stands behind the window was not asked, and may come into it.
void Turn::skipTo(const EngineState& state, const std::optional<Queue::Member>& next) {
    const auto end = state.queueing(leaf_) == Queueing::balance ? state.windows.last(state, leaf_)
                                                                : std::nullopt;
    if (end && (!next || *end < next->place)) {
        from_ = std::max(from_, end->next());
        standsIn_ = 0;
    } else {
        standAt(state, next);
    }
}

std::optional<Turn::Awake> Turn::firstAwake(const EngineState& state) const {
    if (byLines(state))
        return firstAwakeOfLines(state);
    const Queue& queue = this->queue(state);
    Turn tried = *this;
    Gpu largest = 0;
    while (const auto next = tried.candidate(state)) {
        const Queue::Line& line = queue.lines()[next->line];
        largest = std::max(largest, line.gpu);
        if (!state.sleep.asleep(state, line))
            return Awake{*next, largest};
        tried.skipSleeping(state, *next);
    }
    return std::nullopt;
}

std::optional<Turn::Awake> Turn::firstAwakeOfLines(const EngineState& state) const {
    const Queue& queue = this->queue(state);
    Gpu largest = 0;
    // The head of a line in which nobody else is asked comes before all lines that are.
    if (highHeadToAsk(state)) {
        largest = queue.headLine().gpu;
        if (!state.sleep.asleep(state, queue.headLine()))
            return Awake{*queue.head(), largest};
    }
    const auto who = queue.first(from_, [&](const Queue::Line& line) {
        return asksAll(state, line) && !state.sleep.asleep(state, line);
    });
    if (!who || !named(state, who->place))
        return std::nullopt;
    largest = std::max(largest, queue.lines()[who->line].gpu);
    for (const Queue::Line& line : queue.lines())
        if (line.gpu > largest && !line.places.empty() && asksAll(state, line))
            if (const auto first = Queue::firstOf(line, from_); first && *first < who->place)
                largest = line.gpu;
    return Awake{*who, largest};
}

void Turn::passTo(const EngineState& state, const Queue::Member& who) {
    if (byLines(state)) {
        if (highHeadToAsk(state) && !queue(state).isHead(who.place))
            asked(queue(state).head()->place);
        if (!(who.place < from_))
            standAt(state, who);
        return;
    }
    for (auto next = candidate(state); next && next->id() != who.id(); next = candidate(state))
        skipSleeping(state, *next);
}

// Everybody of a line is asked in queue order, one after the other, as far as a window reaches; but
// for the lines of the high priorities of "intelligent", of which the head of the queue alone is.
bool Turn::byLines(const EngineState& state) const {
    return joined_.empty() && state.queueing(leaf_) != Queueing::fifo;
}

bool Turn::asksAll(const EngineState& state, const Queue::Line& line) const {
    return state.queueing(leaf_) != Queueing::intelligent || line.effective < kFifoFrom;
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
