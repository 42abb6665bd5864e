// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of many runs as bands.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/plan_answer.h"

namespace apportion {

// Of one run: milliseconds, counts and GpuTime.
struct RunNumbers {
    struct Part {
        Duration meanWait = 0, p95Wait = 0, meanWaitAll = 0, p95WaitAll = 0;
        std::int64_t stillWaiting = 0;
        std::int64_t evictions = 0;
        GpuTime wasted = 0, used = 0;
        std::int64_t shareKept = 0;  // millionths; of quotas alone, if the outcome has it
    };
    Part all;
    std::int64_t utilizationMillionths = 0;
    std::vector<std::pair<std::string, Part>> byQuota;
};

// The outcome must have its tallies.
RunNumbers numbersOf(const SetOutcome& outcome);
// Number by number; by quota those of `changed` that the base has too.
RunNumbers difference(const RunNumbers& base, const RunNumbers& changed);

// `values` in any order; all 0 if there are none.
Band bandOf(std::vector<std::int64_t> values);
// All runs have the same quotas in the same order.
OutcomeBands bandsOf(const std::vector<RunNumbers>& runs);

}  // namespace apportion
