// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/trace_work.h"

#include <utility>

#include "core/sim/replay/base_workspaces.h"
#include "core/sim/replay/jobs.h"

namespace apportion {

TraceWork::TraceWork(Trace trace, std::vector<std::string> quotas,
                     const std::vector<Workspace>& workspaces, bool typed)
    : trace_(std::move(trace)),
      quotas_(std::move(quotas)),
      zero_(trace_.jobs.front().submit),
      typed_(typed) {
    if (trace_.jobs.capacity() > trace_.jobs.size() + trace_.jobs.size() / 4)
        trace_.jobs.shrink_to_fit();
    if (workspaces.empty())
        return;
    for (const TraceJob& job : trace_.jobs)
        if (const auto [entry, fresh] = workspaces_.try_emplace({job.group, job.user}); fresh)
            entry->second = workspaceFor(workspaces, quotas_[job.group], trace_.users[job.user]);
}

Workload TraceWork::at(std::size_t index) const {
    const TraceJob& job = trace_.jobs[index];
    Workload workload = workloadOf(trace_, job, zero_, typed_);
    workload.quota = quotas_[job.group];
    if (!workspaces_.empty())
        workload.workspace = workspaces_.at({job.group, job.user});
    return workload;
}

std::string TraceWork::nameOf(std::size_t index) const {
    return callOf(trace_, trace_.jobs[index]);
}

}  // namespace apportion
