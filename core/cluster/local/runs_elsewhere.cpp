// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/runs_elsewhere.h"

#include <algorithm>
#include <filesystem>

#include "core/change/refuse.h"
#include "core/cluster/local/keeper/keeper.h"
#include "core/cluster/local/pool_folder.h"
#include "core/cluster/local/run_folders.h"
#include "core/model/date_text.h"
#include "core/store/fold.h"
#include "core/store/project_values.h"

namespace apportion {

namespace fs = std::filesystem;

namespace {

Message toldOf(const char* code, const std::string& workload, const ForeignRun& run) {
    Message message{code,
                    {textArgument("workload", workload), {"process", Value::ofCount(run.process)}}};
    if (run.pool.empty())
        message.code += "-unknown";
    else
        message.arguments.push_back(textArgument("name", run.pool));
    return message;
}

// Alive, by its keeper.
std::optional<ForeignRun> runIn(const std::string& run, const std::string& pool) {
    const auto status = readStatus(run);
    if (status && !status->running)
        return {};
    auto keeper = Keeper::find(run);
    if (!keeper || keeper->look() != Keeper::State::alive)
        return {};
    std::int64_t pid = 0;
    if (status)
        pid = status->pid != 0 ? status->pid : status->keeper.pid;
    const KeeperJob& job = keeper->job();
    return ForeignRun{
        pool,   run, job.workload, pid, status ? status->started : 0, numbersOf(job.devices),
        job.gpu};
}

void addRunsIn(const std::string& folder, const std::string& pool, std::vector<ForeignRun>& all) {
    std::error_code ignored;
    for (const auto& workload : fs::directory_iterator(folder + "/runs", ignored))
        for (const auto& run : fs::directory_iterator(workload.path(), ignored))
            if (auto found = runIn(run.path().string(), pool))
                all.push_back(std::move(*found));
}

std::optional<WorkloadRun> runOf(const std::string& body, Moment submitted) {
    auto run = store::runFrom(body);
    if (!run || run->submitted != submitted)
        return {};
    return std::move(*run);
}

// Whether the file has had this run, and has it still or was told what became of it. What cannot
// be read says neither.
bool isKnown(ProjectFile& file, const ForeignRun& each, bool lives) {
    const auto entries = file.entriesNaming(each.workload);
    if (!entries)
        return false;
    const auto [submitted, start, place] = runOrder(each.id);
    const std::string ended = each.workload + "@" + momentText(submitted) + "/";
    const auto isThis = [&, submitted = submitted, start = start](const std::string& body) {
        const auto run = runOf(body, submitted);
        return run && run->state == WorkloadState::running && run->start == start;
    };
    bool had = false;
    bool gone = false;
    for (const JournalEntry& entry : *entries)
        for (const Fact& fact : entry.facts) {
            const bool recovers = entry.action == store::kRecover;
            gone = gone || (fact.kind == ObjectKind::ended && fact.key.starts_with(ended));
            if (fact.kind != ObjectKind::run || fact.key != each.workload)
                continue;
            gone = gone || (!recovers && fact.after.empty() && runOf(fact.before, submitted));
            if (isThis(fact.after))
                had = true;
            else if (recovers && isThis(fact.before))
                had = false;
        }
    return gone || (lives && had);
}

}  // namespace

std::vector<ForeignRun> runsElsewhere(const std::string& folder) {
    std::vector<ForeignRun> all;
    for (const OtherPool& pool : otherPools(folder))
        addRunsIn(pool.folder, pool.file.empty() ? pool.folder : pool.file, all);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return all;
}

std::vector<ForeignRun> runsUnknown(const std::string& folder, ProjectFile& file,
                                    const Project& project) {
    std::vector<ForeignRun> all;
    addRunsIn(folder, {}, all);
    std::erase_if(all, [&](const ForeignRun& each) {
        const ProjectWorkload* work = findWork(project, each.workload);
        const bool lives = work != nullptr && sameRun({each}, *work) != nullptr;
        if (lives) {
            const auto wanted = runFolders(folder, *work);
            if (std::find(wanted.begin(), wanted.end(), each.id) != wanted.end())
                return true;
        }
        return isKnown(file, each, lives);
    });
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return all;
}

Result<void> endRunsOf(const std::vector<ForeignRun>& all, const std::string& workload,
                       Duration grace) {
    for (const ForeignRun& each : all) {
        if (each.workload != workload)
            continue;
        if (auto keeper = Keeper::find(each.id); keeper && keeper->look() == Keeper::State::alive)
            if (auto told = keeper->stop(grace); !told)
                return told;
    }
    return {};
}

const ForeignRun* sameRun(const std::vector<ForeignRun>& all, const ProjectWorkload& work) {
    const std::string name = fs::path(workloadFolder({}, work.spec.name)).filename().string();
    const std::string submitted = std::to_string(work.run.submitted) + "-";
    const auto found = std::find_if(all.begin(), all.end(), [&](const ForeignRun& each) {
        const fs::path run(each.id);
        return run.parent_path().filename() == name &&
               run.filename().string().compare(0, submitted.size(), submitted) == 0;
    });
    return found == all.end() ? nullptr : &*found;
}

std::optional<Message> waitsForElsewhere(const std::vector<ForeignRun>& all,
                                         const ProjectWorkload& work,
                                         const std::vector<int>& booked) {
    if (const ForeignRun* same = sameRun(all, work))
        return toldOf("waiting-for-victims.itself", work.spec.name, *same);
    for (const ForeignRun& each : all)
        for (const int held : each.devices)
            if (std::find(booked.begin(), booked.end(), held) != booked.end()) {
                Message message = toldOf("waiting-for-victims.other-pool", work.spec.name, each);
                message.arguments.push_back(textArgument("victim", each.workload));
                message.arguments.push_back({"device", Value::ofCount(held)});
                return message;
            }
    return {};
}

std::optional<Message> failedForElsewhere(const std::vector<ForeignRun>& all,
                                          const ProjectWorkload& work) {
    const ForeignRun* same = sameRun(all, work);
    if (same == nullptr)
        return {};
    return toldOf("command-failed.other-pool", work.spec.name, *same);
}

Problems tellElsewhere(const std::vector<ForeignRun>& all, const Project& project, int devices) {
    Problems told;
    for (const ForeignRun& each : all) {
        const bool ours = std::any_of(
            project.work.begin(), project.work.end(),
            [&](const ProjectWorkload& work) { return sameRun({each}, work) != nullptr; });
        const bool holds = std::any_of(each.devices.begin(), each.devices.end(),
                                       [&](int held) { return held < devices; });
        if (!ours && !holds && !each.pool.empty())
            continue;
        Problem problem;
        problem.warning = true;
        problem.message =
            toldOf(each.pool.empty() ? "runs" : "runs-elsewhere", each.workload, each);
        if (each.pool.empty())
            problem.message.arguments.push_back(textArgument("moment", dateText(each.since)));
        told.push_back(std::move(problem));
    }
    return told;
}

}  // namespace apportion
