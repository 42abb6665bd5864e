// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl explain FILE WORKLOAD
#include "app/ctl/answer_text.h"
#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/run_flags.h"
#include "app/ctl/words.h"

namespace apportion::ctl {

namespace {

struct ExplainOptions {
    std::string file;
    std::string workload;
    std::string at;
    std::string output = "-";
    bool json = false;
};

int explain(const ExplainOptions& options) {
    RunFlags flags;
    flags.output = options.output;
    if (const auto wrong = clash(options.file, flags))
        return refuseUsage(*wrong);
    const Result<LoadedScenario> loaded = loadScenario(options.file);
    if (!loaded)
        return refuseInput(loaded.error(), options.json);
    printProblems(loaded->warnings);
    const std::optional<Explanation> explanation =
        explainWorkload(loaded->scenario, options.workload, secondsArgument(options.at));
    if (explanation)
        return answer(options.output, textOrData(options.json), [&](std::ostream& out) {
            if (options.json)
                writeExplanation(out, *explanation);
            else
                out << explanationText(*loaded->scenario, *explanation);
        });
    if (const Workload* known = findWorkload(*loaded->scenario, options.workload))
        return refuseUsage("Workload '" + options.workload + "' is only submitted at " +
                           instantText(*loaded->scenario, known->submit) + ".");
    const std::string nearest = nearestWorkload(*loaded->scenario, options.workload);
    return refuseUsage("There is no workload '" + options.workload + "' in " +
                       (options.file == "-" ? "standard input" : options.file) + "." +
                       (nearest.empty() ? "" : " Did you mean '" + nearest + "'?"));
}

}  // namespace

void addExplain(CLI::App& app, Action& run) {
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* command =
        app.add_subcommand("explain", "Explain why a workload waits and what would start it");
    command
        ->add_option("FILE", options->file, "The scenario, - for standard input (gzip is unpacked)")
        ->required();
    command->add_option("WORKLOAD", options->workload, "Its name")->required();
    command->add_option("--at", options->at, "Time (default: the end)")
        ->check(secondsValidator())
        ->option_text("SECONDS");
    command->add_flag("--json", options->json, "Answer in JSON");
    command->add_option("-o,--output", options->output, "Write the result to a file")
        ->option_text("FILE");
    command->footer(
        "Shows the reason and its rule, the workloads that hold what it needs and whether they can "
        "be\nevicted, the single changes that would start it (each was tried), and its runs and "
        "evictions.\n\nExamples:\n  apportionctl explain pool.json serve\n  apportionctl explain "
        "pool.json serve --at 60 --json");
    command->callback([&run, options] { run = [options] { return explain(*options); }; });
}

}  // namespace apportion::ctl
