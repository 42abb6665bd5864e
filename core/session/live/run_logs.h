// SPDX-License-Identifier: GPL-3.0-or-later
// What commands wrote, and how their runs ended: for the user on whose behalf they ran, on the
// machine where they did.
#pragma once

#include <string>
#include <vector>

#include "core/keeper/run_files.h"
#include "core/store/project_file.h"

namespace apportion {

struct RunLog {
    std::string folder;
    std::string log;  // path
    KeeperJob job;
    KeeperStatus status;
};

// Of a workload's replicas, latest run first. Empty where none has run here.
Result<std::vector<RunLog>> runLogs(ProjectFile& file, const std::string& workload);

}  // namespace apportion
