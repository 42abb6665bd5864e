// SPDX-License-Identifier: GPL-3.0-or-later
// The workspaces of a scenario, for the jobs of a trace.
#pragma once

#include <string>
#include <vector>

#include "core/model/workspace.h"

namespace apportion {

// The first that has the quota and lets the user submit: no members, or one that is no viewer.
// Empty if there is none; the job then stands outside all workspaces, and no cap counts it.
std::string workspaceFor(const std::vector<Workspace>& workspaces, const std::string& quota,
                         const std::string& user);

}  // namespace apportion
