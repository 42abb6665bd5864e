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

const std::string& BaseWorkspaces::of(const std::string& quota, const std::string& user) {
    static const std::string kNone;
    if (workspaces_.empty())
        return kNone;
    const auto [entry, fresh] = known_.try_emplace({quota, user});
    if (fresh)
        for (const Workspace& workspace : workspaces_)
            if (admits(workspace, quota, user)) {
                entry->second = workspace.name;
                break;
            }
    return entry->second;
}

}  // namespace apportion
