// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include "core/model/bounds.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

void checkQuotas(const Index& index, const Workspace& workspace, const std::string& pointer,
                 Findings& findings) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < workspace.quotas.size(); ++i) {
        const auto& quota = workspace.quotas[i];
        const auto at = pointerTo(pointer + "/quotas", i);
        if (!find(index.quotaNames, quota))
            findings.error(at, "unknown-quota",
                           {{"quota", Value::ofText(quota)},
                            {"nearest", Value::ofText(index.nearest(index.quotaNames, quota))}});
        else if (!seen.insert(quota).second)
            findings.error(at, "duplicate-entry", {{"name", Value::ofText(quota)}});
    }
}

void checkMembers(const Workspace& workspace, const std::string& pointer, Findings& findings) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < workspace.members.size(); ++i) {
        const auto& user = workspace.members[i].user;
        const auto at = pointerTo(pointer + "/members", i) + "/user";
        if (checkName(user, at, findings) && !seen.insert(user).second)
            findings.error(at, "duplicate-entry", {{"name", Value::ofText(user)}});
    }
}

void checkCaps(const Workspace& workspace, const std::string& pointer, Findings& findings) {
    for (std::size_t i = 0; i < workspace.caps.size(); ++i) {
        const auto& cap = workspace.caps[i];
        const auto at = pointerTo(pointer + "/caps", i);
        checkBounds(Value::ofGpu(cap.gpu), 0, kMostGpu, at + "/gpu", findings);
        if (cap.user)
            checkName(*cap.user, at + "/user", findings);
        if (cap.priorities)
            checkRange(*cap.priorities, at + "/priorities", findings);
        if (cap.modules)
            checkModules(*cap.modules, at + "/modules", findings);
    }
}

void checkRequest(const Workspace& workspace, const std::string& pointer, Findings& findings) {
    if (!workspace.request)
        return;
    const std::string at = pointer + "/request";
    checkBounds(Value::ofGpu(workspace.request->gpu), 0, kMostGpu, at + "/gpu", findings);
    if (!workspace.request->by.empty())
        checkName(workspace.request->by, at + "/by", findings);
}

}  // namespace

void checkWorkspaces(const Index& index, Findings& findings) {
    const auto& workspaces = index.scenario.workspaces;
    for (std::size_t i = 0; i < workspaces.size(); ++i) {
        const auto& workspace = workspaces[i];
        const auto pointer = pointerTo("/workspaces", i);
        if (checkName(workspace.name, pointer + "/name", findings))
            if (const auto first = find(index.workspaceNames, workspace.name); first != i)
                findings.error(pointer + "/name", "duplicate-name",
                               {{"name", Value::ofText(workspace.name)},
                                {"first", Value::ofText(pointerTo("/workspaces", *first))}});
        checkQuotas(index, workspace, pointer, findings);
        checkMembers(workspace, pointer, findings);
        checkCaps(workspace, pointer, findings);
        checkRequest(workspace, pointer, findings);
    }
}

}  // namespace apportion::validation
