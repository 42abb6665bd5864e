// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/derive.h"

#include "core/model/date_text.h"
#include "core/sim/replay/group_quotas.h"
#include "core/sim/replay/jobs.h"
#include "core/sim/replay/notes.h"

namespace apportion {

namespace {

const std::string kRoot = "pool";

tl::unexpected<Problems> refused(Message message) {
    Problem problem;
    problem.message = std::move(message);
    return tl::unexpected(Problems{std::move(problem)});
}

void addPool(Scenario& scenario, const ReplayOptions& options) {
    NodeGroup group;
    group.count = options.pool.nodes;
    group.node.name = options.pool.nodes == 1 ? "node-1" : "node";
    group.node.gpu = options.pool.gpus * kOneGpu;
    scenario.nodes.push_back(std::move(group));

    Quota root;
    root.name = kRoot;
    root.guaranteed.gpu = options.pool.nodes * options.pool.gpus * kOneGpu;
    root.policy.queueing = options.queueing;
    scenario.quotas.push_back(std::move(root));
}

}  // namespace

Result<Replay> deriveReplay(Trace trace, const ReplayOptions& options) {
    sortAndCut(trace.jobs, options.first);
    if (trace.jobs.empty())
        return refused({"replay-no-jobs", {{"rows", Value::ofCount(trace.rows)}}});
    const Instant zero = trace.jobs.front().workload.submit;
    const std::vector<std::string> groups = renumberGroups(trace, kRoot);
    if (shapeJobs(trace.jobs, options.pool.gpus))
        if (const auto twice = nameTwice(trace.jobs))
            return refused({"replay-name-twice", {{"name", Value::ofText(*twice)}}});

    Replay replay;
    Scenario& scenario = replay.scenario;
    scenario.name = trace.format;
    if (trace.dates)
        scenario.epoch = dateText(zero);
    addPool(scenario, options);
    if (options.quotas == ReplayQuotas::groups) {
        Result<std::vector<Quota>> quotas = groupQuotas(trace.jobs, groups, kRoot, options);
        if (!quotas)
            return tl::unexpected(quotas.error());
        for (Quota& quota : *quotas)
            scenario.quotas.push_back(std::move(quota));
    }
    replay.notes = replayNotes(trace, zero, groups.size(), kRoot, options);
    scenario.workloads.reserve(trace.jobs.size());
    for (TraceJob& job : trace.jobs) {
        job.workload.quota = options.quotas == ReplayQuotas::none ? kRoot : groups[job.group];
        scenario.workloads.push_back(std::move(job.workload));
    }
    return replay;
}

}  // namespace apportion
