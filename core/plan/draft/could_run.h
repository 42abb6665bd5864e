// SPDX-License-Identifier: GPL-3.0-or-later
// Whether work could run that nobody has submitted: tried on a fork, with two ways to start sooner.
#pragma once

#include <functional>
#include <optional>

#include "core/plan/draft/start_ranges.h"
#include "core/plan/effect.h"

namespace apportion {

// One way to submit it.
struct RunOption {
    Gpu gpu = 0;  // of one replica
    int replicas = 1;
    int priority = 5;
    Effect::Submitted submitted;
    std::vector<Effect::Hit> evicted;  // for it
    std::vector<Effect::Hit> moved;
    std::optional<StartRange> range;  // while it waits

    bool starts() const {
        return submitted.fate == Effect::Submitted::Fate::starts ||
               submitted.fate == Effect::Submitted::Fate::startsAfterGrace;
    }
};

struct RunAnswer {
    RunOption asked;
    std::optional<RunOption>
        smaller;  // of half the size, a quarter, … the first that starts sooner
    std::optional<RunOption> higher;  // the least higher priority with which it starts now
    Duration grace = 0;               // a start that waits for evicted work waits so long at most
    bool resting = false;             // nobody decides: it is so as soon as the pool is live
};

// `at` as for effectOf(). Where `enough` says so, what is known by then is the answer.
RunAnswer couldRun(const Engine& engine, Instant at, const Workload& asked, const PastJobs& past,
                   const std::function<bool()>& enough = {});

void shift(RunAnswer& answer, Duration by);

}  // namespace apportion
