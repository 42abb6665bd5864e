// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/run_logs.h"

#include <algorithm>
#include <filesystem>

#include "core/session/live/pool_folder.h"
#include "core/session/live/run_folders.h"

namespace apportion {

Result<std::vector<RunLog>> runLogs(ProjectFile& file, const std::string& workload) {
    auto folder = poolFolder(file);
    if (!folder)
        return tl::unexpected(std::move(folder.error()));
    std::vector<RunLog> logs;
    std::error_code ignored;
    for (const auto& each :
         std::filesystem::directory_iterator(workloadFolder(*folder, workload), ignored)) {
        const std::string path = each.path().string();
        auto job = readJob(path);
        if (!job || job->workload != workload)
            continue;
        logs.push_back(
            {path, logPath(path), std::move(*job), readStatus(path).value_or(KeeperStatus{})});
    }
    std::sort(logs.begin(), logs.end(), [](const RunLog& a, const RunLog& b) {
        return a.status.started != b.status.started ? a.status.started > b.status.started
                                                    : a.job.replica < b.job.replica;
    });
    return logs;
}

}  // namespace apportion
