// SPDX-License-Identifier: GPL-3.0-or-later
// When waiting work would start, as a range: the pool is run ahead in 19 futures. In each the
// durations that nobody has stated and what is submitted meanwhile are drawn from the pool's own
// past. The seed is fixed: the same pool gives the same ranges.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/redaction.h"
#include "core/engine/engine.h"
#include "core/plan/draft/estimate.h"
#include "core/plan/draft/past_jobs.h"

namespace apportion {

inline constexpr int kStartFutures = 19;

struct StartRange : StartEstimate {
    // In 9 of 10 futures not before, though nothing else is submitted.
    std::optional<Instant> alone;
    bool never = false;  // whatever ends or is submitted, it does not start
    // What stands before it in its queue.
    int ahead = 0;
    Gpu aheadGpu = 0;
    GpuTime aheadTime = 0;         // of those whose duration is stated or can be guessed
    bool aheadTimeWhole = true;    // that is all of them
    std::vector<std::string> ask;  // running work whose duration would make it known, at most 3
    int askMore = 0;               // and so many others
};

struct StartRanges {
    std::vector<StartRange> waiting;  // as they were asked for
    int futures = 0;                  // that were run
    Duration past = 0;                // so long is what was drawn from
    Duration horizon = 0;
    bool resting = false;  // nobody decides: nothing is known

    const StartRange* of(std::string_view workload) const;
    // The first to start. Null = none is known to.
    const StartRange* next() const;
};

// `at` as for estimateStarts(). `enough` is asked after each step: the futures that are done count.
StartRanges startRanges(const Engine& engine, Instant at, const PastJobs& past,
                        std::span<const WorkloadId> wanted,
                        const std::function<bool()>& enough = {});
// Of a pool that nobody runs.
StartRanges noRanges(const Engine& engine, std::span<const WorkloadId> wanted);

// Of those quotas, and of that workspace if one is given, all that waits, queue by queue.
std::vector<WorkloadId> waitingIn(const Engine& engine, std::span<const std::string> quotas,
                                  const std::string& workspace);

void shift(StartRanges& ranges, Duration by);
// Leaves out what somebody may not see.
void redact(StartRanges& ranges, const Alias& alias);

}  // namespace apportion
