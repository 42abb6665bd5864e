// SPDX-License-Identifier: GPL-3.0-or-later
// Steps a scenario as Simulation does, with the engine's state in the open, before and after each
// instant.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/engine/instant.h"
#include "core/engine/state.h"

namespace apportion::testing {

class History {
public:
    explicit History(const Scenario& scenario)
        : state(std::make_unique<EngineState>(scenario)), events_(scenario.events) {
        std::stable_sort(events_.begin(), events_.end(),
                         [](const Event& a, const Event& b) { return a.at < b.at; });
        for (WorkloadId id = 0; id < state->jobs.size(); ++id)
            if (state->jobs.toCome(id))
                arrivals_.push_back(id);
        std::stable_sort(arrivals_.begin(), arrivals_.end(),
                         [this](WorkloadId a, WorkloadId b) { return arrival(a) < arrival(b); });
    }

    bool step() {
        const auto at = next();
        if (!at)
            return false;
        inputs.clear();
        for (; nextEvent_ < events_.size() && events_[nextEvent_].at == *at; ++nextEvent_)
            inputs.emplace_back(events_[nextEvent_].action);
        for (; nextArrival_ < arrivals_.size() && arrival(arrivals_[nextArrival_]) == *at;
             ++nextArrival_)
            inputs.emplace_back(Submit{arrivals_[nextArrival_]});
        before = std::make_unique<EngineState>(*state);
        begun_ = true;
        made = runInstant(*state, *at, inputs);
        return true;
    }

    std::unique_ptr<EngineState> before;
    std::unique_ptr<EngineState> state;
    std::vector<Input> inputs;  // of the last instant
    Decisions made;

private:
    Instant arrival(WorkloadId id) const { return std::max<Instant>(state->submitOf(id), 0); }
    std::optional<Instant> next() const {
        if (!begun_)
            return Instant{0};
        std::optional<Instant> next = state->nextTimer();
        if (nextArrival_ < arrivals_.size())
            next = std::min(next.value_or(kNever), arrival(arrivals_[nextArrival_]));
        if (nextEvent_ < events_.size())
            next = std::min(next.value_or(kNever), events_[nextEvent_].at);
        return next;
    }

    static constexpr Instant kNever = std::numeric_limits<Instant>::max();
    std::vector<Event> events_;
    std::vector<WorkloadId> arrivals_;
    std::size_t nextEvent_ = 0;
    std::size_t nextArrival_ = 0;
    bool begun_ = false;
};

}  // namespace apportion::testing
