// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/workspace_rows.h"

#include <algorithm>
#include <unordered_map>

#include "core/access/access.h"
#include "core/engine/engine.h"
#include "core/model/project.h"

namespace apportion {

namespace {

WorkspaceRow::User& userIn(WorkspaceRow& row, const std::string& name) {
    const auto found =
        std::find_if(row.users.begin(), row.users.end(),
                     [&](const WorkspaceRow::User& each) { return each.name == name; });
    return found != row.users.end() ? *found
                                    : row.users.emplace_back(WorkspaceRow::User{name, {}, {}});
}

}  // namespace

std::vector<WorkspaceRow> workspaceRowsOf(const Engine& engine) {
    std::vector<WorkspaceRow> rows;
    std::unordered_map<std::string_view, std::size_t> places;
    for (const Workspace& workspace : engine.workspaces()) {
        places.emplace(workspace.name, rows.size());
        WorkspaceRow& row = rows.emplace_back();
        row.spec = workspace;
        for (const Member& member : workspace.members)
            row.users.push_back({member.user, member.role, {}});
    }
    if (rows.empty())
        return rows;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (!engine.submitted(id))
            continue;
        const WorkloadState state = engine.state(id);
        if (state != WorkloadState::pending && state != WorkloadState::running)
            continue;
        const Workload& spec = engine.workload(id);
        const auto place = places.find(spec.workspace);
        if (place == places.end())
            continue;
        WorkspaceRow::Work work;
        if (state == WorkloadState::pending) {
            work.waiting = 1;
            work.asked = spec.request.gpu * spec.leastReplicas();
        } else {
            work.running = 1;
            for (const Placement& placement : engine.status(id).placements)
                work.held += placement.gpu;
        }
        WorkspaceRow& row = rows[place->second];
        for (WorkspaceRow::Work* sum : {&row.work, &userIn(row, spec.user).work}) {
            sum->running += work.running;
            sum->held += work.held;
            sum->waiting += work.waiting;
            sum->asked += work.asked;
        }
    }
    return rows;
}

void addWaiting(std::vector<WorkspaceRow>& rows, const WorkloadRow& work) {
    for (WorkspaceRow& row : rows)
        if (row.spec.name == work.workspace)
            for (WorkspaceRow::Work* sum : {&row.work, &userIn(row, work.user).work}) {
                ++sum->waiting;
                sum->asked += work.gpu;
            }
}

void setRights(std::vector<WorkspaceRow>& rows, const std::string& who, const Project& project) {
    const Roster roster(project);
    for (WorkspaceRow& row : rows) {
        const auto& quotas = row.spec.quotas;
        row.submits = std::any_of(quotas.begin(), quotas.end(), [&](const std::string& quota) {
            return roster.may(who, Right::submit, {quota, row.spec.name, who});
        });
        row.manages = roster.may(who, Right::manageWorkspace, {{}, row.spec.name, {}});
        row.ties = quotas.empty()
                       ? roster.may(who, Right::administer)
                       : std::all_of(quotas.begin(), quotas.end(), [&](const std::string& quota) {
                             return roster.may(who, Right::tieWorkspace, {quota});
                         });
    }
}

std::vector<std::string> workspacesFor(const std::vector<WorkspaceRow>& rows,
                                       const std::string& quota) {
    std::vector<std::string> names;
    for (const WorkspaceRow& row : rows) {
        const auto& quotas = row.spec.quotas;
        const bool uses = quota.empty()
                              ? !quotas.empty()
                              : std::find(quotas.begin(), quotas.end(), quota) != quotas.end();
        if (row.submits && uses)
            names.push_back(row.spec.name);
    }
    return names;
}

std::string workspaceFor(const std::vector<WorkspaceRow>& rows, const std::string& quota,
                         const std::string& wanted) {
    const std::vector<std::string> names = workspacesFor(rows, quota);
    const bool isOther = !wanted.empty() && names.size() == 1;
    return isOther ? names.front() : wanted;
}

}  // namespace apportion
