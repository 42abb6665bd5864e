// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/work_runs.h"

#include "core/session/live/run_logs.h"
#include "core/session/project/refuse.h"

namespace apportion {

namespace {

RunShown shown(RunLog& log) {
    RunShown run;
    run.replica = log.job.replica;
    run.command = {log.job.arguments, log.job.directory};
    run.devices.reserve(log.job.devices.size());
    for (const HeldDevice& device : log.job.devices)
        run.devices.push_back(device.number);
    run.started = log.status.started;
    if (!log.status.running)
        run.ended = log.status.ended;
    if (auto keeper = Keeper::find(log.folder))
        run.state = runStateOf(*keeper);
    run.folder = std::move(log.folder);
    return run;
}

}  // namespace

WorkRuns workRunsOf(ProjectDesk& desk, const std::string& workload,
                    std::optional<Moment> submitted) {
    WorkRuns all;
    if (!submitted) {
        if (auto asked = approvalOf(desk, workload))
            all.asked = std::move(*asked);
        if (const auto project = desk.project())
            if (const ProjectWorkload* work = findWork(**project, workload))
                submitted = work->run.submitted;
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
