// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/run_flags.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/ctl/answer_text.h"
#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/progress.h"
#include "app/ctl/words.h"

namespace apportion::ctl {

namespace {

constexpr Duration kHour = 3600 * kSecond;

Outcome runWithProgress(const std::shared_ptr<const Scenario>& scenario, RunOptions options) {
    Progress progress("Simulating");
    RunControl control({}, progress.callback());
    options.control = &control;
    return runScenario(scenario, options);
}

}  // namespace

void addRunFlags(CLI::App& command, RunFlags& flags) {
    command.add_flag("--json", flags.json, "Answer in JSON");
    command.add_option("--until", flags.until, "End of the simulation")
        ->check(secondsValidator())
        ->option_text("SECONDS");
    command.add_option("-o,--output", flags.output, "Write the result to a file")
        ->option_text("FILE");
    command
        .add_option("--timeline", flags.timeline,
                    "Write the numbers of every quota over time, as CSV")
        ->option_text("FILE");
    command
        .add_option(
            "--metrics", flags.metrics,
            "Write utilization, pending GPUs, evictions, moves, losses, fairness, starts and "
            "waits over time, as CSV")
        ->option_text("FILE");
    command
        .add_option("--every", flags.every,
                    "Interval of --timeline (default: every change) and --metrics (default: 1 h)")
        ->check(secondsValidator(1))
        ->option_text("SECONDS");
    command.add_option("--jobs", flags.jobs, "Write one row for each workload, as CSV")
        ->option_text("FILE");
    addRawFlag(command, flags.raw);
}

CLI::Option* addRawFlag(CLI::App& command, bool& raw) {
    return command.add_flag("--raw", raw, "Write names to CSV unchanged, formulas too");
}

std::optional<std::string> clash(const std::string& input, const RunFlags& flags) {
    namespace fs = std::filesystem;
    std::vector<std::string> outputs;
    if (!flags.every.empty() && flags.timeline.empty() && flags.metrics.empty())
        return "--every requires --timeline or --metrics.";
    if (flags.raw && flags.timeline.empty() && flags.jobs.empty())
        return "--raw requires --timeline or --jobs.";
    int onStandardOutput = flags.output.empty() || flags.output == "-" ? 1 : 0;
    for (const std::string& table : {flags.timeline, flags.metrics, flags.jobs})
        onStandardOutput += table == "-" ? 1 : 0;
    if (onStandardOutput > 1)
        return "Two results would go to standard output. Name a file for one of them, with -o for "
               "the summary.";
    for (const std::string& output : {flags.output, flags.timeline, flags.metrics, flags.jobs}) {
        if (output.empty() || output == "-")
            continue;
        std::error_code none;
        if (fs::exists(output, none) && !fs::is_regular_file(output, none))
            continue;  // a device or a pipe keeps nothing that could be lost
        const fs::path place = fs::weakly_canonical(output, none);
        if (input != "-" &&
            (fs::weakly_canonical(input, none) == place || fs::equivalent(input, output, none)))
            return output + " is the input and would be overwritten. Name another file.";
        if (std::find(outputs.begin(), outputs.end(), place.string()) != outputs.end())
            return "Two outputs are named " + output + ". Name a file for each.";
        outputs.push_back(place.string());
    }
    return std::nullopt;
}

int runAndAnswer(const std::shared_ptr<const Scenario>& scenario, const RunFlags& flags,
                 bool full) {
    RunOptions options;
    options.full = full;
    options.until = secondsArgument(flags.until);
    options.every = secondsArgument(flags.every);
    options.cells = flags.raw ? CsvCells::raw : CsvCells::safe;
    // All are opened first: a run may take long.
    const std::unique_ptr<Output> output = openOutput(flags.output);
    if (!output)
        return kFailed;
    std::unique_ptr<Output> timeline, jobs, metrics;
    std::optional<MetricSeries> series;
    if (!flags.metrics.empty()) {
        metrics = openOutput(flags.metrics);
        if (!metrics)
            return kFailed;
        options.metricsEvery = options.every.value_or(kHour);
        options.metrics = &series;
    }
    if (!flags.timeline.empty()) {
        timeline = openOutput(flags.timeline);
        if (!timeline)
            return kFailed;
        options.timeline = &timeline->stream();
    }
    if (!flags.jobs.empty()) {
        jobs = openOutput(flags.jobs);
        if (!jobs)
            return kFailed;
        options.jobs = &jobs->stream();
    }
    Problems said;
    options.warnings = &said;
    std::int64_t moves = 0;
    options.moves = &moves;
    const Outcome outcome = runWithProgress(scenario, options);
    printProblems(said);
    if (metrics)
        writeMetrics(metrics->stream(), *series);
    if (flags.json)
        writeOutcome(output->stream(), outcome, {.summaryOnly = !full});
    else
        output->stream(Form::text)
            << outcomeText(*scenario, scenario->events, outcome, full, moves);
    return commitTogether({timeline.get(), jobs.get(), metrics.get(), output.get()});
}

}  // namespace apportion::ctl
