// SPDX-License-Identifier: GPL-3.0-or-later
// What the planner shows: a plan that is open, and what came of its sets so far.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/advice.h"
#include "core/model/comparison.h"
#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/plan/advise.h"
#include "core/plan/plan_change.h"
#include "core/plan/run_futures.h"
#include "core/session/planning/advice_results.h"
#include "core/session/planning/base_changes.h"

namespace apportion {

// Unless a plan says how many.
inline constexpr std::int64_t kEditingFutures = 19;

// Once on what is recorded; of the base or of a set.
struct PlanRun {
    std::optional<RefusedEdit> refused;  // then the rest says nothing
    RunNumbers numbers;
    std::int64_t neverStarted = 0;
    std::int64_t pastEnd = 0;                 // workloads that still run at the end
    std::vector<RefusedEvent> refusedEvents;  // of the base's own, that it alone refuses
    MetricSeries metrics;
};

struct PlanResults {
    std::vector<ChangeSet> sets;               // that were run
    std::vector<std::size_t> places;           // of them in the draft that was run
    std::vector<std::optional<PlanRun>> runs;  // base, then sets, as far as they are there
    FutureBands bands;                         // of one run on what is recorded until `drawn`
    bool drawn = false;                        // the bands are of drawn futures
    std::int64_t futures = 0;                  // wanted
    std::shared_ptr<const Scenario> scenario;  // of the base
    std::string hash;                          // of the base
    std::int64_t weeks = 0;                    // whole ones, of the base
    std::vector<Message> notes;                // what was made of the base as it was read
    std::optional<Instant> until;              // where the runs end
    bool complete = false;
};

struct AdviceView {
    bool running = false;
    AdviceRequest request;
    std::int64_t tried = 0;
    std::optional<std::int64_t> bestPrice;
    std::vector<TriedPoint> points;
    std::optional<AdviceAnswer> answer;  // of what was tried so far
    bool canContinue = false;
    Problems problems;  // why there is no advice
};

struct PlanView {
    bool open = false;
    std::string file;  // where it is saved; empty = nowhere yet
    PlanDraft draft;
    bool dirty = false;
    bool canUndo = false, canRedo = false;
    std::string basePath;
    std::shared_ptr<const Scenario> scenario;  // of the base; null = it is not read yet
    Moment baseWritten = 0;                    // when its file was written; 0 = not known
    bool baseMoved = false;                    // it is another than the one that was read
    bool workMoved = false;                    // the same pool has other work by now
    BaseChanges changes;                       // of the base, since the run before
    Problems problems;                         // why it cannot run
    Problems warnings;
    std::vector<Message> notes;
    bool running = false;
    double done = 0;                             // of the runs, 0 to 1
    std::shared_ptr<const PlanResults> results;  // null = none yet
    AdviceView advice;
    // Of the advice of the draft, in its order; none without a pool, or before a run.
    std::vector<AdviceResult> advised;
    std::string advisedBy;  // the project whose journal tells them; empty = none
};

// What a set does to each workload; an error where it is refused.
struct PlanComparison {
    std::size_t set = 0;  // place in the draft
    std::string name;
    Comparison comparison;
    Pair<std::vector<Eviction>> evictions;  // of the workloads that differ
    std::shared_ptr<const Scenario> scenario;
};

}  // namespace apportion
