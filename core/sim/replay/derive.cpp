// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/derive.h"

#include <algorithm>
#include <limits>

#include "core/model/bounds.h"
#include "core/model/date_text.h"
#include "core/sim/replay/base_quotas.h"
#include "core/sim/replay/group_quotas.h"
#include "core/sim/replay/jobs.h"
#include "core/sim/replay/never_fits.h"
#include "core/sim/replay/notes.h"
#include "core/sim/replay/pool.h"
#include "core/sim/replay/trace_work.h"

namespace apportion {

namespace {

const std::string kRoot = "pool";

tl::unexpected<Problems> refused(Message message) {
    Problem problem;
    problem.message = std::move(message);
    return tl::unexpected(Problems{std::move(problem)});
}

// With the reasons why, as warnings.
tl::unexpected<Problems> nothingLeft(const Trace& trace) {
    Problems problems;
    problems.emplace_back().message = {"replay-no-jobs", {{"rows", Value::ofCount(trace.rows)}}};
    for (const Message& cause : trace.dropped) {
        Problem& problem = problems.emplace_back();
        problem.message = cause;
        problem.warning = true;
    }
    return tl::unexpected(std::move(problems));
}

// At the end that is further from the job in the middle: one wrong year says nothing of the others.
Problem tooLong(const Trace& trace) {
    const std::vector<TraceJob>& jobs = trace.jobs;
    const TraceJob &first = jobs.front(), &last = jobs.back(), &middle = jobs[jobs.size() / 2];
    const bool early = middle.submit - first.submit > last.submit - middle.submit;
    const TraceJob& outermost = early ? first : last;
    const FarJob& place = early ? trace.earliest : trace.latest;
    Problem problem;
    problem.message = {"replay-too-long",
                       {{"first", Value::ofCount(trace.lineOf(first.row))},
                        {"last", Value::ofCount(trace.lineOf(last.row))}}};
    problem.line = trace.lineOf(outermost.row);
    if (place.row != outermost.row)
        return problem;
    problem.message.code += ".value";
    problem.message.arguments.push_back({"column", Value::ofText(trace.submitColumn)});
    problem.message.arguments.push_back({"value", Value::ofText(place.value)});
    problem.line = place.line;
    problem.column = place.column;
    problem.pointer = "/" + std::to_string(place.line) + "/" + trace.submitColumn;
    return problem;
}

// As the readers do it: the first are told and the rest counted.
void cut(Problems& problems) {
    constexpr std::size_t kMostProblems = 50;
    if (problems.size() <= kMostProblems)
        return;
    const std::size_t rest = problems.size() - kMostProblems;
    problems.resize(kMostProblems);
    problems.emplace_back().message = {
        "trace-more-problems", {{"count", Value::ofCount(static_cast<std::int64_t>(rest))}}};
}

// Problems of groups, in their order: with the line of the first job of each.
void placeGroups(const Trace& trace, const std::vector<std::string>& groups, Problems& problems) {
    std::vector<std::uint32_t> rows(groups.size(), std::numeric_limits<std::uint32_t>::max());
    for (const TraceJob& job : trace.jobs)
        rows[job.group] = std::min(rows[job.group], job.row);
    std::size_t group = 0;
    for (Problem& problem : problems) {
        while (groups[group] != problem.message.arguments.front().value.text)
            ++group;
        problem.line = trace.lineOf(rows[group]);
    }
    cut(problems);
}

Quota rootOf(const ReplayPool& pool, Queueing queueing) {
    Quota root;
    root.name = kRoot;
    root.guaranteed.gpu = pool.capacity * kOneGpu;
    root.policy.queueing = queueing;
    return root;
}

// The quota of each group of the jobs; adds the quotas to the scenario.
Result<std::vector<std::string>> addQuotas(Scenario& scenario, Trace& trace, const ReplayPool& pool,
                                           const ReplayOptions& options) {
    if (options.base) {
        const std::vector<std::string> named = renumberGroups(trace, {trace, {}, {}});
        Result<std::vector<std::string>> found = quotasInBase(*options.base, named);
        if (!found)
            placeGroups(trace, named, found.error());
        return found;
    }
    const GroupNames names(trace, kRoot, options.guarantees);
    std::vector<std::string> groups = renumberGroups(trace, names);
    scenario.quotas.push_back(rootOf(pool, options.queueing));
    if (options.quotas == ReplayQuotas::none)
        return std::vector<std::string>(groups.size(), kRoot);
    Result<std::vector<Quota>> quotas =
        groupQuotas(trace.jobs, groups, names, kRoot, pool.capacity, options);
    if (!quotas)
        return tl::unexpected(quotas.error());
    scenario.quotas.insert(scenario.quotas.end(), quotas->begin(), quotas->end());
    return groups;
}

}  // namespace

Result<Replay> deriveReplay(Trace trace, const ReplayOptions& options, JobsAs jobs) {
    sortAndCut(trace, options.first);
    if (trace.jobs.empty())
        return nothingLeft(trace);
    const Instant zero = trace.jobs.front().submit;
    if (trace.jobs.back().submit - zero > kMostTime)
        return tl::unexpected(Problems{tooLong(trace)});

    const ReplayPool pool = replayPool(options);
    if (pool.capacity == 0)
        return refused({"replay-no-gpus", {}});
    shapeJobs(trace.jobs, pool.largestNode);

    Replay replay;
    Scenario& scenario = replay.scenario;
    if (options.base) {
        scenario = *options.base;
        scenario.until.reset();  // of another run
    } else {
        scenario.settings.consolidation = options.consolidation;
    }
    scenario.name = trace.format;
    scenario.epoch = trace.dates ? exactDateText(zero) : std::string();
    scenario.nodes = pool.nodes;
    const Result<std::vector<std::string>> quotas = addQuotas(scenario, trace, pool, options);
    if (!quotas)
        return tl::unexpected(quotas.error());
    replay.notes = replayNotes(trace, pool, quotas->size(), kRoot, options);
    const bool typed = !pool.gpuTypes.empty();
    JobShapes shapes;
    replay.warnings = neverFitting(scenario, trace, *quotas, typed, shapes);
    scenario.recorded = std::make_shared<TraceWork>(std::move(trace), std::move(shapes), *quotas,
                                                    scenario.workspaces, typed);
    if (jobs == JobsAs::workloads)
        scenario.listRecorded();
    return replay;
}

}  // namespace apportion
