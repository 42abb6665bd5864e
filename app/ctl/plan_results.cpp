// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl plan results FILE.plan.json
#include "app/ctl/command.h"
#include "app/ctl/goal_words.h"
#include "app/ctl/output.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/date_text.h"
#include "core/model/findings.h"
#include "core/model/visible_text.h"
#include "core/session/commands/advise.h"
#include "core/session/planning/advice_results.h"

namespace apportion::ctl {

namespace {

struct ResultsOptions {
    std::string file;
    std::string pool;
    bool json = false;
    std::string output = "-";
};

std::string stateWords(const AdviceResult& result) {
    if (!result.applied)
        return "It is not applied yet.";
    const std::string applied = "It was applied on " + dateText(*result.applied) + ". ";
    return result.over ? applied + plural(result.jobs, "workload was", "workloads were") +
                             " submitted until " + dateText(result.due) + "."
                       : applied + "The result comes on " + dateText(result.due) + ".";
}

std::string resultsText(const std::vector<TakenAdvice>& advice,
                        const std::vector<AdviceResult>& results) {
    if (advice.empty())
        return wrapped("This plan has no advice that was taken.", 0);
    std::string text;
    for (std::size_t i = 0; i < advice.size(); ++i) {
        text += heading(visibleText(advice[i].name) + ", taken on " + dateText(advice[i].taken));
        for (const PlanEdit& edit : advice[i].edits)
            text += wrapped(editWords(edit), 2);
        text += wrapped(stateWords(results[i]), 2);
        TextTable table({{"goal", Align::left},
                         {"before", Align::right},
                         {"predicted", Align::right},
                         {"came", Align::right}});
        for (std::size_t goal = 0; goal < advice[i].goals.size(); ++goal) {
            const Prediction& of = advice[i].goals[goal];
            const auto words = [&](std::int64_t value) {
                return goalValueWords(of.goal.metric, value);
            };
            const auto& came = results[i].came[goal];
            table.row({goalWords(of.goal), words(of.before),
                       of.low == of.high ? words(of.low) : words(of.low) + " to " + words(of.high),
                       came ? words(*came) : "-"});
        }
        text += table.text();
    }
    return text;
}

int results(const ResultsOptions& options) {
    const Result<PlanFile> read = readPlan(options.file);
    if (!read)
        return refuseInput(read.error(), options.json);
    const std::string pool = options.pool.empty() ? poolOf(read->plan, options.file) : options.pool;
    if (pool.empty()) {
        Findings findings;
        findings.error("/base", "advice-no-pool");
        Problems problems = findings.take();
        placeInPlan(*read, problems);
        return refuseInput(problems, options.json);
    }
    const auto came = adviceResults(read->plan.advice, pool);
    if (!came)
        return refuseInput(came.error(), options.json);
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    if (options.json)
        writeAdviceResults(output->stream(textOrData(true)), read->plan.advice, *came);
    else
        output->stream(textOrData(false)) << resultsText(read->plan.advice, *came);
    return output->commit();
}

}  // namespace

void addPlanResults(CLI::App& plan, Action& run) {
    auto options = std::make_shared<ResultsOptions>();
    CLI::App* verb = plan.add_subcommand("results", "Compare advice that was taken with what came");
    verb->add_option("FILE", options->file, "The plan")->required();
    verb->add_option("--pool", options->pool,
                     "The project where the advice was applied (default: the base)")
        ->option_text("PROJECT");
    verb->add_flag("--json", options->json, "Answer in JSON");
    verb->add_option("-o,--output", options->output, "Write the result to a file")
        ->option_text("FILE");
    verb->footer(
        "The journal of the project tells when the sizes and policies of an advice first held, "
        "and\n"
        "what came of the work that was submitted from then on: for a week, and for as long as "
        "the\n"
        "prediction is about where a goal counts evictions or workloads.\n\n"
        "Example:\n"
        "  apportionctl plan results november.plan.json");
    verb->callback([&run, options] { run = [options] { return results(*options); }; });
}

}  // namespace apportion::ctl
