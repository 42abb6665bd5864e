// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/advice_results.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/io/plan/plan_file_writer.h"
#include "core/io/plan/plan_reader.h"
#include "core/plan/plan_change.h"
#include "core/session/commands/report.h"
#include "core/session/export.h"
#include "core/session/project/desk.h"
#include "core/sim/wait_numbers.h"

namespace apportion {

namespace {

constexpr Duration kWeek = 7 * 24 * 3600 * kSecond;

Quota* quotaIn(std::vector<Quota>& quotas, const std::string& name) {
    const auto found = std::find_if(quotas.begin(), quotas.end(),
                                    [&](const Quota& each) { return each.name == name; });
    return found == quotas.end() ? nullptr : &*found;
}

// Makes it so, and says whether it was so before.
bool apply(std::vector<Quota>& quotas, const EventAction& action) {
    bool held = true;
    if (const auto* scale = std::get_if<ScaleEvent>(&action))
        for (const auto& [name, to] : scale->targets) {
            Quota* const quota = quotaIn(quotas, name);
            const Gpu gpu = to.gpu.value_or(quota ? quota->guaranteed.gpu : 0);
            held = held && quota && quota->guaranteed.gpu == gpu;
            if (quota)
                quota->guaranteed.gpu = gpu;
        }
    if (const auto* policy = std::get_if<PolicyEvent>(&action)) {
        Quota* const quota = quotaIn(quotas, policy->quota);
        const QuotaPolicy after = quota ? policy->change.appliedTo(quota->policy) : QuotaPolicy();
        held = quota && after == quota->policy;
        if (quota)
            quota->policy = after;
    }
    return held;
}

// `now`: the workspaces, whose past caps no event tells.
bool allHold(std::vector<Quota> quotas, const std::vector<Workspace>& now,
             const std::vector<PlanEdit>& edits) {
    return std::all_of(edits.begin(), edits.end(), [&](const PlanEdit& edit) {
        if (const auto* caps = std::get_if<ChangeCaps>(&edit.action))
            return std::any_of(now.begin(), now.end(), [&](const Workspace& each) {
                return each.name == caps->workspace && each.caps == caps->caps;
            });
        const auto* action = std::get_if<EventAction>(&edit.action);
        return action == nullptr || apply(quotas, *action);
    });
}

Result<std::optional<Moment>> appliedAt(ProjectDesk& desk, const TakenAdvice& advice) {
    const Moment now = desk.now();
    if (advice.taken >= now)
        return std::optional<Moment>();
    const auto past = exportPast(desk, advice.taken, now);
    if (!past)
        return tl::unexpected(past.error());
    const auto begun = desk.begin();
    if (!begun)
        return tl::unexpected(begun.error());
    const Moment from = std::max(advice.taken, *begun);
    std::vector<Quota> quotas = past->scenario.quotas;
    const auto project = desk.project();
    if (!project)
        return tl::unexpected(project.error());
    const std::vector<Workspace>& workspaces = (*project)->pool.workspaces;
    if (allHold(quotas, workspaces, advice.edits))
        return std::optional(from);
    const std::vector<Event>& events = past->scenario.events;
    for (std::size_t i = 0; i < events.size(); ++i) {
        apply(quotas, events[i].action);
        const bool last = i + 1 == events.size() || events[i + 1].at > events[i].at;
        if (last && allHold(quotas, workspaces, advice.edits))
            return std::optional(from + events[i].at);
    }
    return std::optional<Moment>();
}

struct Sums {
    std::vector<Duration> waits;  // a job that waits still counts with its wait so far
    std::int64_t evictions = 0;
    std::int64_t waiting = 0;
};

std::optional<std::int64_t> valueOf(GoalMetric metric, Sums& sums) {
    if (sums.waits.empty())
        return {};
    switch (metric) {
        case GoalMetric::p95Wait:
            return waitNumbers(sums.waits).p95;
        case GoalMetric::meanWait:
            return waitNumbers(sums.waits).mean;
        case GoalMetric::evictions:
            return sums.evictions;
        case GoalMetric::neverStarted:
            return sums.waiting;
        case GoalMetric::shareKept:
            break;
    }
    return {};
}

// What was submitted from one moment to another, seen at the later one.
class Period {
public:
    Period(const report::Usage& usage, Moment from, Moment to)
        : usage_(usage), from_(from), to_(to) {
        for (const report::UsageEviction& each : usage.evictions)
            if (!each.moved && each.victim != report::kNone && each.at >= from && each.at < to)
                ++evictions_[each.victim];
    }

    std::int64_t jobs() const {
        return std::count_if(usage_.jobs.begin(), usage_.jobs.end(),
                             [this](const report::UsageJob& job) { return isIn(job); });
    }

    std::optional<std::int64_t> came(const Goal& goal) const {
        if (goal.of == Goal::Of::pool) {
            Sums all = sumsOf(report::kNone);
            return valueOf(goal.metric, all);
        }
        std::set<std::uint32_t> parents;
        for (const report::UsageQuota& each : usage_.quotas)
            parents.insert(each.parent);
        std::optional<std::int64_t> worst;
        for (std::uint32_t i = 0; i < usage_.quotas.size(); ++i) {
            if (goal.of == Goal::Of::quota ? usage_.quotas[i].name != goal.quota
                                           : parents.count(i) > 0)
                continue;
            Sums sums = sumsOf(i);
            if (const auto value = valueOf(goal.metric, sums))
                worst = std::max(worst.value_or(*value), *value);
        }
        return worst;
    }

private:
    bool isIn(const report::UsageJob& job) const { return job.submit >= from_ && job.submit < to_; }

    // At or below the quota; kNone = of all.
    Sums sumsOf(std::uint32_t quota) const {
        Sums sums;
        for (std::uint32_t i = 0; i < usage_.jobs.size(); ++i) {
            const report::UsageJob& job = usage_.jobs[i];
            if (quota != report::kNone && !usage_.isAtOrBelow(job.quota, quota))
                continue;
            if (const auto found = evictions_.find(i); found != evictions_.end())
                sums.evictions += found->second;
            if (!isIn(job))
                continue;
            const Moment start = job.runs > 0 ? usage_.runs[job.firstRun].start : report::kStays;
            sums.waiting += std::min(start, job.left) >= to_ ? 1 : 0;
            sums.waits.push_back(std::min({start, job.left, to_}) - job.submit);
        }
        return sums;
    }

    const report::Usage& usage_;
    Moment from_, to_;
    std::map<std::uint32_t, std::int64_t> evictions_;  // by job
};

Result<AdviceResult> resultOf(ProjectDesk& desk, const TakenAdvice& advice) {
    AdviceResult result;
    result.came.resize(advice.goals.size());
    const auto applied = appliedAt(desk, advice);
    if (!applied)
        return tl::unexpected(applied.error());
    result.applied = *applied;
    if (!result.applied)
        return result;
    result.due = *result.applied + adviceTime(advice);
    result.over = desk.now() >= result.due;
    if (!result.over)
        return result;
    const auto usage = usageOf(desk, *result.applied, result.due);
    if (!usage)
        return tl::unexpected(usage.error());
    const Period period(*usage, *result.applied, result.due);
    result.jobs = period.jobs();
    for (std::size_t i = 0; i < advice.goals.size(); ++i)
        result.came[i] = period.came(advice.goals[i].goal);
    return result;
}

}  // namespace

Duration adviceTime(const TakenAdvice& advice) {
    const bool counts = std::any_of(advice.goals.begin(), advice.goals.end(),
                                    [](const Prediction& each) { return each.goal.counts(); });
    return counts ? advice.period : std::min(advice.period, kWeek);
}

Result<std::vector<AdviceResult>> adviceResults(const std::vector<TakenAdvice>& advice,
                                                const std::string& pool) {
    if (advice.empty())
        return std::vector<AdviceResult>();
    auto desk = ProjectDesk::openToLook(pool);
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    return adviceResults(advice, *desk);
}

Result<std::vector<AdviceResult>> adviceResults(const std::vector<TakenAdvice>& advice,
                                                ProjectDesk& desk) {
    std::vector<AdviceResult> results;
    results.reserve(advice.size());
    for (const TakenAdvice& each : advice) {
        auto result = resultOf(desk, each);
        if (!result)
            return tl::unexpected(std::move(result.error()));
        results.push_back(std::move(*result));
    }
    return results;
}

Result<void> keepAdvice(const std::string& plan, const std::string& name, TakenAdvice advice) {
    Result<PlanFile> read = readPlan(plan);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    PlanDraft draft{std::move(read->plan), {}};
    draft.muted.resize(draft.plan.sets.size());
    PlanChange add{PlanChange::Kind::addSet};
    add.name = name;
    add.taken = std::move(advice);
    change(draft, add);
    return savePlan(plan, draft.plan);
}

std::string poolOf(const Plan& plan, const std::string& file) {
    const auto* project = std::get_if<ProjectBase>(&plan.base);
    if (project == nullptr)
        return {};
    return file.empty() || file == "-"
               ? project->file
               : (std::filesystem::path(file).parent_path() / project->file).string();
}

}  // namespace apportion
