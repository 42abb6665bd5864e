// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl plan advise FILE.plan.json --goal GOAL
#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include "app/ctl/answer_text.h"
#include "app/ctl/command.h"
#include "app/ctl/goal_words.h"
#include "app/ctl/output.h"
#include "app/ctl/progress.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/findings.h"
#include "core/model/told.h"
#include "core/model/visible_text.h"
#include "core/plan/draft/usual_edits.h"
#include "core/session/commands/advise.h"
#include "core/session/planning/advice_results.h"

namespace apportion::ctl {

namespace {

struct AdviseOptions {
    std::string file;
    std::vector<std::string> goals;
    std::vector<std::string> levers;
    int others = 10;
    bool anyHarm = false;
    std::int64_t most = 2000;
    unsigned threads = 0;
    bool json = false;
    int take = 0;  // an answer, from 1
    std::string output = "-";
};

std::string bandWords(GoalMetric metric, const Band& band) {
    const std::string low = goalValueWords(metric, band.p10),
                      high = goalValueWords(metric, band.p90);
    return low == high ? low : low + " to " + high;
}

std::string editsWords(const std::vector<PlanEdit>& edits) {
    std::string text;
    for (const PlanEdit& edit : edits)
        text += (text.empty() ? "" : "; ") + editWords(edit);
    return text;
}

std::string sealWords(const Advice& advice, std::int64_t tried) {
    switch (advice.seal) {
        case Seal::provenSmallest:
            return "proven smallest: all cheaper combinations were tried";
        case Seal::notReachable:
            return "not reachable: no combination reaches the goals, this one comes nearest";
        case Seal::bestOfTried:
            break;
    }
    return (advice.reaches ? "best of " : "goals not reached yet, nearest of ") + grouped(tried) +
           " tried";
}

std::string answerText(const AdviceRequest& request, const AdviceAnswer& answer) {
    std::string text = heading("Advice");
    for (const Goal& goal : request.goals)
        text += wrapped("Goal: " + goalWords(goal) + ".", 2);
    if (request.othersAtMost)
        text += wrapped("No other quota waits more than " + std::to_string(*request.othersAtMost) +
                            " % longer (p95).",
                        2);
    text += wrapped(plural(answer.tried, "combination was", "combinations were") +
                        " tried. Answers are tested on futures that the search did not use.",
                    2);
    int number = 0;
    for (const Advice& advice : answer.answers) {
        text += heading(std::to_string(++number) + ". " +
                        (advice.edits.empty() ? "Change nothing" : editsWords(advice.edits)));
        text += wrapped(
            "Price " + grouped(advice.price) + ", " + sealWords(advice, answer.tried) + ".", 2);
        TextTable table({{"goal", Align::left},
                         {"before", Align::right},
                         {"after", Align::right},
                         {"test futures", Align::right}});
        for (std::size_t i = 0; i < advice.goals.size(); ++i) {
            const GoalOutcome& of = advice.goals[i];
            const std::string held = grouped(of.held) + " of " + grouped(of.futures);
            if (i < request.goals.size())
                table.row({goalWords(request.goals[i]),
                           bandWords(request.goals[i].metric, of.before),
                           bandWords(request.goals[i].metric, of.after), held});
            else
                table.row({"longer wait of another quota", "-",
                           percent(std::max<std::int64_t>(of.after.p10, 0)) + " to " +
                               percent(std::max<std::int64_t>(of.after.p90, 0)),
                           held});
        }
        text += table.text();
        for (const Payer& payer : advice.pays)
            text += wrapped("Pays: " + visibleText(payer.quota) + " waits " +
                                durationWords(payer.after) + " (p95), " +
                                durationWords(payer.before) + " before.",
                            2);
        for (const Neighbor& each : advice.neighbors)
            text += wrapped("Cheaper, price " + grouped(each.price) + ": " +
                                editsWords(each.edits) + ". It reaches the goals in " +
                                grouped(*std::min_element(each.held.begin(), each.held.end())) +
                                " of " + grouped(kAdviceFutures) + " futures.",
                            2);
        for (const Message& limit : advice.limits)
            text += wrapped(toldExactly(limit), 2);
    }
    return text;
}

Result<AdviceRequest> requestOf(const AdviseOptions& options) {
    AdviceRequest request;
    Problems wrong;
    for (const std::string& text : options.goals)
        if (auto goal = parseGoal(text))
            request.goals.push_back(std::move(*goal));
        else
            wrong.insert(wrong.end(), goal.error().begin(), goal.error().end());
    for (const LeverInfo& info : kLevers)
        if (options.levers.empty()
                ? info.usual
                : std::count(options.levers.begin(), options.levers.end(), info.word) > 0)
            request.levers.push_back(info.lever);
    if (options.anyHarm)
        request.othersAtMost.reset();
    else
        request.othersAtMost = options.others;
    request.most = options.most;
    if (!wrong.empty())
        return tl::unexpected(std::move(wrong));
    return request;
}

Result<void> take(const AdviseOptions& options, const AdviceRequest& request,
                  const PreparedPlan& plan, const AdviceAnswer& answer) {
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    const Advice& taken = answer.answers[static_cast<std::size_t>(options.take) - 1];
    return keepAdvice(
        options.file, "Advice " + std::to_string(options.take),
        takenOf(request, taken, endOf(*plan.base->scenario(), plan.base->until()), now));
}

int advise(const AdviseOptions& options) {
    if (options.take > 0 && options.file == "-")
        return refuseUsage("--take requires a plan in a file.");
    const Result<AdviceRequest> request = requestOf(options);
    if (!request)
        return refuseInput(request.error(), options.json);
    const Result<PreparedPlan> plan = preparePlan(options.file);
    if (!plan)
        return refuseInput(plan.error(), options.json);
    printProblems(warningsFor(*plan, {}));
    printNotes(plan->notes);
    if (const Problems why = whyNoAdvice(*plan->base, *request); !why.empty())
        return refuseInput(why, options.json);
    Progress progress("Trying combinations");
    RunControl control({}, progress.callback());
    SweepOptions sweep;
    sweep.threads =
        options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    sweep.control = &control;
    Advisor advisor(*plan->base, *request, plan->plan().futures, sweep);
    const bool whole = advisor.search(request->most, [&](const Advisor::Progress& now) {
        control.report({now.tried, request->most, 0});
    });
    if (!whole)
        return kInterrupted;
    const AdviceAnswer answer = advisor.answer();
    if (options.take > static_cast<int>(answer.answers.size()))
        return refuseUsage("There is no answer " + std::to_string(options.take) + ".");
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    if (options.json)
        writeAdvice(output->stream(textOrData(true)), *request, answer);
    else
        output->stream(textOrData(false)) << answerText(*request, answer);
    const int code = output->commit();
    const bool reached = std::any_of(answer.answers.begin(), answer.answers.end(),
                                     [](const Advice& each) { return each.reaches; });
    if (code == kDone && options.take > 0)
        if (const auto kept = take(options, *request, *plan, answer); !kept)
            return refuseInput(kept.error(), options.json);
    return code == kDone && !reached ? kNo : code;
}

}  // namespace

void addPlanAdvise(CLI::App& plan, Action& run) {
    auto options = std::make_shared<AdviseOptions>();
    CLI::App* verb = plan.add_subcommand("advise", "Find the cheapest changes that reach a goal");
    verb->add_option("FILE", options->file, "The plan, - for standard input; its sets are not used")
        ->required();
    verb->add_option("--goal", options->goals,
                     "METRIC of QUOTA|all|worst below|at-most|at-least BOUND [in N/10]; can be "
                     "repeated")
        ->required()
        ->option_text("GOAL");
    std::vector<std::string> known;
    known.reserve(kLevers.size());
    for (const LeverInfo& info : kLevers)
        known.emplace_back(info.word);
    verb->add_option("--levers", options->levers,
                     "What can change, else sizes, weight, borrowing, queueing and preemption")
        ->delimiter(',')
        ->check(CLI::IsMember(known))
        ->option_text("LIST");
    CLI::Option* others = verb->add_option("--others", options->others,
                                           "Percent that another quota can wait longer, else 10")
                              ->check(CLI::Range(0, 10'000))
                              ->option_text("PERCENT");
    verb->add_flag("--any-harm", options->anyHarm, "Others can wait longer")->excludes(others);
    verb->add_option("--most", options->most, "Combinations to try, else 2,000")
        ->check(CLI::Range(1, 10'000'000))
        ->option_text("N");
    verb->add_option("--threads", options->threads, "Runs at the same time; as many as processors")
        ->check(CLI::Range(1, 256))
        ->option_text("N");
    verb->add_option("--take", options->take, "Add this answer to the plan as a set")
        ->check(CLI::Range(1, static_cast<int>(kMostAnswers)))
        ->option_text("N");
    verb->add_flag("--json", options->json, "Answer in JSON");
    verb->add_option("-o,--output", options->output, "Write the result to a file")
        ->option_text("FILE");
    verb->footer(
        "Metrics: p95-wait, mean-wait, evictions, never-started, share-kept. Combinations of at\n"
        "most three levers are tried by rising price on 19 futures; answers are tested on 19\n"
        "others. The plan keeps what --take adds with its prediction, and plan results compares "
        "it\n"
        "with what came. Exit code 4 if no combination reaches the goals.\n\n"
        "Example:\n"
        "  apportionctl plan advise trace.plan.json --goal 'p95-wait of Quota1.1 below 30m'");
    verb->callback([&run, options] { run = [options] { return advise(*options); }; });
}

}  // namespace apportion::ctl
