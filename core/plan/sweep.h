// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a base and many sets on it, on several threads, in bounded memory. The results are the same
// whatever the number of threads.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/plan_answer.h"
#include "core/plan/apply.h"
#include "core/sim/run_control.h"

namespace apportion {

struct SweepOptions {
    unsigned threads = 1;
    Detail detail = Detail::summary;
    Duration metricsEvery = 0;       // 0 = no metrics
    bool tallies = false;            // count evictions and losses by quota
    bool shareKept = false;          // of the quotas; costs a look at all of them each step
    bool delays = false;             // tell why work waits longer than in the base
    bool fromSnapshots = true;       // false: every set runs from the start; for tests
    RunControl* control = nullptr;   // holds all runs; progress is told of all together
    RunControl::Report report = {};  // told instead of the control's, if there is one
};

// So many snapshots of the base are kept at most; a set goes on from the last one before its first
// edit.
inline constexpr std::size_t kMostSnapshots = 8;
// Of one set so many delays are told at most, the first in time.
inline constexpr std::size_t kMostDelays = 1000;

// `deliver` is called on this thread, in order: 0 = the base, then the sets; each as soon as it is
// there, and the base as the first. False if the control ended it; then nothing more comes.
bool sweep(const PlanBase& base, std::span<const Applied> sets, const SweepOptions& options,
           const std::function<void(std::size_t, SetOutcome)>& deliver);

// When workloads first started, in order of time; the names must outlive it.
using Starts = std::vector<std::pair<Instant, std::string_view>>;

// One set from the start, without its base; `starts` those of what it is compared with, for the
// delays.
std::optional<SetOutcome> runSet(const Applied& applied, const SweepOptions& options,
                                 const Starts* starts = nullptr);
// The base as a set without edits.
Applied baseItself(const PlanBase& base);

}  // namespace apportion
