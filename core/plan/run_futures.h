// SPDX-License-Identifier: GPL-3.0-or-later
// A base and its sets on many futures, the same ones for all of them.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/model/plan.h"
#include "core/plan/sweep.h"

namespace apportion {

struct FutureBands {
    OutcomeBands base;
    std::vector<SetBands> sets;
};

// Does `one` for 0 to count - 1 on several threads; false once one of them is false.
bool inParallel(std::size_t count, unsigned threads, const std::function<bool(std::size_t)>& one);

// Whether an edit cancels or finishes a workload.
bool namesWork(const PlanEdit& edit);

// Edits that cancel or finish a workload have nothing to name in a future and are left out of it.
// The futures are divided among the threads; of all runs only the numbers of the bands are kept.
// The sets must have been applied to the base without errors. Nothing if the control ended it.
std::optional<FutureBands> runFutures(const PlanBase& base, const std::vector<ChangeSet>& sets,
                                      const Futures& futures, const SweepOptions& options);

}  // namespace apportion
