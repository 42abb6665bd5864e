// SPDX-License-Identifier: GPL-3.0-or-later
// When what waits would start: the engine run ahead on a fork, as long as stated durations tell
// what happens. Nothing is submitted meanwhile: of what people will do nobody knows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/access/redaction.h"
#include "core/engine/engine.h"
#include "core/model/message.h"

namespace apportion {

struct StartEstimate {
    std::string workload;
    std::string quota;
    std::optional<Instant> start;    // nothing = unknown
    std::optional<Duration> wait;    // in all, till then
    std::optional<Message> unknown;  // why
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

// At `at`, or at the engine's last step or next timer if that is nearer. A start is known if until
// then nothing ran that could end at any moment, for want of a stated duration. `enough` is asked
// after each step whether that was far enough.
Estimates estimateStarts(const Engine& engine, Instant at, int mostSteps = kMostEstimateSteps,
                         const std::function<bool()>& enough = {});
// Of a pool that nobody runs.
Estimates noEstimates(const Engine& engine);

// Later by this.
void shift(Estimates& estimates, Duration by);

// Leaves out what somebody may not see.
void redact(Estimates& estimates, const Alias& alias);

}  // namespace apportion
