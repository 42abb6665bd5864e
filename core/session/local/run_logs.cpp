// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/local/run_logs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/change/refuse.h"
#include "core/cluster/local/pool_folder.h"
#include "core/cluster/local/run_folders.h"
#include "core/session/project/desk.h"
#include "core/view/earlier_work.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

// Later runs first, replicas in order.
bool comesBefore(const RunOrder& a, const RunOrder& b) {
    return a[0] != b[0] ? a[0] > b[0] : a[1] != b[1] ? a[1] > b[1] : a[2] < b[2];
}

// What stands in a file from there on.
std::string readFrom(const std::string& path, std::int64_t from) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(from);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::int64_t sizeOf(const std::string& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

}  // namespace

Result<std::vector<RunLog>> runLogs(ProjectFile& file, const std::string& workload,
                                    std::size_t most, std::optional<Moment> submitted) {
    auto folder = poolFolder(file);
    if (!folder)
        return tl::unexpected(std::move(folder.error()));
    std::vector<std::pair<RunOrder, std::string>> found;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(workloadFolder(*folder, workload), ignored))
        found.emplace_back(runOrder(each.path().string()), each.path().string());
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? comesBefore(a.first, b.first) : a.second < b.second;
    });
    std::vector<RunLog> logs;
    for (auto& [order, path] : found) {
        if (logs.size() == most)
            break;
        if (submitted && order[0] != *submitted)
            continue;
        auto job = readJob(path);
        if (!job || job->workload != workload)
            continue;
        KeeperStatus status = readStatus(path).value_or(KeeperStatus{});
        logs.push_back({std::move(path), std::move(*job), std::move(status), order[0]});
    }
    return logs;
}

Result<std::vector<NamedRunLog>> runLogsNamed(ProjectDesk& desk, const std::string& name,
                                              bool earlier) {
    const auto named = desk.workNamed(name);
    if (!named)
        return tl::unexpected(named.error());
    auto logs = runLogs(desk.file(), named->given);
    if (!logs)
        return tl::unexpected(std::move(logs.error()));
    const auto goesBy = [&](const RunLog& log) {
        for (const Bearer& each : named->bearers)
            if (each.submitted == log.submitted)
                return each.name;
        return named->given;
    };
    std::vector<NamedRunLog> all;
    for (RunLog& log : *logs) {
        std::string workload = goesBy(log);
        if (workload == name || (earlier && name == named->given))
            all.push_back({std::move(workload), std::move(log)});
    }
    if (!all.empty() || named->known)
        return all;
    const auto project = desk.project();
    if (!project)
        return tl::unexpected(project.error());
    return noSuchWork(**project, desk.who(), name);
}

LogTail logTail(const std::string& folder, std::size_t most) {
    const std::string now = logPath(folder);
    const std::string before = previousLogPath(folder);
    const auto wanted = static_cast<std::int64_t>(most);
    const std::int64_t size = sizeOf(now);
    const std::int64_t earlier = sizeOf(before);
    const std::int64_t fromNow = std::max<std::int64_t>(size - wanted, 0);
    const std::int64_t fromBefore = std::max<std::int64_t>(earlier - (wanted - size), 0);
    LogTail tail;
    if (size < wanted && earlier > 0)
        tail.text = readFrom(before, fromBefore);
    tail.text += readFrom(now, fromNow);
    const auto kept = static_cast<std::int64_t>(tail.text.size());
    tail.leftOut = std::max<std::int64_t>(size + earlier - kept, 0);
    if (const auto status = readStatus(folder))
        tail.leftOut += status->dropped;
    if (tail.leftOut == 0)
        return tail;
    // Not from the middle of a line, unless that is all there is.
    const auto line = tail.text.find('\n');
    std::size_t cut = line == std::string::npos ? 0 : line + 1;
    if (cut == 0)
        while (cut < tail.text.size() &&
               (static_cast<unsigned char>(tail.text[cut]) & 0xC0) == 0x80)
            ++cut;
    tail.text.erase(0, cut);
    tail.leftOut += static_cast<std::int64_t>(cut);
    return tail;
}

}  // namespace apportion
