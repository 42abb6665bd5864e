// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 9 for one leaf in one pass: whom its queueing policy names next. Workloads are asked in
// queue order; who was asked is not asked again until start() is called anew.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "core/engine/queue.h"

namespace apportion {

class EngineState;

class Turn {
public:
    Turn() = default;
    explicit Turn(BranchId leaf) : leaf_(leaf) {}

    // Everybody may be asked (again).
    void start();
    bool fresh() const { return from_ == Place::begin() && joined_.empty(); }
    // Who would be asked next.
    std::optional<Queue::Member> candidate(const EngineState& state) const;
    // Whether the queueing policy lets a workload of the queue be asked at all.
    bool names(const EngineState& state, WorkloadId id) const;
    // Whether it lets nobody of the line be asked but the head of the queue.
    bool headOnly(const EngineState& state, const Queue::Line& line) const {
        return !asksAll(state, line);
    }
    // The candidate was asked in vain.
    void asked(const Place& place);
    // The candidate has left the queue.
    void left(const Place& place) {
        if (!joined_.empty())
            joined_.erase(place);
    }
    // The candidate's shape sleeps: it would be asked in vain, and with it all that follow of
    // sleeping shapes with no larger a request, which would be asked at once, one by one.
    void skipSleeping(const EngineState& state, const Queue::Member& candidate);
    // The candidate and all that follow with no larger a request were asked in vain.
    void skipUpTo(const EngineState& state, const Queue::Member& candidate, Gpu largest);
    // The first who does not sleep, and the largest request of all up to and with it.
    struct Awake {
        Queue::Member who;
        Gpu largest = 0;
    };
    std::optional<Awake> firstAwake(const EngineState& state) const;
    // All before that one were asked, in vain.
    void passTo(const EngineState& state, const Queue::Member& who);
    // Somebody came (back) into the queue during the pass.
    void joined(const EngineState& state, WorkloadId id);

private:
    bool named(const EngineState& state, const Place& place) const;
    bool highHeadToAsk(const EngineState& state) const;
    bool byLines(const EngineState& state) const;
    bool asksAll(const EngineState& state, const Queue::Line& line) const;
    std::optional<Awake> firstAwakeOfLines(const EngineState& state) const;
    void skipTo(const EngineState& state, const std::optional<Queue::Member>& next);
    void standAt(const EngineState& state, const std::optional<Queue::Member>& next);
    const Queue& queue(const EngineState& state) const;

    BranchId leaf_ = kNoBranch;
    Place from_ = Place::begin();  // all before it were asked, but for those in joined_
    // Of the high priorities of "intelligent" only all before this: the head alone is asked, and
    // whoever stands behind it becomes the head when a cap takes it out of the queue.
    Place highFrom_ = Place::begin();
    // The version of the queue in which somebody stands there, and in which line; 0 = unknown.
    std::uint64_t standsIn_ = 0;
    std::size_t line_ = 0;
    std::set<Place> joined_;
};

}  // namespace apportion
