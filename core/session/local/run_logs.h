// SPDX-License-Identifier: GPL-3.0-or-later
// What commands wrote, and how their runs ended: for the user on whose behalf they ran, on the
// machine where they did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/keeper/run_files.h"
#include "core/store/project_file.h"

namespace apportion {

class ProjectDesk;

struct RunLog {
    std::string folder;
    KeeperJob job;
    KeeperStatus status;
    Moment submitted = 0;  // the workload
};

// Of a workload's replicas, latest run first, at most so many; of all of this name, or of the one
// that was submitted then. Empty where none has run here.
Result<std::vector<RunLog>> runLogs(ProjectFile& file, const std::string& workload,
                                    std::size_t most = static_cast<std::size_t>(-1),
                                    std::optional<Moment> submitted = {});

// Those of the workload that goes by a name, with that of each; `earlier`: also of those that bore
// it before.
struct NamedRunLog {
    std::string workload;
    RunLog log;
};
Result<std::vector<NamedRunLog>> runLogsNamed(ProjectDesk& desk, const std::string& name,
                                              bool earlier);

// The end of what a run wrote, at most so many bytes, from the beginning of a line or a letter.
struct LogTail {
    std::string text;
    std::int64_t leftOut = 0;  // bytes before it, kept or not
    friend bool operator==(const LogTail&, const LogTail&) = default;
};
LogTail logTail(const std::string& folder, std::size_t most);

}  // namespace apportion
