// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/runs_elsewhere.h"

#include <algorithm>
#include <filesystem>

#include "core/keeper/keeper.h"
#include "core/session/live/pool_folder.h"
#include "core/session/live/run_folders.h"
#include "core/session/project/refuse.h"

namespace apportion {

namespace fs = std::filesystem;

namespace {

Message toldOf(const char* code, const std::string& workload, const RunElsewhere& run) {
    return {code,
            {textArgument("workload", workload),
             {"process", Value::ofCount(run.pid)},
             textArgument("name", run.pool)}};
}

// Alive, by its keeper.
std::optional<RunElsewhere> runIn(const std::string& run, const OtherPool& pool) {
    const auto status = readStatus(run);
    if (status && !status->running)
        return {};
    auto keeper = Keeper::find(run);
    if (!keeper || keeper->look() != Keeper::State::alive)
        return {};
    std::int64_t pid = 0;
    if (status)
        pid = status->pid != 0 ? status->pid : status->keeper.pid;
    return RunElsewhere{pool.file.empty() ? pool.folder : pool.file, run, keeper->job(), pid};
}

}  // namespace

std::vector<RunElsewhere> runsElsewhere(const std::string& folder) {
    std::vector<RunElsewhere> all;
    std::error_code ignored;
    for (const OtherPool& pool : otherPools(folder))
        for (const auto& workload : fs::directory_iterator(pool.folder + "/runs", ignored))
            for (const auto& run : fs::directory_iterator(workload.path(), ignored))
                if (auto found = runIn(run.path().string(), pool))
                    all.push_back(std::move(*found));
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.run < b.run; });
    return all;
}

const RunElsewhere* sameRun(const std::vector<RunElsewhere>& all, const ProjectWorkload& work) {
    const std::string name = fs::path(workloadFolder({}, work.spec.name)).filename().string();
    const std::string submitted = std::to_string(work.run.submitted) + "-";
    const auto found = std::find_if(all.begin(), all.end(), [&](const RunElsewhere& each) {
        const fs::path run(each.run);
        return run.parent_path().filename() == name &&
               run.filename().string().compare(0, submitted.size(), submitted) == 0;
    });
    return found == all.end() ? nullptr : &*found;
}

std::optional<Message> waitsForElsewhere(const std::vector<RunElsewhere>& all,
                                         const ProjectWorkload& work,
                                         const std::vector<int>& booked) {
    if (const RunElsewhere* same = sameRun(all, work))
        return toldOf("waiting-for-victims.itself", work.spec.name, *same);
    for (const RunElsewhere& each : all)
        for (const HeldDevice& held : each.job.devices)
            if (std::find(booked.begin(), booked.end(), held.number) != booked.end()) {
                Message message = toldOf("waiting-for-victims.other-pool", work.spec.name, each);
                message.arguments.push_back(textArgument("victim", each.job.workload));
                message.arguments.push_back({"device", Value::ofCount(held.number)});
                return message;
            }
    return {};
}

std::optional<Message> failedForElsewhere(const std::vector<RunElsewhere>& all,
                                          const ProjectWorkload& work) {
    const RunElsewhere* same = sameRun(all, work);
    if (same == nullptr)
        return {};
    return toldOf("command-failed.other-pool", work.spec.name, *same);
}

Problems tellElsewhere(const std::vector<RunElsewhere>& all, const Project& project, int devices) {
    Problems told;
    for (const RunElsewhere& each : all) {
        const bool ours = std::any_of(
            project.work.begin(), project.work.end(),
            [&](const ProjectWorkload& work) { return sameRun({each}, work) != nullptr; });
        const bool holds =
            std::any_of(each.job.devices.begin(), each.job.devices.end(),
                        [&](const HeldDevice& held) { return held.number < devices; });
        if (!ours && !holds)
            continue;
        Problem problem;
        problem.warning = true;
        problem.message = toldOf("runs-elsewhere", each.job.workload, each);
        told.push_back(std::move(problem));
    }
    return told;
}

}  // namespace apportion
