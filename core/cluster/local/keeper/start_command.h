// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to keeper: starts the command of a run, without a shell.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "core/cluster/local/keeper/run_files.h"

namespace apportion {

struct StartedCommand {
    pid_t pid = 0;
    std::int64_t started = 0;  // clock ticks after boot
};

// In a process group of its own, killed by the kernel when this process ends, with `output` as its
// standard output and error and the environment below. This process must have no other thread.
// Error: command-not-started, with what the system said.
Result<StartedCommand> startCommand(const std::string& folder, const KeeperJob& job, int output);

// All that a command finds in its environment: PATH, HOME, USER and LANG of the user who runs the
// engine, CUDA_VISIBLE_DEVICES with CUDA_DEVICE_ORDER, and APPORTION_…. Sorted by name.
std::vector<std::pair<std::string, std::string>> environmentOf(const std::string& folder,
                                                               const KeeperJob& job);

// CUDA_VISIBLE_DEVICES of a run: "0,1", "GPU-…", or empty for none.
std::string visibleDevices(const KeeperJob& job);

}  // namespace apportion
