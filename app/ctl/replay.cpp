// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl replay --trace FILE --format NAME --pool NODESxGPUS|FILE
#include <iostream>

#include "app/ctl/command.h"
#include "app/ctl/run_flags.h"
#include "app/ctl/trace_flags.h"

namespace apportion::ctl {

namespace {

struct ReplayOptions {
    std::string trace;
    std::string format;
    TraceFlags deriving;
    bool full = false;
    RunFlags flags;
};

int replay(const ReplayOptions& options) {
    for (const std::string& input : inputFiles(options.trace, options.deriving))
        if (const auto wrong = clash(input, options.flags))
            return refuseUsage(*wrong);
    ReplayRequest request;
    request.trace = options.trace;
    request.format = options.format;
    const bool scenario = options.format == kScenarioTrace;
    if (!scenario) {
        const bool csv = options.format == "csv";
        if (!csv && !options.deriving.texts.columns.empty())
            return refuseUsage("--columns is for --format csv; the other formats name their own.");
        if (const auto error = takeTraceFlags(options.deriving, true, request))
            return error->sentence.empty() ? refuseInput(error->problems, options.flags.json)
                                           : refuseUsage(error->sentence);
    }
    // A text about all workloads looks them up.
    const bool listed = options.full && !options.flags.json;
    const Result<PreparedReplay> prepared =
        prepareReplay(request, listed ? JobsAs::workloads : JobsAs::recorded);
    if (!prepared)
        return refuseInput(prepared.error(), options.flags.json);
    printProblems(prepared->warnings);
    if (!scenario)
        describeReplay(prepared->notes, *prepared->scenario);
    const bool full = options.full || (scenario && !options.flags.summary);
    return runAndAnswer(prepared->scenario, options.flags, full);
}

}  // namespace

void addReplay(CLI::App& app, Action& run) {
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command =
        app.add_subcommand("replay", "Run a recorded trace of jobs on a pool and its quotas");
    command
        ->add_option("--trace", options->trace,
                     "The trace, - for standard input (gzip is unpacked)")
        ->required()
        ->option_text("FILE");
    command->add_option("--format", options->format, "Format of the trace; scenario: run as it is")
        ->required()
        ->check(CLI::IsMember(replayFormats()))
        ->option_text(CLI::detail::join(replayFormats(), "|"));
    addTraceFlags(*command, options->deriving);
    addRunFlags(*command, options->flags);
    CLI::Option* summary =
        command->add_flag("--summary", options->flags.summary,
                          "Only quotas and the summary (default, except for scenarios)");
    command->add_flag("--full", options->full, "With workloads, evictions and events")
        ->excludes(summary);
    command->footer(
        std::string(traceFlagsHelp()) +
        "Examples:\n"
        "  apportionctl replay --trace philly.csv.gz --format philly --pool 1x480 --queueing fifo\n"
        "  apportionctl replay --trace philly.csv.gz --format philly --pool 60x8 --quotas groups\n"
        "  apportionctl replay --trace pods.csv.gz --format openb --nodes-file nodes.csv.gz "
        "--json\n"
        "  apportionctl replay --trace jobs.csv --format csv \\\n"
        "      --columns submit=TIME,duration=secs,gpus=n,group=team --pool pool.json\n"
        "  apportionctl replay --trace sacct.txt --format sacct --team Partition --quotas "
        "pool.json");
    command->callback([&run, options] {
        if (options->format == kScenarioTrace)
            for (const CLI::Option* option : options->deriving.all)
                if (option->count() > 0)
                    throw CLI::ValidationError(
                        option->get_name(), "is not for --format scenario, which is run as it is");
        run = [options] { return replay(*options); };
    });
}

}  // namespace apportion::ctl
