// SPDX-License-Identifier: GPL-3.0-or-later
// When what waits would start: the engine run ahead on a fork. A workload without a stated duration
// counts as running forever. Nothing is submitted meanwhile: of what people will do nobody knows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/access/redaction.h"
#include "core/engine/engine.h"
#include "core/model/explanation.h"
#include "core/model/message.h"

namespace apportion {

struct StartEstimate {
    std::string workload;
    std::string quota;
    std::optional<Instant> start;    // by then, if nothing else is submitted
    std::optional<Duration> wait;    // in all, till then
    std::optional<Message> unknown;  // why there is no estimate; else `when` is there
    std::optional<Message> when;     // a phrase: by when, between what, or not before what ends
    // Of startRanges(): in 8 of 10 futures it starts between these. `to` nothing = later than the
    // horizon; both = not known, or not within the horizon.
    std::optional<Instant> from = {};
    std::optional<Instant> to = {};
};

struct Estimates {
    std::vector<StartEstimate> waiting;  // what waits at the moment of the fork, file order
    const StartEstimate* of(std::string_view workload) const;
    // The first to start of what waits in these quotas; of those that are unknown the first if all
    // are. Null = nothing waits there. As of the last findFirst().
    const StartEstimate* next(const std::vector<std::string_view>& quotas) const;
    // By whoever makes or changes them: who draws has no time to look at a crowd.
    void findFirst();

private:
    std::unordered_map<std::string, std::size_t> first_;  // in `waiting`, by quota
};

inline constexpr int kMostEstimateSteps = 3000;

// Of what runs without a stated duration an estimate names whose end alone brings it forward most,
// each tried on a fork of its own; or it names nobody, where only the start is asked for.
enum class Naming { nobody, whatHelps };

// At `at`, or at the engine's last step or next timer if that is nearer. `enough` is asked after
// each step whether that was far enough.
Estimates estimateStarts(const Engine& engine, Instant at, int mostSteps = kMostEstimateSteps,
                         const std::function<bool()>& enough = {},
                         Naming naming = Naming::whatHelps);
// Of a pool that nobody runs.
Estimates noEstimates(const Engine& engine);

// Later by this.
void shift(StartEstimate& estimate, Duration by);
void shift(Estimates& estimates, Duration by);

// Of the workload that is explained, into the explanation.
void tellWhenItStarts(const Estimates& estimates, Explanation& explanation);

// Leaves out what somebody may not see.
void redact(Estimates& estimates, const Alias& alias);

}  // namespace apportion
