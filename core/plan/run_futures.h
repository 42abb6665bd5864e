// SPDX-License-Identifier: GPL-3.0-or-later
// A base and its sets on many futures, the same ones for all of them.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/model/plan.h"
#include "core/plan/bands.h"
#include "core/plan/sweep.h"

namespace apportion {

struct FutureBands {
    OutcomeBands base;
    std::vector<SetBands> sets;
    std::int64_t futures = 0;
};

// Numbers of the base and the sets on one future; nothing where a set was refused.
using FutureRow = std::vector<std::optional<RunNumbers>>;
// The same of one run, by future; the outer optional is empty where it has not run.
using FutureColumn = std::vector<std::optional<std::optional<RunNumbers>>>;
// All rows have the base.
FutureBands bandsOf(const std::vector<FutureRow>& rows);

// Does `one` for 0 to count - 1 on several threads; false once one of them is false.
bool inParallel(std::size_t count, unsigned threads, const std::function<bool(std::size_t)>& one);

// Of one run on a future: its numbers alone, on the thread that it is started on.
SweepOptions optionsOfFuture(SweepOptions options);

// Whether an edit cancels or finishes a workload.
bool namesWork(const PlanEdit& edit);

// Edits that cancel or finish a workload have nothing to name in a future and are left out of it.
// The futures are divided among the threads; of all runs only the numbers of the bands are kept.
// The sets must have been applied to the base without errors. Nothing if the control ended it.
// `soFar` gets the bands of the futures that are done each time that one is, one call at a time, on
// any thread. `known`: base, then sets; what is there is not run again, and what runs is put there,
// also where the control ends it.
using BandsSoFar = std::function<void(const FutureBands&)>;
std::optional<FutureBands> runFutures(const PlanBase& base, const std::vector<ChangeSet>& sets,
                                      const Futures& futures, const SweepOptions& options,
                                      const BandsSoFar& soFar = {},
                                      std::vector<FutureColumn>* known = nullptr);

}  // namespace apportion
