// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/local/work_runs.h"

#include <algorithm>
#include <filesystem>

#include "core/change/refuse.h"
#include "core/cluster/local/local_runs.h"
#include "core/cluster/local/pool_folder.h"
#include "core/cluster/local/run_folders.h"
#include "core/cluster/local/runs_elsewhere.h"
#include "core/session/local/run_logs.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

RunShown shown(RunLog& log) {
    RunShown run;
    run.replica = log.job.replica;
    run.command = {log.job.arguments, log.job.directory};
    run.devices = numbersOf(log.job.devices);
    run.started = log.status.started;
    if (!log.status.running)
        run.ended = log.status.ended;
    if (auto keeper = Keeper::find(log.folder))
        run.state = runStateOf(*keeper);
    run.folder = std::move(log.folder);
    return run;
}

struct Holding {
    std::string workload;
    int device = 0;
};

// Who still runs on one of these devices of this machine.
std::optional<Holding> holderOf(const std::string& folder, const std::string& own,
                                const std::vector<int>& devices) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const auto& workload : fs::directory_iterator(folder + "/runs", ignored))
        for (const auto& run : fs::directory_iterator(workload.path(), ignored)) {
            const auto status = readStatus(run.path().string());
            if (run.path() == own || (status && !status->running))
                continue;
            auto keeper = Keeper::find(run.path().string());
            if (!keeper || keeper->look() != Keeper::State::alive)
                continue;
            for (const HeldDevice& held : keeper->job().devices)
                if (std::find(devices.begin(), devices.end(), held.number) != devices.end())
                    return Holding{keeper->job().workload, held.number};
        }
    return {};
}

}  // namespace

namespace {

std::optional<Message> waitOf(ProjectFile& file, const Project& project,
                              const ProjectWorkload& work) {
    const auto folder = poolFolder(file);
    if (!folder)
        return {};
    const auto folders = runFolders(*folder, work);
    for (std::size_t i = 0; i < folders.size() && i < work.run.devices.size(); ++i) {
        if (readJob(folders[i]))
            continue;
        if (auto wait =
                waitsForElsewhere(runsUnknown(*folder, file, project), work, work.run.devices[i]))
            return wait;
        if (const auto held = holderOf(*folder, folders[i], work.run.devices[i]))
            return awaitsDevice(work.spec.name, held->workload, held->device);
        if (auto wait = waitsForElsewhere(runsElsewhere(*folder), work, work.run.devices[i]))
            return wait;
    }
    return {};
}

}  // namespace

std::optional<Message> commandWaits(ProjectDesk& desk, const std::string& workload) {
    const auto project = desk.project();
    const ProjectWorkload* work = project ? findWork(**project, workload) : nullptr;
    return work != nullptr && isRunning(*work) ? waitOf(desk.file(), **project, *work)
                                               : std::nullopt;
}

WorkRuns workRunsOf(ProjectDesk& desk, const std::string& workload,
                    std::optional<Moment> submitted) {
    WorkRuns all;
    if (!submitted) {
        if (auto asked = approvalOf(desk, workload))
            all.asked = std::move(*asked);
        if (const auto project = desk.project())
            if (const ProjectWorkload* work = findWork(**project, workload)) {
                submitted = work->run.submitted;
                all.waits = commandWaits(desk, workload);
            }
    }
    auto logs = runLogs(desk.file(), workload, WorkRuns::kMost, submitted);
    if (!logs)
        return all;
    all.runs.reserve(logs->size());
    for (RunLog& log : *logs)
        all.runs.push_back(shown(log));
    return all;
}

}  // namespace apportion
