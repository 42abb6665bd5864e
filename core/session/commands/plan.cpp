// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/plan.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/model/findings.h"
#include "core/model/validate.h"
#include "core/plan/edit_check.h"
#include "core/plan/futures.h"
#include "core/sim/compare.h"

namespace apportion {

namespace {

// With fewer, a bootstrap has next to nothing to choose from.
constexpr std::int64_t kFewWeeks = 3;

void append(Problems& problems, const Problems& more) {
    problems.insert(problems.end(), more.begin(), more.end());
}

bool tellsOfAMove(const Message& reason) {
    return reason.code == ruleText(EvictionRule::consolidation) ||
           plainCode(reason.code) ==
               "evicted-" + std::string(ruleText(EvictionRule::consolidation));
}

}  // namespace

void explainDelays(const std::vector<std::pair<std::string, Message>>& delays,
                   Comparison& comparison) {
    std::unordered_map<std::string_view, const Message*> why;
    for (const auto& [name, message] : delays)
        why.emplace(name, &message);
    for (WorkloadDifference& workload : comparison.workloads) {
        std::optional<Message>& reason = workload.reason.changed;
        if (workload.change != WorkloadChange::later || (reason && !tellsOfAMove(*reason)))
            continue;
        // That it waited comes before that it was moved.
        if (const auto found = why.find(workload.name); found != why.end())
            reason = *found->second;
        else if (!reason && delays.size() >= kMostDelays)
            ++comparison.untold;
    }
}

void explainEarlier(const PlanBase& base, RunControl* control, Comparison& comparison) {
    const auto asks = [](const WorkloadDifference& workload) {
        return workload.change == WorkloadChange::earlier && workload.start.changed &&
               !workload.reason.base;
    };
    Starts starts;
    for (const WorkloadDifference& workload : comparison.workloads)
        if (asks(workload))
            starts.emplace_back(*workload.start.changed, workload.name);
    if (starts.empty())
        return;
    std::stable_sort(starts.begin(), starts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto again = runSet(baseItself(base), {.control = control}, &starts);
    if (!again)
        return;
    std::unordered_map<std::string_view, const Message*> why;
    for (const auto& [name, message] : again->delays)
        why.emplace(name, &message);
    for (WorkloadDifference& workload : comparison.workloads) {
        if (!asks(workload))
            continue;
        if (const auto found = why.find(workload.name); found != why.end())
            workload.reason.base = *found->second;
        else if (again->delays.size() >= kMostDelays)
            ++comparison.untold;
    }
}

namespace {

Problems warningsOfFutures(const std::shared_ptr<const Scenario>& scenario,
                           const std::vector<ChangeSet>& sets) {
    Findings findings;
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::size_t j = 0; j < sets[i].edits.size(); ++j)
            if (namesWork(sets[i].edits[j]))
                findings.warning(pointerTo(pointerTo("/sets", i) + "/edits", j),
                                 "plan-futures-names", {{"set", Value::ofText(sets[i].name)}});
    const auto namesWorkOfItself = [](const Event& event) {
        return std::holds_alternative<CancelEvent>(event.action) ||
               std::holds_alternative<FinishEvent>(event.action);
    };
    if (const auto count =
            std::count_if(scenario->events.begin(), scenario->events.end(), namesWorkOfItself);
        count > 0)
        findings.warning("/futures", "plan-futures-events", {{"count", Value::ofCount(count)}});
    if (const std::int64_t weeks = Bootstrap(scenario).wholeWeeks(); weeks < kFewWeeks)
        findings.warning("/futures", weeks < 2 ? "plan-one-week" : "plan-few-weeks",
                         {{"weeks", Value::ofCount(weeks)}});
    return findings.take();
}

void noteFutures(PreparedPlan& plan) {
    const std::int64_t weeks = Bootstrap(plan.base->scenario()).wholeWeeks();
    if (weeks < kFewWeeks)
        return;  // a warning says it
    const std::vector<Argument> of{{"weeks", Value::ofCount(weeks)}};
    const char* const how = plan.plan().futures.teamsApart ? "plan-futures-drawn.apart"
                            : weeks >= kWeeksForPairs      ? "plan-futures-drawn.pairs"
                                                           : "plan-futures-drawn";
    plan.notes.push_back({how, of});
    if (weeks < kWeeksForPairs)
        plan.notes.push_back({"plan-extremes-missing", of});
}

bool tellsOfEndlessWaits(const Problems& warnings) {
    return std::any_of(warnings.begin(), warnings.end(), [](const Problem& each) {
        const std::string_view code = plainCode(each.message.code);
        return code == "replay-never-fits" || code == "workload-never-fits";
    });
}

// Those of the plan in order of place, then those of other files.
void putInOrder(const PlanFile& plan, Problems& problems) {
    std::stable_sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) {
        const auto place = [&](const Problem& each) {
            return each.file == plan.file ? std::tuple(each.line == 0, each.line, each.column)
                                          : std::tuple(true, 1, 0);
        };
        return place(a) < place(b);
    });
}

// The base may have been written anew since the plan was run.
Problems warningsOfHash(const PreparedPlan& plan, const std::string& base) {
    Findings findings;
    if (!plan.file.plan.baseHash.empty() && plan.file.plan.baseHash != plan.hash)
        findings.warning("/base/hash", "plan-base-changed",
                         {{"name", Value::ofText(base)},
                          {"value", Value::ofText("sha256:" + plan.hash)},
                          {"known", Value::ofText("sha256:" + plan.file.plan.baseHash)}});
    return findings.take();
}

// A pool whose work has no durations stands still as soon as nothing more is submitted.
Problems warningsOfEnd(const PlanBase& base) {
    const Scenario& scenario = *base.scenario();
    const bool goesOn =
        base.until() || scenario.until || !scenario.events.empty() ||
        std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                    [](const Workload& each) { return each.submit > 0 || each.duration; });
    Findings findings;
    if (!goesOn && !scenario.workloads.empty())
        findings.warning("/base", "plan-no-end", {});
    return findings.take();
}

// Whether all edits of the set at `pointer` could be read.
bool editsWereRead(const std::string& pointer, const Problems& problems) {
    return std::none_of(problems.begin(), problems.end(), [&](const Problem& each) {
        return !each.warning && (each.pointer + "/").starts_with(pointer + "/edits/");
    });
}

}  // namespace

Result<PreparedPlan> preparePlan(const std::string& file) {
    Result<PlanSoFar> read = readPlanSoFar(file);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    Result<LoadedBase> loaded = loadBase(read->file);
    if (loaded)
        return preparePlan(std::move(*read), *loaded);
    Problems errors = std::move(read->wrong);
    placeInPlan(read->file, errors);
    append(errors, loaded.error());
    putInOrder(read->file, errors);
    return tl::unexpected(std::move(errors));
}

Result<PreparedPlan> preparePlan(PlanSoFar read, const LoadedBase& loaded) {
    PreparedPlan prepared;
    prepared.file = std::move(read.file);
    Problems errors = std::move(read.wrong);
    const Plan& plan = prepared.plan();
    prepared.hash = loaded.hash;
    prepared.inputs = loaded.inputs;
    prepared.base = std::make_shared<const PlanBase>(loaded.scenario, plan.until);
    prepared.ofTrace = loaded.ofTrace;
    prepared.notes = loaded.notes;

    if (!plan.sets.empty() && tellsOfEndlessWaits(loaded.warnings))
        prepared.notes.push_back({"plan-base-waits", {}});

    const Problems unread = errors;
    Problems warnings = warningsOfHash(prepared, loaded.path);
    append(warnings, warningsOfEnd(*prepared.base));
    if (plan.futures.count > 0)
        append(warnings, warningsOfFutures(prepared.base->scenario(), plan.sets));
    if (plan.futures.count > 0)
        noteFutures(prepared);
    for (std::size_t i = 0; i < plan.sets.size(); ++i) {
        const std::string pointer = pointerTo("/sets", i);
        if (!editsWereRead(pointer, unread)) {
            append(errors,
                   checkOtherEdits(*prepared.base, plan.sets[i], pointer, unread, read.mayAdd[i]));
            continue;
        }
        Result<Applied> applied = applySet(*prepared.base, plan.sets[i], pointer,
                                           static_cast<std::uint64_t>(plan.futures.seed));
        if (!applied) {
            append(errors, applied.error());
            continue;
        }
        append(warnings, applied->warnings);
        applied->letGo();
        prepared.sets.push_back(std::move(*applied));
    }
    if (hasErrors(errors)) {
        append(errors, warnings);
        placeInPlan(prepared.file, errors);
        return tl::unexpected(std::move(errors));
    }
    placeInPlan(prepared.file, warnings);
    prepared.warnings = loaded.warnings;
    append(prepared.warnings, warnings);
    return prepared;
}

Problems warningsFor(const PreparedPlan& plan, std::string_view set) {
    const std::vector<ChangeSet>& sets = plan.plan().sets;
    Problems warnings;
    for (const Problem& warning : plan.warnings) {
        const auto isOf = [&](std::size_t i) {
            return warning.pointer.starts_with(pointerTo("/sets", i) + "/");
        };
        bool leftOut = false;
        for (std::size_t i = 0; i < sets.size() && warning.file == plan.file.file; ++i)
            leftOut = leftOut || (sets[i].name != set && isOf(i));
        if (!leftOut)
            warnings.push_back(warning);
    }
    return warnings;
}

std::vector<RefusedEvent> refusedByTheSet(const std::vector<RefusedEvent>& base,
                                          std::vector<RefusedEvent> set) {
    const auto alsoThere = [&](const RefusedEvent& event) {
        return std::any_of(base.begin(), base.end(),
                           [&](const RefusedEvent& other) { return other.event == event.event; });
    };
    set.erase(std::remove_if(set.begin(), set.end(), alsoThere), set.end());
    return set;
}

Problems futuresLeftOut(const PreparedPlan& plan) {
    Findings findings;
    if (const std::int64_t count = plan.plan().futures.count; count > 0)
        findings.warning("/futures", "plan-futures-left-out", {{"count", Value::ofCount(count)}});
    Problems problems = findings.take();
    placeInPlan(plan.file, problems);
    return problems;
}

bool runSets(const PreparedPlan& plan, const SweepOptions& options,
             const std::function<void(std::size_t, SetOutcome)>& deliver) {
    std::vector<RefusedEvent> byBase;
    return sweep(*plan.base, plan.sets, options, [&](std::size_t run, SetOutcome outcome) {
        if (run == 0)
            byBase = outcome.refusedEvents;
        else
            outcome.refusedEvents = refusedByTheSet(byBase, std::move(outcome.refusedEvents));
        deliver(run, std::move(outcome));
    });
}

std::optional<FutureBands> runFutures(const PreparedPlan& plan, const SweepOptions& options,
                                      const BandsSoFar& soFar, std::vector<FutureColumn>* known) {
    return runFutures(*plan.base, plan.plan().sets, plan.plan().futures, options, soFar, known);
}

namespace {

std::vector<Eviction> evictionsOf(const Comparison& comparison, const Outcome& outcome) {
    std::unordered_set<std::string_view> names;
    for (const WorkloadDifference& each : comparison.workloads)
        names.insert(each.name);
    std::vector<Eviction> evictions;
    std::copy_if(outcome.evictions.begin(), outcome.evictions.end(), std::back_inserter(evictions),
                 [&](const Eviction& each) { return names.count(each.victim) > 0; });
    return evictions;
}

}  // namespace

bool comparePlan(const PreparedPlan& plan, SweepOptions options,
                 const std::function<void(std::size_t, SetComparison)>& deliver) {
    options.detail = Detail::full;
    options.delays = true;
    SetOutcome base;
    const auto nameOfBase =
        std::visit([](const auto& each) { return each.file; }, plan.plan().base);
    return sweep(*plan.base, plan.sets, options, [&](std::size_t run, SetOutcome outcome) {
        if (run == 0) {
            base = std::move(outcome);
            return;
        }
        SetComparison compared;
        compared.refused = std::move(outcome.refused);
        if (!compared.refused) {
            compared.comparison = compare(base.outcome, outcome.outcome);
            compared.refusedEvents =
                refusedByTheSet(base.refusedEvents, std::move(outcome.refusedEvents));
            explainDelays(outcome.delays, compared.comparison);
            explainEarlier(*plan.base, options.control, compared.comparison);
            compared.evictions = {evictionsOf(compared.comparison, base.outcome),
                                  evictionsOf(compared.comparison, outcome.outcome)};
            compared.comparison.names = {nameOfBase, plan.plan().sets[run - 1].name};
        }
        deliver(run - 1, std::move(compared));
    });
}

}  // namespace apportion
