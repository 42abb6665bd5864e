// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/submission.h"

#include <algorithm>

namespace apportion {

bool forbidden(const EngineState& state, const Job& job) {
    if (state.workspaces.empty())
        return false;
    const auto kept = state.specOf(job.id);
    const Workload& spec = *kept;
    const auto workspace =
        std::find_if(state.workspaces.begin(), state.workspaces.end(),
                     [&spec](const Workspace& each) { return each.name == spec.workspace; });
    if (spec.workspace.empty() || workspace == state.workspaces.end() || spec.user.empty())
        return false;
    const std::string& quota = state.tree.quota(job.quota()).name;
    if (std::find(workspace->quotas.begin(), workspace->quotas.end(), quota) ==
        workspace->quotas.end())
        return true;
    if (workspace->members.empty())
        return false;
    return std::none_of(workspace->members.begin(), workspace->members.end(),
                        [&spec](const Member& member) {
                            return member.user == spec.user && member.role != Role::viewer;
                        });
}

void submit(EngineState& state, WorkloadId id) {
    if (!state.jobs.toCome(id))
        return;  // it runs: a snapshot's workload was submitted before time 0
    Job& job = state.enlist(id);
    if (!forbidden(state, job) && !state.zeroCap(job))
        return state.enqueue(id);
    if (state.specOf(id)->accepted)
        return waitAgain(state, id);
    job.phase = Phase::rejected;
    state.log.rejected(id);
}

void waitAgain(EngineState& state, WorkloadId id) {
    Job& job = state.job(id);
    job.forbidden = forbidden(state, job);
    state.enqueue(id);
}

}  // namespace apportion
