// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/run_folders.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/cluster/local/keeper/run_files.h"
#include "core/cluster/local/pool_folder.h"
#include "core/store/canonical.h"

namespace apportion {

bool isRunning(const ProjectWorkload& work) {
    return work.command && work.run.state == WorkloadState::running && !work.run.placements.empty();
}

// Names may have any letters, folders may not.
std::string workloadFolder(const std::string& folder, const std::string& workload) {
    constexpr std::size_t kMost = 40;
    std::string safe;
    for (const char c : workload.substr(0, kMost)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '_';
        safe += plain ? c : '_';
    }
    constexpr std::size_t kDigits = 12;
    return folder + "/runs/" + safe + "-" + store::chainHash({}, workload).substr(0, kDigits);
}

std::vector<std::string> runFolders(const std::string& folder, const ProjectWorkload& work) {
    std::vector<std::string> folders;
    if (!isRunning(work))
        return folders;
    const std::string run = workloadFolder(folder, work.spec.name) + "/" +
                            std::to_string(work.run.submitted) + "-" +
                            std::to_string(work.run.start.value_or(0)) + "-";
    folders.reserve(work.run.placements.size());
    for (std::size_t i = 0; i < work.run.placements.size(); ++i) {
        if (i < work.run.replicas.size())
            folders.push_back(run + std::to_string(work.run.replicas[i].place) + "-" +
                              std::to_string(work.run.replicas[i].since));
        else
            folders.push_back(run + std::to_string(i));
    }
    return folders;
}

RunOrder runOrder(const std::string& run) {
    const std::string name = std::filesystem::path(run).filename().string();
    RunOrder order{};
    const char* at = name.data();
    const char* const end = at + name.size();
    for (std::int64_t& number : order) {
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc() || read.ptr == end)
            break;
        at = read.ptr + 1;
    }
    return order;
}

bool neverHadAProcess(ProjectFile& file, const ProjectWorkload& work, const std::string& who) {
    if (!isRunning(work) || work.run.approvedBy != who)
        return false;
    const auto folder = poolFolder(file);
    if (!folder)
        return false;
    const auto folders = runFolders(*folder, work);
    // A keeper that was started may have one that its status does not name yet.
    return std::none_of(folders.begin(), folders.end(),
                        [](const std::string& run) { return readJob(run).has_value(); });
}

}  // namespace apportion
