// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a scenario to its end for a command.
#include <limits>
#include <optional>

#include "core/io/tables/run_tables.h"
#include "core/model/findings.h"
#include "core/session/commands/commands.h"
#include "core/session/commands/timeline.h"
#include "core/sim/recorder.h"
#include "core/sim/simulation.h"
#include "core/sim/unproven.h"

namespace apportion {

namespace {

void writeJobs(std::ostream& out, const Simulation& simulation, CsvCells cells) {
    out << kJobsHeader;
    std::string row;
    const Engine& engine = simulation.engine();
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (!engine.submitted(id))
            continue;
        row.clear();
        appendJobRow(row, simulation.jobRow(id), cells);
        out << row;
    }
}

// Quotas whose running work is above their own limit, which was lowered.
void warnAboveLimits(const Engine& engine, Problems& warnings) {
    Findings findings;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        for (Message& above : engine.aboveLimit(id))
            findings.warning("", std::move(above));
    for (Problem& problem : findings.take())
        warnings.push_back(std::move(problem));
}

}  // namespace

Problems warningsOf(const std::optional<Instant>& unsettled, std::int64_t unproven,
                    std::int64_t unprovenWaits, const Summary& summary) {
    Findings findings;
    if (unsettled)
        findings.warning("", "passes-stopped", {{"at", Value::ofSeconds(*unsettled)}});
    if (unproven > 0)
        findings.warning("", "evictions-not-proven", {{"count", Value::ofCount(unproven)}});
    if (unprovenWaits > 0)
        findings.warning("", "waits-not-proven", {{"count", Value::ofCount(unprovenWaits)}});
    constexpr GpuTime kMost = std::numeric_limits<GpuTime>::max();
    if (summary.gpuTime == kMost || summary.wastedGpuTime == kMost)
        findings.warning("", "gpu-time-cut");
    return findings.take();
}

Outcome runScenario(std::shared_ptr<const Scenario> scenario, const RunOptions& options) {
    Course course = courseOf(scenario);
    if (options.until)
        course.until = options.until;
    Keep keep;
    keep.evictions = options.full;
    keep.runs = false;
    keep.losses = options.jobs != nullptr;
    Simulation simulation(std::move(scenario), std::move(course), keep);
    std::optional<Timeline> timeline;
    if (options.timeline)
        timeline.emplace(*options.timeline, options.every, options.cells);
    std::optional<MetricsCollector> metrics;
    if (options.metrics)
        metrics.emplace(simulation, options.metricsEvery);
    runUnder(
        options.control, simulation,
        [&](Instant next) {
            if (timeline)
                timeline->before(simulation, next);
            if (metrics)
                metrics->before(simulation, next);
        },
        [&] {
            if (timeline)
                timeline->after(simulation);
            if (metrics)
                metrics->after(simulation);
        });
    if (timeline)
        timeline->finish(simulation);
    if (metrics && options.metrics)
        *options.metrics = metrics->finish(simulation);
    if (options.jobs)
        writeJobs(*options.jobs, simulation, options.cells);
    Outcome outcome = simulation.outcome(options.full ? Detail::full : Detail::summary);
    if (options.warnings) {
        *options.warnings =
            warningsOf(simulation.recorder().unsettled(), simulation.recorder().unprovenCount(),
                       unprovenWaits(simulation), outcome.summary);
        warnAboveLimits(simulation.engine(), *options.warnings);
    }
    if (options.moves)
        *options.moves = simulation.recorder().moveCount();
    return outcome;
}

}  // namespace apportion
