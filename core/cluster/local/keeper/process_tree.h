// SPDX-License-Identifier: GPL-3.0-or-later
// Processes by what the kernel says of them in /proc.
#pragma once

#include <string>

#include "core/cluster/local/keeper/run_files.h"

namespace apportion {

// Kills everything that descends from this process and waits until it is gone: what lost its parent
// comes to this process (prctl PR_SET_CHILD_SUBREAPER). Gives up after a few seconds; false then.
bool endDescendants();

// What a command left behind whose keeper was killed: processes of this user, started no earlier
// than the command, whose environment names the folder of its run. Gives how many were killed.
int endLeftBehind(const std::string& folder, const KeeperStatus& status);

// The variable in which each process of a run carries the run's folder.
inline constexpr const char* kRunVariable = "APPORTION_RUN";

}  // namespace apportion
