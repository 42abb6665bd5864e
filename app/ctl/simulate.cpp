// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl simulate FILE
#include "app/ctl/command.h"
#include "app/ctl/run_flags.h"

namespace apportion::ctl {

namespace {

struct SimulateOptions {
    std::string file;
    RunFlags flags;
    bool full = false;  // as replay and plan have it; nothing else is meant
};

int simulate(const SimulateOptions& options) {
    if (const auto wrong = clash(options.file, options.flags))
        return refuseUsage(*wrong);
    const Result<LoadedScenario> loaded = loadScenario(options.file);
    if (!loaded)
        return refuseInput(loaded.error(), options.flags.json);
    printProblems(loaded->warnings);
    return runAndAnswer(loaded->scenario, options.flags, !options.flags.summary);
}

}  // namespace

void addSimulate(CLI::App& app, Action& run) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = app.add_subcommand("simulate", "Run a scenario and show the results");
    command
        ->add_option("FILE", options->file, "The scenario, - for standard input (gzip is unpacked)")
        ->required();
    addRunFlags(*command, options->flags);
    CLI::Option* summary =
        command->add_flag("--summary", options->flags.summary,
                          "Only quotas and the summary, without workloads, evictions, and events");
    command->add_flag("--full", options->full, "With workloads, evictions, and events (default)")
        ->excludes(summary);
    command->footer(
        "Runs until nothing can change, or to the end of the scenario.\n\nExamples:\n  "
        "apportionctl simulate pool.json\n  apportionctl simulate pool.json --until 3600 --json -o "
        "answer.json\n  apportionctl simulate pool.json --timeline quotas.csv --every 60 --jobs "
        "jobs.csv");
    command->callback([&run, options] { run = [options] { return simulate(*options); }; });
}

}  // namespace apportion::ctl
