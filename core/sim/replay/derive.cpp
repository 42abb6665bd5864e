// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/derive.h"

#include "core/model/bounds.h"
#include "core/model/date_text.h"
#include "core/sim/replay/base_quotas.h"
#include "core/sim/replay/base_workspaces.h"
#include "core/sim/replay/group_quotas.h"
#include "core/sim/replay/jobs.h"
#include "core/sim/replay/notes.h"
#include "core/sim/replay/pool.h"

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
        return quotasInBase(*options.base, renumberGroups(trace, {}, {}));
    }
    std::vector<std::string> groups = renumberGroups(trace, kRoot, options.guarantees);
    scenario.quotas.push_back(rootOf(pool, options.queueing));
    if (options.quotas == ReplayQuotas::none)
        return std::vector<std::string>(groups.size(), kRoot);
    Result<std::vector<Quota>> quotas =
        groupQuotas(trace.jobs, groups, kRoot, pool.capacity, options);
    if (!quotas)
        return tl::unexpected(quotas.error());
    scenario.quotas.insert(scenario.quotas.end(), quotas->begin(), quotas->end());
    return groups;
}

}  // namespace

Result<Replay> deriveReplay(Trace trace, const ReplayOptions& options) {
    sortAndCut(trace.jobs, options.first);
    if (trace.jobs.empty())
        return nothingLeft(trace);
    const TraceJob &first = trace.jobs.front(), &last = trace.jobs.back();
    const Instant zero = first.submit;
    if (last.submit - zero > kMostTime)
        return refused({"replay-too-long",
                        {{"first", Value::ofCount(first.row)},
                         {"last", Value::ofCount(last.row)},
                         {"most", Value::ofSeconds(kMostTime)}}});
    if (const auto twice = nameTwice(trace))
        return refused({"replay-name-twice",
                        {{"name", Value::ofText(twice->name)},
                         {"first", Value::ofCount(twice->first)},
                         {"second", Value::ofCount(twice->second)}}});

    const ReplayPool pool = replayPool(options);
    if (pool.capacity == 0)
        return refused({"replay-no-gpus", {}});
    shapeJobs(trace.jobs, pool.largestNode);

    Replay replay;
    Scenario& scenario = replay.scenario;
    if (options.base)
        scenario = *options.base;
    scenario.name = trace.format;
    scenario.epoch = trace.dates ? dateText(zero) : std::string();
    scenario.nodes = pool.nodes;
    const Result<std::vector<std::string>> quotas = addQuotas(scenario, trace, pool, options);
    if (!quotas)
        return tl::unexpected(quotas.error());
    replay.notes = replayNotes(trace, pool, quotas->size(), kRoot, options);
    scenario.workloads.reserve(trace.jobs.size());
    BaseWorkspaces workspaces(scenario.workspaces);
    for (const TraceJob& job : trace.jobs) {
        Workload& workload =
            scenario.workloads.emplace_back(workloadOf(trace, job, zero, !pool.gpuTypes.empty()));
        workload.quota = (*quotas)[job.group];
        workload.workspace = workspaces.of(workload.quota, workload.user);
    }
    return replay;
}

}  // namespace apportion
