// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/plan_run.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "core/plan/futures.h"
#include "core/session/planning/plan_metrics.h"

namespace apportion {

namespace {

PlanRun runOf(SetOutcome outcome) {
    PlanRun run;
    run.refused = std::move(outcome.refused);
    if (run.refused)
        return run;
    run.numbers = numbersOf(outcome);
    run.neverStarted = outcome.outcome.neverStarted.value_or(0);
    run.pastEnd = outcome.outcome.stillRunning.value_or(0);
    run.refusedEvents = std::move(outcome.refusedEvents);
    if (outcome.metrics)
        run.metrics = std::move(*outcome.metrics);
    return run;
}

}  // namespace

SweepOptions sweepWith(RunControl& control) {
    SweepOptions options;
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    options.control = &control;
    return options;
}

PlanResults resultsFor(const PreparedPlan& plan, std::vector<std::size_t> places) {
    PlanResults results;
    results.places = std::move(places);
    results.sets = plan.plan().sets;
    results.runs.resize(plan.sets.size() + 1);
    results.futures = plan.plan().futures.count;
    results.scenario = plan.base->scenario();
    results.hash = plan.hash;
    results.notes = plan.notes;
    for (const Problem& warning : plan.warnings)
        results.notes.push_back(warning.message);
    results.until = plan.base->until();
    results.weeks = Bootstrap(results.scenario).wholeWeeks();
    return results;
}

bool runPlan(const PreparedPlan& plan, RunControl& control, PlanResults& results,
             KnownRuns::Runs& known, const PlanShown& show) {
    const double all = static_cast<double>(results.futures + 1);
    FutureRow row(plan.sets.size() + 1);
    std::size_t there = 0;  // runs
    const auto tell = [&](double done, bool soon) {
        if (show)
            show(done, soon);
    };
    const auto put = [&](std::size_t run, const PlanRun& made) {
        results.runs[run] = made;
        if (!made.refused)
            row[run] = made.numbers;
        ++there;
    };
    const auto tellRecorded = [&](bool soon) {
        results.bands = bandsOf(std::vector<FutureRow>{row});
        tell(static_cast<double>(there) / static_cast<double>(row.size()) / all, soon);
    };
    SweepOptions options = sweepWith(control);
    options.tallies = true;
    options.metricsEvery = bucketOf(*results.scenario, results.until);
    bool whole = true;
    if (!known.recorded[0]) {
        whole = runSets(plan, options, [&](std::size_t run, SetOutcome outcome) {
            known.recorded[run] = runOf(std::move(outcome));
            put(run, *known.recorded[run]);
            tellRecorded(run > 0);
        });
    } else {
        std::vector<std::size_t> missing;
        for (std::size_t run = 0; run < row.size(); ++run)
            if (known.recorded[run])
                put(run, *known.recorded[run]);
            else
                missing.push_back(run);
        tellRecorded(false);
        std::mutex telling;
        const unsigned threads = std::exchange(options.threads, 1U);
        whole = missing.empty() || inParallel(missing.size(), threads, [&](std::size_t which) {
                    const std::size_t run = missing[which];
                    std::optional<SetOutcome> outcome = runSet(plan.sets[run - 1], options);
                    if (!outcome)
                        return false;
                    outcome->refusedEvents = refusedByTheSet(known.recorded[0]->refusedEvents,
                                                             std::move(outcome->refusedEvents));
                    const std::lock_guard lock(telling);
                    known.recorded[run] = runOf(std::move(*outcome));
                    put(run, *known.recorded[run]);
                    tellRecorded(false);
                    return true;
                });
    }
    if (!whole)
        return false;
    tell(1 / all, false);
    if (results.futures > 0) {
        auto bands = runFutures(
            plan, sweepWith(control),
            [&](const FutureBands& soFar) {
                results.bands = soFar;
                results.drawn = true;
                tell(static_cast<double>(soFar.futures + 1) / all, true);
            },
            &known.futures);
        if (!bands)
            return false;
        results.bands = std::move(*bands);
    }
    results.complete = true;
    tell(1, false);
    return true;
}

}  // namespace apportion
