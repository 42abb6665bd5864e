// SPDX-License-Identifier: GPL-3.0-or-later
// The workspaces of a pool as a screen shows them: with what their users have there now.
#pragma once

#include <string>
#include <vector>

#include "core/view/view.h"

namespace apportion {

class Engine;
struct Project;

// Everything in them that waits or runs is counted, and everything may be done with them.
std::vector<WorkspaceRow> workspaceRowsOf(const Engine& engine);

// Work that waits beside the queue, which the engine does not know.
void addWaiting(std::vector<WorkspaceRow>& rows, const WorkloadRow& work);

void setRights(std::vector<WorkspaceRow>& rows, const std::string& who, const Project& project);

// To which the person at the console may submit work of this quota; an empty quota = of any.
std::vector<std::string> workspacesFor(const std::vector<WorkspaceRow>& rows,
                                       const std::string& quota);
// The wanted one, or, if it does not use the quota, the only one that does.
std::string workspaceFor(const std::vector<WorkspaceRow>& rows, const std::string& quota,
                         const std::string& wanted);

}  // namespace apportion
