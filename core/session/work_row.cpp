// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/work_row.h"

namespace apportion {

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch) {
    WorkloadRow row;
    const Workload& spec = work.spec;
    row.name = spec.name;
    row.quota = row.team = spec.quota;
    row.user = spec.user;
    row.workspace = spec.workspace;
    row.module = spec.module;
    row.priority = spec.priority;
    row.replicas = spec.leastReplicas();
    row.gpu = spec.request.gpu * row.replicas;
    row.preemptible = spec.isPreemptible();
    row.idle = spec.idle;
    row.submit = work.run.submitted - epoch;
    row.status.state = work.run.state;
    row.status.preemptions = work.run.preemptions;
    row.status.waited = work.run.waited + work.run.besideQueue;
    if (work.run.start)
        row.status.start = *work.run.start - epoch;
    if (work.run.end)
        row.status.end = *work.run.end - epoch;
    if (work.run.reason)
        row.status.reason =
            Reason{reasonFromText(work.run.reason->code.substr(0, work.run.reason->code.find('.')))
                       .value_or(ReasonCode::forbidden),
                   Rule::access, *work.run.reason};
    return row;
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
