// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/base_workspaces.h"

#include <algorithm>

namespace apportion {

namespace {

bool admits(const Workspace& workspace, const std::string& quota, const std::string& user) {
    if (std::find(workspace.quotas.begin(), workspace.quotas.end(), quota) ==
        workspace.quotas.end())
        return false;
    return workspace.members.empty() ||
           std::any_of(workspace.members.begin(), workspace.members.end(),
                       [&](const Member& member) {
                           return member.user == user && member.role != Role::viewer;
                       });
}

}  // namespace

std::string workspaceFor(const std::vector<Workspace>& workspaces, const std::string& quota,
                         const std::string& user) {
    for (const Workspace& workspace : workspaces)
        if (admits(workspace, quota, user))
            return workspace.name;
    return {};
}

}  // namespace apportion
