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
    CLI::App* command = app.add_subcommand("compare", "Tell what differs between two outcomes");
    command
        ->add_option("BASE", options->base,
                     "A scenario, or a document that simulate --json has written; - for standard "
                     "input")
        ->required();
    command->add_option("CHANGED", options->changed, "The same, to compare with it")->required();
    command->add_flag("--json", options->json, "Answer in JSON");
    command->add_flag(
        "--fail-on-change", options->failOnChange,
        "End with exit code 4 if anything differs, or if only one of the two lists its "
        "workloads, as these cannot be compared then");
    command->add_option("-o,--output", options->output, "Write the answer to a file")
        ->option_text("FILE");
    command->footer(
        "Scenarios are run first. Only workloads that differ are listed: those that come earlier "
        "or later (by the start, else by the end, also where they are cancelled before they "
        "start), start, never do (or are cancelled, rejected or wait for ever now), are evicted or "
        "spared, or "
        "moved, which is also to another place or reason in the queue, to other nodes, to another "
        "number of replicas or GPUs, to another moment to stop, or to more or less work lost: "
        "which "
        "of them is said. What comes neither earlier "
        "nor later and only waited longer or less, as it was submitted at another moment, is said "
        "to have done so (or to be submitted earlier or later, where the runs end so far apart "
        "that its wait says the contrary); in JSON it is moved, or earlier or later where it was "
        "evicted. Of what was evicted on both sides the table says what differs: that it was so "
        "more or less often, ends earlier or later, or starts for the last time then. That work "
        "which waits to the end counts more of it where one of the runs ends later is no "
        "difference. Why work comes later or earlier is told of the first 1,000. A document of "
        "the summary alone has no workloads: quotas and numbers are compared, and JSON names in "
        "notCompared what is not; with one that has them it is never the same.\n\n"
        "Examples:\n"
        "  apportionctl compare before.json after.json\n"
        "  apportionctl compare yesterday-answer.json pool.json --fail-on-change");
    command->callback([&run, options] { run = [options] { return compare(*options); }; });
}

}  // namespace apportion::ctl
