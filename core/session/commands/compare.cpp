// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/compare.h"

#include <algorithm>

#include "core/io/answers/outcome_reader.h"
#include "core/session/commands/commands.h"
#include "core/session/commands/plan.h"

namespace apportion {

namespace {

using Side = ScenarioOrOutcome;

std::shared_ptr<const Scenario> scenarioOf(Side& side) {
    auto* file = std::get_if<ScenarioFile>(&side);
    return file ? std::make_shared<const Scenario>(std::move(file->scenario)) : nullptr;
}

// As far as a document tells it: that of a workload that ran once.
Starts startsOf(const Outcome& outcome) {
    Starts starts;
    for (const auto& [name, workload] : outcome.workloads)
        if (workload.start && workload.preemptions == 0)
            starts.emplace_back(*workload.start, name);
    std::stable_sort(starts.begin(), starts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return starts;
}

// A scenario is run by the rules of this program.
std::optional<std::int64_t> rulesOf(const Side& side) {
    const auto* file = std::get_if<OutcomeFile>(&side);
    return file ? file->rules : kRulesRevision;
}

// Where both are told and differ.
Problems warningsOfRules(const Side& before, const Side& after, const Pair<std::string>& names) {
    const std::optional<std::int64_t> base = rulesOf(before), changed = rulesOf(after);
    if (!base || !changed || *base == *changed)
        return {};
    Problem problem;
    problem.file = names.changed;
    problem.message = {"compare-rules",
                       {{"after", Value::ofCount(*changed)},
                        {"name", Value::ofText(names.base)},
                        {"before", Value::ofCount(*base)}}};
    problem.warning = true;
    return {std::move(problem)};
}

struct Both {
    Outcome base, changed;
    std::vector<std::pair<std::string, Message>> delays;  // of `changed`, where it is run
    std::shared_ptr<const Scenario> scenario;             // of `base`, where it is run
};

// A scenario is run, the changed one with an eye on what waits although it ran in the base by then.
Both outcomesOf(Side& before, Side& after) {
    Both both;
    const SweepOptions options{.detail = Detail::full, .delays = true};
    const std::shared_ptr<const Scenario> base = scenarioOf(before), changed = scenarioOf(after);
    both.scenario = base;
    std::vector<Applied> sets;
    if (changed)
        sets.push_back(baseItself(PlanBase(changed, {})));
    if (base) {
        sweep(PlanBase(base, {}), sets, options, [&](std::size_t run, SetOutcome outcome) {
            (run == 0 ? both.base : both.changed) = std::move(outcome.outcome);
            both.delays = std::move(outcome.delays);
        });
    } else {
        both.base = std::move(std::get<OutcomeFile>(before).outcome);
    }
    if (!changed) {
        both.changed = std::move(std::get<OutcomeFile>(after).outcome);
    } else if (!base) {
        const Starts starts = startsOf(both.base);
        SetOutcome outcome = *runSet(sets.front(), options, &starts);
        both.changed = std::move(outcome.outcome);
        both.delays = std::move(outcome.delays);
    }
    return both;
}

}  // namespace

Result<ComparedFiles> compareFiles(const std::string& base, const std::string& changed) {
    // Both are read before anything is told, so that all errors come at once.
    Result<Side> before = readScenarioOrOutcome(base), after = readScenarioOrOutcome(changed);
    if (!before || !after) {
        Problems problems = before ? Problems{} : before.error();
        if (!after)
            problems.insert(problems.end(), after.error().begin(), after.error().end());
        return tl::unexpected(std::move(problems));
    }
    ComparedFiles compared;
    compared.warnings = warningsOfRules(*before, *after, {base, changed});
    Both both = outcomesOf(*before, *after);
    // A document of the summary alone is compared as far as it goes.
    std::vector<std::string> without;
    for (const auto& [outcome, name] :
         {std::pair(&both.base, &base), std::pair(&both.changed, &changed)})
        if (outcome->workloads.empty() && outcome->summary.workloads > 0)
            without.push_back(*name);
    if (!without.empty()) {
        both.base.workloads.clear();
        both.changed.workloads.clear();
    }
    Comparison& comparison = compared.comparison = compare(both.base, both.changed);
    explainDelays(both.delays, comparison);
    if (both.scenario)
        explainEarlier(PlanBase(both.scenario, {}), nullptr, comparison);
    comparison.names = {base, changed};
    comparison.withoutWorkloads = std::move(without);
    // What one of them tells and nobody looked at may differ.
    comparison.same = comparison.same && comparison.withoutWorkloads.size() != 1;
    const Problems partly = warningsOf(comparison);
    compared.warnings.insert(compared.warnings.end(), partly.begin(), partly.end());
    return compared;
}

Problems warningsOf(const Comparison& comparison) {
    Problems problems;
    for (const std::string& file : comparison.withoutWorkloads) {
        Problem& problem = problems.emplace_back();
        problem.file = file;
        problem.message = {"compare-without-workloads", {}};
        problem.warning = true;
    }
    if (comparison.untold > 0) {
        Problem& problem = problems.emplace_back();
        problem.file = comparison.names.changed;
        problem.message = {"compare-untold",
                           {{"count", Value::ofCount(comparison.untold)},
                            {"most", Value::ofCount(static_cast<std::int64_t>(kMostDelays))}}};
        problem.warning = true;
    }
    return problems;
}

}  // namespace apportion
