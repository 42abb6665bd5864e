// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_row.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/view/run_now.h"

namespace apportion {

namespace {

AskedWork askedBy(const Workload& workload) {
    return {workload.request.gpu, workload.replicas, workload.leastReplicas()};
}

}  // namespace

EvictionRow::Side sideOf(const WorkloadRow& row) {
    return {row.quota, row.team, row.user, row.workspace};
}

void describeVictim(EvictionRow& row, const WorkloadRow& victim) {
    row.victim = sideOf(victim);
    row.colour = victim.colour;
    row.module = victim.module;
    row.priority = victim.priority;
}

WorkloadRow rowOf(const Engine& engine, WorkloadId id, Instant clock, Duration shift) {
    const Workload& workload = engine.workload(id);
    const Quota& quota = engine.quota(engine.quotaOf(id));
    WorkloadRow row;
    row.name = workload.name;
    row.quota = quota.name;
    row.team = quota.displayName();
    row.user = workload.user;
    row.workspace = workload.workspace;
    row.module = workload.module;
    row.priority = workload.priority;
    row.asked = askedBy(workload);
    row.preemptible = workload.isPreemptible();
    row.idle = workload.idle;
    row.submit = workload.submit + shift;
    row.duration = workload.duration;
    row.status = engine.status(id);
    for (auto* time : {&row.status.start, &row.status.end, &row.status.stopping})
        if (*time)
            **time += shift;
    if (const auto end = engine.endOf(id); end && row.status.state == WorkloadState::running)
        row.ends = *end + shift;
    if (row.status.state == WorkloadState::pending)
        row.status.waited += std::max<Duration>(0, clock - engine.now() - shift);
    row.gpu = 0;
    for (const Placement& placement : row.status.placements)
        row.gpu += placement.gpu;
    // An elastic one runs with some of its replicas and asks for its least to start.
    row.replicas = static_cast<int>(row.status.placements.size());
    if (row.status.state != WorkloadState::running) {
        row.replicas = workload.leastReplicas();
        row.gpu = workload.request.gpu * row.replicas;
    }
    return row;
}

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch) {
    WorkloadRow row;
    const Workload& spec = work.spec;
    row.name = spec.name;
    row.quota = row.team = spec.quota;
    row.user = spec.user;
    row.workspace = spec.workspace;
    row.module = spec.module;
    row.priority = spec.priority;
    row.asked = askedBy(spec);
    row.replicas = spec.leastReplicas();
    row.gpu = spec.request.gpu * row.replicas;
    row.preemptible = spec.isPreemptible();
    row.idle = spec.idle;
    row.submit = work.run.submitted - epoch;
    row.duration = spec.duration;
    row.status.state = work.run.state;
    row.status.preemptions = work.run.preemptions;
    row.status.waited = work.run.waited + work.run.besideQueue;
    if (work.run.start)
        row.status.start = *work.run.start - epoch;
    if (row.status.start && row.duration && !work.command &&
        work.run.state == WorkloadState::running)
        row.ends = *row.status.start + *row.duration - work.run.done;
    if (work.run.end && !isAlive(work.run.state))
        row.status.end = *work.run.end - epoch;
    if (work.run.reason)
        row.status.reason =
            Reason{reasonFromText(work.run.reason->code.substr(0, work.run.reason->code.find('.')))
                       .value_or(ReasonCode::forbidden),
                   Rule::access, *work.run.reason};
    return row;
}

void addStated(View& view, const std::vector<ProjectWorkload>& work) {
    std::unordered_map<std::string_view, const ProjectWorkload*> stated;
    for (const ProjectWorkload& each : work)
        if (each.command && each.spec.duration)
            stated.emplace(each.spec.name, &each);
    if (stated.empty())
        return;
    for (auto* rows : {&view.waiting, &view.running})
        for (WorkloadRow& row : *rows)
            if (const auto found = stated.find(row.name); found != stated.end()) {
                row.duration = found->second->spec.duration;
                const Instant end =
                    row.status.start.value_or(0) + *row.duration - found->second->run.done;
                if (row.status.state == WorkloadState::running && end > view.clock)
                    row.ends = end;
            }
}

void addAwaited(std::vector<WorkloadRow>& running, const std::map<std::string, Message>& awaiting) {
    if (awaiting.empty())
        return;
    for (WorkloadRow& row : running)
        if (const auto found = awaiting.find(row.name); found != awaiting.end())
            row.status.reason =
                Reason{ReasonCode::waitingForVictims, Rule::noVainEviction, found->second};
}

}  // namespace apportion
