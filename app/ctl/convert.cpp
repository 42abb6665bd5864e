// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl convert IN OUT [--from NAME] [--to NAME]
#include <iostream>

#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/run_flags.h"
#include "app/ctl/trace_flags.h"

namespace apportion::ctl {

namespace {

struct ConvertOptions {
    std::string in, out;
    std::string from, to;
    TraceFlags deriving;
    bool json = false;
    bool raw = false;
};

// Problems of the arguments, each with its remedy.
int refuseArguments(const Problems& problems) {
    printProblems(problems);
    std::cerr << "Run with --help for more information.\n";
    return kUsage;
}

// Of the options that derive a scenario, where none is written.
void tellUnused(const TraceFlags& flags, const std::string& to) {
    std::vector<std::string> given;
    for (const CLI::Option* option : flags.derived)
        if (option->count() > 0)
            given.push_back(option->get_name());
    if (to == kScenarioTrace || given.empty())
        return;
    Problem problem;
    problem.warning = true;
    problem.message = {
        "convert-unused",
        {{"options", Value::ofList(std::move(given))}, {"format", Value::ofText(to)}}};
    printProblems({std::move(problem)});
}

int convertFile(const ConvertOptions& options) {
    RunFlags flags;
    flags.output = options.out;
    for (const std::string& input : inputFiles(options.in, options.deriving))
        if (const auto wrong = clash(input, flags))
            return refuseUsage(*wrong);
    if (options.json && options.out == "-")
        return refuseUsage(
            "Two results would go to standard output. With --json, name a file for OUT.");
    ConvertRequest request;
    if (const auto error = takeTraceFlags(options.deriving, false, request.replay))
        return error->sentence.empty() ? refuseInput(error->problems, options.json)
                                       : refuseUsage(error->sentence);
    request.replay.trace = options.in;
    request.replay.format = options.from;
    request.target = options.out;
    request.to = options.to;
    request.cells = options.raw ? CsvCells::raw : CsvCells::safe;
    if (const Result<void> there = inputOf(request); !there)
        return refuseInput(there.error(), options.json);
    if (const Result<void> settled = settleFormats(request); !settled)
        return refuseArguments(settled.error());
    tellUnused(options.deriving, request.to);
    const Result<Converted> converted = convert(request);
    if (!converted)
        return refuseInput(converted.error(), options.json);
    printProblems(converted->warnings);
    printNotes(converted->notes);
    const int code = answer(options.out, Form::data, converted->write);
    if (code != kDone)
        return code;
    printNotes(converted->done);
    if (!options.json)
        return code;
    return answer("-", Form::data, [&](std::ostream& out) {
        writeConvertSummary(out, converted->summary, converted->warnings);
    });
}

}  // namespace

void addConvert(CLI::App& app, Action& run) {
    auto options = std::make_shared<ConvertOptions>();
    CLI::App* command =
        app.add_subcommand("convert", "Convert a trace or a scenario to another format");
    command->add_option("IN", options->in, "The trace or scenario, - for standard input")
        ->required();
    command
        ->add_option("OUT", options->out,
                     "The file to write, - for standard output; packed if it ends in .gz")
        ->required();
    command->add_option("--from", options->from, "Format of IN (default: guessed if it is clear)")
        ->option_text("NAME");
    command
        ->add_option("--to", options->to,
                     "scenario, csv, swf, philly, helios, or sacct (default: by the name of OUT)")
        ->option_text("NAME");
    command->add_flag("--json", options->json,
                      "Report in JSON what was read, skipped, and written");
    addRawFlag(*command, options->raw);
    addTraceFlags(*command, options->deriving);
    command->footer(
        std::string(
            "A trace becomes a scenario as in replay. The other formats need no pool. Data that a "
            "format\ncannot hold is an error if it would change a replay, otherwise it is "
            "counted.\n\nA CSV has an apostrophe before a name that a spreadsheet would run as a "
            "formula. Readers of\ntraces remove it. --raw writes no apostrophes.\n\n") +
        traceFlagsHelp() +
        "Examples:\n"
        "  apportionctl convert philly.csv.gz philly.swf\n"
        "  apportionctl convert philly.swf pool.json --pool 60x8 --quotas groups\n"
        "  apportionctl convert pool.json jobs.csv\n"
        "  apportionctl convert cluster_log.csv.gz jobs.txt --to sacct\n"
        "  apportionctl convert cluster_log.csv out.json --from helios --pool 100x8");
    command->callback([&run, options] { run = [options] { return convertFile(*options); }; });
}

}  // namespace apportion::ctl
