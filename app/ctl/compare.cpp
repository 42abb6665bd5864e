// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl compare BASE CHANGED
#include "app/ctl/answer_text.h"
#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/run_flags.h"

namespace apportion::ctl {

namespace {

struct CompareOptions {
    std::string base;
    std::string changed;
    std::string output = "-";
    bool json = false;
    bool failOnChange = false;
};

int compare(const CompareOptions& options) {
    if (options.base == "-" && options.changed == "-")
        return refuseUsage("Only one of BASE and CHANGED can be standard input.");
    RunFlags flags;
    flags.output = options.output;
    for (const std::string& input : {options.base, options.changed})
        if (const auto wrong = clash(input, flags))
            return refuseUsage(*wrong);
    const Result<ComparedFiles> compared = compareFiles(options.base, options.changed);
    if (!compared)
        return refuseInput(compared.error(), options.json);
    printProblems(compared->warnings);
    const Comparison& comparison = compared->comparison;
    const int code = answer(options.output, textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            writeComparison(out, comparison);
        else
            out << comparisonText(comparison);
    });
    return code == kDone && options.failOnChange && !comparison.same ? kNo : code;
}

}  // namespace

void addCompare(CLI::App& app, Action& run) {
    auto options = std::make_shared<CompareOptions>();
    CLI::App* command = app.add_subcommand("compare", "Show what differs between two results");
    command
        ->add_option("BASE", options->base,
                     "A scenario or a result of simulate --json, - for standard input")
        ->required();
    command->add_option("CHANGED", options->changed, "The same, to compare with BASE")->required();
    command->add_flag("--json", options->json, "Answer in JSON");
    command->add_flag("--fail-on-change", options->failOnChange,
                      "Exit code 4 if anything differs, or if only one of the two has workloads");
    command->add_option("-o,--output", options->output, "Write the result to a file")
        ->option_text("FILE");
    command->footer(
        "Scenarios are run first. The table lists workloads that start, end, or are submitted "
        "earlier or later,\nnever start, are evicted more or less often, or have another state, "
        "position in the queue, place,\nnumber of replicas, or work lost. Workloads that wait to "
        "the end do not differ because one run is\nlonger. Reasons are found for the first 1,000 "
        "workloads. For a result without workloads, only quotas\nand numbers are compared; "
        "'notCompared' in JSON names the rest.\n\nExamples:\n  apportionctl compare before.json "
        "after.json\n  apportionctl compare yesterday-answer.json pool.json --fail-on-change");
    command->callback([&run, options] { run = [options] { return compare(*options); }; });
}

}  // namespace apportion::ctl
