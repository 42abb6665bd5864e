// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a scenario to its end for a command.
#include <optional>

#include "core/io/tables/run_tables.h"
#include "core/model/findings.h"
#include "core/session/commands/commands.h"
#include "core/session/commands/timeline.h"
#include "core/sim/recorder.h"
#include "core/sim/simulation.h"

namespace apportion {

namespace {

constexpr std::int64_t kStepsBetweenProgress = 1024;

RunProgress progressOf(const Simulation& simulation) {
    RunProgress progress;
    progress.done = simulation.recorder().submittedCount() + simulation.recorder().finishedCount();
    progress.all = 2 * static_cast<std::int64_t>(simulation.engine().workloadCount());
    progress.at = simulation.now();
    return progress;
}

void writeJobs(std::ostream& out, const Simulation& simulation) {
    out << kJobsHeader;
    std::string row;
    const Engine& engine = simulation.engine();
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (!engine.submitted(id))
            continue;
        row.clear();
        appendJobRow(row, simulation.jobRow(id));
        out << row;
    }
}

}  // namespace

Outcome runScenario(std::shared_ptr<const Scenario> scenario, const RunOptions& options) {
    if (options.until && options.until != scenario->until) {
        auto changed = std::make_shared<Scenario>(*scenario);
        changed->until = options.until;
        scenario = std::move(changed);
    }
    Keep keep;
    keep.evictions = options.full;
    keep.runs = false;
    Simulation simulation(std::move(scenario), keep);
    std::optional<Timeline> timeline;
    if (options.timeline)
        timeline.emplace(*options.timeline, options.every);
    std::int64_t steps = 0;
    for (auto next = simulation.next(); next; next = simulation.next()) {
        if (timeline)
            timeline->before(simulation, *next);
        simulation.step();
        if (timeline)
            timeline->after(simulation);
        if (options.progress && ++steps % kStepsBetweenProgress == 0)
            options.progress(progressOf(simulation));
    }
    if (timeline)
        timeline->finish(simulation);
    if (const auto at = simulation.recorder().unsettled(); at && options.warnings) {
        Findings findings;
        findings.warning("", "passes-stopped", {{"at", Value::ofSeconds(*at)}});
        *options.warnings = findings.take();
    }
    if (options.jobs)
        writeJobs(*options.jobs, simulation);
    return simulation.outcome(options.full ? Detail::full : Detail::summary);
}

}  // namespace apportion
