// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl plan run|compare|check|report FILE.plan.json
#include "core/session/commands/plan.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <thread>

#include "app/ctl/answer_text.h"
#include "app/ctl/bands_text.h"
#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/plan_text.h"
#include "app/ctl/progress.h"
#include "app/ctl/run_flags.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/date_text.h"
#include "core/model/findings.h"
#include "core/model/told.h"
#include "core/model/version.h"
#include "core/model/visible_text.h"
#include "core/session/commands/edit_words.h"
#include "core/session/planning/plan_report.h"

namespace apportion::ctl {

namespace {

struct PlanOptions {
    std::string file;
    std::string set;
    std::string output = "-";
    std::string metrics;
    std::string every;
    unsigned threads = 0;  // 0 = one a processor
    bool base = false;
    bool json = false;
    bool full = false;
    bool summary = false;
    bool raw = false;
};

SweepOptions sweepOptions(const PlanOptions& options, RunControl& control) {
    SweepOptions sweep;
    sweep.threads =
        options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    constexpr Duration kHour = 3600 * kSecond;
    if (!options.metrics.empty())
        sweep.metricsEvery = secondsArgument(options.every).value_or(kHour);
    sweep.control = &control;
    return sweep;
}

std::optional<std::string> clash(const PlanOptions& options, const std::string& input) {
    if (!options.every.empty() && options.metrics.empty())
        return "--every requires --metrics.";
    RunFlags flags;
    flags.output = options.output;
    flags.metrics = options.metrics;
    flags.every = options.every;
    return ctl::clash(input, flags);
}

std::optional<PreparedPlan> prepare(const PlanOptions& options, int& code) {
    const auto overwrites = [&](const std::string& input) {
        const auto wrong = clash(options, input);
        if (wrong)
            code = refuseUsage(*wrong);
        return wrong.has_value();
    };
    if (overwrites(options.file))
        return {};
    Result<PreparedPlan> plan = preparePlan(options.file);
    if (!plan) {
        code = refuseInput(plan.error(), options.json);
        return {};
    }
    if (std::any_of(plan->inputs.begin(), plan->inputs.end(), overwrites))
        return {};
    const bool all = options.set.empty() && !options.base;
    printProblems(all ? plan->warnings : warningsFor(*plan, options.set));
    printNotes(plan->notes);
    for (std::size_t i = 0; i < plan->sets.size() && !options.base; ++i)
        if (all || plan->plan().sets[i].name == options.set)
            printNotes(plan->sets[i].notes);
    return std::move(*plan);
}

// The place of the set that --set names; nothing = there is none, which is told.
std::optional<std::size_t> findSet(const PreparedPlan& plan, const std::string& name) {
    const std::vector<ChangeSet>& sets = plan.plan().sets;
    for (std::size_t i = 0; i < sets.size(); ++i)
        if (sets[i].name == name)
            return i;
    const Message message{"plan-no-set", {{"name", Value::ofText(name)}}};
    refuseUsage(render(message) + " " + renderRemedy(message));
    return {};
}

// In the words of the events of a single run.
Message refusedAt(const char* code, const PreparedPlan& plan, const ChangeSet& set, Instant at) {
    return {code,
            {{"set", Value::ofText(set.name)},
             {"at", Value::ofText(instantText(*plan.base->scenario(), at))}}};
}

// At the places of the edits in the plan; `place` is that of the set.
void tellRefused(const PreparedPlan& plan, const ChangeSet& set, std::size_t place,
                 const RefusedEdit& refused) {
    const auto zero = epochValue(plan.base->scenario()->epoch);
    const auto tell = [&](const char* code, const RefusedEdit& edit) {
        Problem problem;
        problem.pointer = pointerTo(pointerTo("/sets", place) + "/edits", edit.edit);
        problem.message = refusedAt(code, plan, set, edit.at);
        Problems placed{std::move(problem)};
        placeInPlan(plan.file, placed);
        std::cerr << problemText(placed[0]) << "\n    " << told(edit.reason, zero) << "\n    "
                  << toldRemedy(edit.reason, zero) << '\n';
    };
    tell("plan-refused", refused);
    for (const RefusedEdit& other : refused.also)
        tell("plan-refused.also", other);
}

// That a change takes away what the base itself does is easily overlooked.
void tellRefused(const PreparedPlan& plan, const ChangeSet& set,
                 const std::vector<RefusedEvent>& events) {
    const auto zero = epochValue(plan.base->scenario()->epoch);
    for (const RefusedEvent& event : events) {
        Message message = refusedAt("plan-event-refused", plan, set, event.at);
        message.arguments.push_back(
            {"event", Value::ofText(eventWords(plan.base->scenario()->events[event.event]))});
        std::cerr << render(message) << "\n    " << told(event.reason, zero) << "\n    "
                  << renderRemedy(message) << '\n';
    }
}

// `run` stands where problems of a file have its name; empty = there is no other.
Problems warningsOf(const SetOutcome& outcome, const std::string& run) {
    Problems warnings = apportion::warningsOf(outcome.unsettled, outcome.unproven,
                                              outcome.unprovenWaits, outcome.outcome.summary);
    for (Problem& warning : warnings)
        warning.file = run;
    return warnings;
}

// Prints what simulate prints; of the base, or of the set at that place.
int runOne(const PlanOptions& options, const PreparedPlan& plan, const Applied& applied,
           std::optional<std::size_t> place) {
    Progress progress("Simulating");
    RunControl control({}, progress.callback());
    SweepOptions sweep = sweepOptions(options, control);
    const bool full = options.full || (!plan.ofTrace && !options.summary);
    // All are opened first: a run may take long.
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    std::unique_ptr<Output> metrics;
    if (!options.metrics.empty() && !(metrics = openOutput(options.metrics)))
        return kFailed;
    sweep.detail = full ? Detail::full : Detail::summary;
    const std::optional<SetOutcome> run = runSet(applied, sweep);
    if (!run)
        return kInterrupted;
    printProblems(warningsOf(*run, {}));
    if (run->refused) {
        const ChangeSet& set = plan.plan().sets[*place];
        tellRefused(plan, set, *place, *run->refused);
        if (!options.json)
            return kNo;
        PlanWriter writer(output->stream(), plan.plan(), plan.hash);
        writer.base(nullptr);
        writer.refused(set, *run->refused);
        writer.finish();
        const int code = output->commit();
        return code == kDone ? kNo : code;
    }
    if (metrics)
        writeMetrics(metrics->stream(), *run->metrics);
    if (options.json)
        writeOutcome(output->stream(), run->outcome, {.summaryOnly = !full});
    else
        output->stream(Form::text) << outcomeText(*applied.loaded(), *applied.course.events,
                                                  run->outcome, full, run->moves);
    return commitTogether({metrics.get(), output.get()});
}

int runAll(const PlanOptions& options, const PreparedPlan& plan) {
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    // Whole outcomes are written as they come, since all of them need not fit into memory.
    std::ostringstream collected;
    std::ostream& out = options.full ? output->stream(textOrData(options.json)) : collected;
    PlanWriter writer(out, plan.plan(), plan.hash, {.summaryOnly = !options.full});
    PlanTable table(plan.plan());
    std::unique_ptr<Output> metrics;
    if (!options.metrics.empty() && !(metrics = openOutput(options.metrics)))
        return kFailed;
    bool refused = false;
    std::optional<FutureBands> bands;
    if (plan.plan().futures.count > 0) {
        Progress progress("Running the futures");
        RunControl control({}, progress.callback());
        bands = runFutures(plan, sweepOptions(options, control));
        if (!bands)
            return kInterrupted;
    }
    {
        Progress progress("Running the plan");
        RunControl control({}, progress.callback());
        SweepOptions sweeping = sweepOptions(options, control);
        sweeping.detail = options.full ? Detail::full : Detail::summary;
        const bool all = runSets(plan, sweeping, [&](std::size_t run, const SetOutcome& of) {
            const std::string name =
                run == 0 ? nameOfBase(plan.plan()) : plan.plan().sets[run - 1].name;
            printProblems(warningsOf(of, name));
            if (run > 0)
                tellRefused(plan, plan.plan().sets[run - 1], of.refusedEvents);
            if (of.refused)
                tellRefused(plan, plan.plan().sets[run - 1], run - 1, *of.refused);
            refused = refused || of.refused;
            if (metrics && (run == 0 || of.metrics))
                writeMetrics(metrics->stream(), of.metrics.value_or(MetricSeries{}), name, run == 0,
                             options.raw ? CsvCells::raw : CsvCells::safe);
            if (!options.json)
                table.add(of);
            else if (run == 0)
                writer.base(&of, bands ? &bands->base : nullptr);
            else
                writer.set(plan.plan().sets[run - 1], of, bands ? &bands->sets[run - 1] : nullptr);
        });
        if (!all)
            return kInterrupted;
    }
    if (options.json)
        writer.finish();
    else
        out << table.text() << (bands ? bandsText(plan.plan(), *bands) : "");
    if (!options.full)
        output->stream(textOrData(options.json)) << collected.str();
    const int code = commitTogether({metrics.get(), output.get()});
    return code == kDone && refused ? kNo : code;
}

int runPlan(const PlanOptions& options) {
    int code = kDone;
    const std::optional<PreparedPlan> plan = prepare(options, code);
    if (!plan)
        return code;
    if (options.base || !options.set.empty())
        printProblems(futuresLeftOut(*plan));
    if (options.base)
        return runOne(options, *plan, baseItself(*plan->base), {});
    const std::vector<ChangeSet>& sets = plan->plan().sets;
    std::optional<std::size_t> only;
    if (!options.set.empty()) {
        only = findSet(*plan, options.set);
        if (!only)
            return kUsage;
    } else if (sets.size() == 1 && sets[0].edits.empty() && plan->plan().futures.count == 0) {
        only = 0;
    }
    if (only)
        return runOne(options, *plan, plan->sets[*only], only);
    return runAll(options, *plan);
}

int compareSets(const PlanOptions& options) {
    int code = kDone;
    std::optional<PreparedPlan> plan = prepare(options, code);
    if (!plan)
        return code;
    std::size_t first = 0;
    if (!options.set.empty()) {
        const auto only = findSet(*plan, options.set);
        if (!only)
            return kUsage;
        first = *only;
        plan->sets = {plan->sets[*only]};
        plan->file.plan.sets = {ChangeSet(plan->plan().sets[*only])};
    }
    printProblems(futuresLeftOut(*plan));
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    const std::vector<ChangeSet>& sets = plan->plan().sets;
    const bool single = sets.size() == 1;
    std::ostream& out = output->stream(textOrData(options.json));
    PlanWriter writer(out, plan->plan(), plan->hash);
    if (options.json && !single)
        writer.base(nullptr);
    bool refused = false;
    {
        Progress progress("Comparing");
        RunControl control({}, progress.callback());
        const bool all = comparePlan(
            *plan, sweepOptions(options, control), [&](std::size_t set, SetComparison compared) {
                if (compared.refused) {
                    refused = true;
                    tellRefused(*plan, sets[set], first + set, *compared.refused);
                    if (options.json && single)
                        writer.base(nullptr);
                    if (options.json)
                        writer.refused(sets[set], *compared.refused);
                } else if (printProblems(apportion::warningsOf(compared.comparison));
                           !options.json) {
                    out << (set > 0 ? "\n" : "") << comparisonText(compared.comparison);
                } else if (single) {
                    writeComparison(out, compared.comparison);
                } else {
                    writer.set(sets[set], compared.comparison, compared.refusedEvents);
                }
                tellRefused(*plan, sets[set], compared.refusedEvents);
            });
        if (!all)
            return kInterrupted;
    }
    if (options.json && (!single || refused))
        writer.finish();
    code = output->commit();
    return code == kDone && refused ? kNo : code;
}

std::string checkText(const PlanCheck& check) {
    TextTable table({{"of a week", Align::left},
                     {"of", Align::left},
                     {"in the band", Align::right},
                     {"weeks", Align::right}});
    const auto word = [](const std::string& metric) {
        return metric == "gpuHours"   ? "GPU hours submitted"
               : metric == "meanWait" ? "mean wait"
               : metric == "p95Wait"  ? "wait, 95 %"
                                      : "evictions";
    };
    for (const CheckedBand& band : check.bands)
        table.row({word(band.metric), band.of.empty() ? "the whole pool" : visibleText(band.of),
                   grouped(band.held), grouped(band.times)});
    std::string text =
        heading("Bands on " + plural(check.heldWeeks, "week", "weeks") +
                " that were held back, forecast from " + plural(check.baseWeeks, "week", "weeks")) +
        table.text();
    for (const Message& message : meaningOf(check))
        text += wrapped(toldExactly(message), 2);
    return text;
}

int checkPlanFile(const PlanOptions& options) {
    int code = kDone;
    const std::optional<PreparedPlan> plan = prepare(options, code);
    if (!plan)
        return code;
    Progress progress("Checking the forecast");
    RunControl control({}, progress.callback());
    const auto check = checkPlan(*plan, sweepOptions(options, control));
    if (!check)
        return refuseInput(check.error(), options.json);
    if (!*check)
        return kInterrupted;
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    if (options.json)
        writePlanCheck(output->stream(textOrData(true)), **check);
    else
        output->stream(textOrData(false)) << checkText(**check);
    return output->commit();
}

int reportPlan(const PlanOptions& options) {
    int code = kDone;
    std::optional<PreparedPlan> plan = prepare(options, code);
    if (!plan)
        return code;
    const std::unique_ptr<Output> output = openOutput(options.output);
    if (!output)
        return kFailed;
    Progress progress("Running the plan");
    RunControl control({}, progress.callback());
    const auto document = planReport(std::move(*plan), control,
                                     reportSource(options.file, versionText("apportionctl")));
    if (!document)
        return kInterrupted;
    output->stream(textOrData(true)) << report::htmlOf(*document);
    return output->commit();
}

CLI::App* addVerb(CLI::App& plan, PlanOptions& options, const std::string& name,
                  const std::string& what) {
    CLI::App* verb = plan.add_subcommand(name, what);
    verb->add_option("FILE", options.file, "The plan, - for standard input (gzip is unpacked)")
        ->required();
    verb->add_option("--threads", options.threads,
                     "Runs at the same time (default: the number of processors)")
        ->check(CLI::Range(1, 256))
        ->option_text("N");
    verb->add_flag("--json", options.json, "Answer in JSON");
    verb->add_option("-o,--output", options.output, "Write the result to a file")
        ->option_text("FILE");
    return verb;
}

}  // namespace

void addPlan(CLI::App& app, Action& run) {
    auto options = std::make_shared<PlanOptions>();
    CLI::App* plan =
        app.add_subcommand("plan", "Try variants of changes on a base and compare them");
    plan->require_subcommand(1);
    plan->footer(
        "A plan is a file: a base, which is a scenario, a trace or a project, and sets of "
        "edits.\n\n"
        "Examples:\n"
        "  apportionctl plan run next-month.plan.json\n"
        "  apportionctl plan compare next-month.plan.json --set \"56 / 72\"");
    const auto addSet = [&](CLI::App& verb) {
        verb.add_option("--set", options->set, "Only this variant")->option_text("NAME");
    };
    CLI::App* runs = addVerb(*plan, *options, "run", "Run the base and every variant");
    addSet(*runs);
    CLI::Option* base = runs->add_flag("--base", options->base, "Only the base");
    base->excludes(runs->get_option("--set"));
    CLI::Option* summary = runs->add_flag("--summary", options->summary,
                                          "Only the quotas and the summary of a single run");
    runs->add_flag("--full", options->full, "With workloads, evictions and events of every run")
        ->excludes(summary);
    runs->add_option("--metrics", options->metrics,
                     "Write the metrics over time of every run, as simulate does; --json has them "
                     "too where it answers about several runs")
        ->option_text("FILE");
    addRawFlag(*runs, options->raw)->needs("--metrics");
    runs->add_option("--every", options->every, "Length of their buckets (default: 1 h)")
        ->check(secondsValidator(1))
        ->option_text("SECONDS");
    runs->footer(
        "With --base, --set, or a single set without edits the answer is that of simulate. Exit\n"
        "code 4 if a set cannot be applied because an edit is refused; the others are answered.\n\n"
        "Examples:\n"
        "  apportionctl plan run next-month.plan.json\n"
        "  apportionctl plan run next-month.plan.json --set \"56 / 72\" --json");
    runs->callback([&run, options] { run = [options] { return runPlan(*options); }; });
    CLI::App* compares =
        addVerb(*plan, *options, "compare", "Show what every variant changes, job by job");
    addSet(*compares);
    compares->footer(
        "One comparison for each variant, as compare shows it. Reasons are found for the first "
        "1,000 workloads.\n\nExamples:\n  apportionctl plan compare next-month.plan.json\n  "
        "apportionctl plan compare next-month.plan.json --set \"56 / 72\" --json");
    compares->callback([&run, options] { run = [options] { return compareSets(*options); }; });
    CLI::App* checks =
        addVerb(*plan, *options, "check", "Check how often forecasts from the base held");
    checks->footer(
        "The last third of the base's whole weeks is forecast from the weeks before, by as many "
        "futures as the plan asks for, else 39, and compared with what came. The sets are not "
        "run.\n\n"
        "Example:\n"
        "  apportionctl plan check next-month.plan.json");
    CLI::App* reports = addVerb(*plan, *options, "report", "Write a report of the plan as HTML");
    reports->remove_option(reports->get_option("--json"));
    reports->footer(
        "One file with the question, the verdicts, the assumptions, all numbers, a chart, and the\n"
        "workloads that differ. The console writes the same as PDF.\n\n"
        "Examples:\n"
        "  apportionctl plan report next-month.plan.json -o report.html\n"
        "  apportion next-month.plan.json --report report.pdf");
    reports->callback([&run, options] { run = [options] { return reportPlan(*options); }; });
    addPlanAdvise(*plan, run);
    addPlanResults(*plan, run);
    checks->callback([&run, options] { run = [options] { return checkPlanFile(*options); }; });
}

}  // namespace apportion::ctl
