// SPDX-License-Identifier: GPL-3.0-or-later
// The workspaces of a scenario, for the jobs of a trace.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/workspace.h"

namespace apportion {

class BaseWorkspaces {
public:
    explicit BaseWorkspaces(const std::vector<Workspace>& workspaces) : workspaces_(workspaces) {}

    // The first that has the quota and lets the user submit: no members, or one that is no viewer.
    // Empty if there is none; the job then stands outside all workspaces, and no cap counts it.
    const std::string& of(const std::string& quota, const std::string& user);

private:
    const std::vector<Workspace>& workspaces_;
    std::map<std::pair<std::string, std::string>, std::string> known_;  // by quota and user
};

}  // namespace apportion
