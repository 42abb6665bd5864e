// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/kept_runs.h"

#include <algorithm>
#include <filesystem>

#include "core/change/refuse.h"
#include "core/cluster/local/run_folders.h"
#include "core/cluster/local/run_verdict.h"
#include "core/cluster/local/runs_elsewhere.h"

namespace apportion {

namespace {

// When it stopped, of what is told to stop: what has no process by then never gets one.
std::optional<Moment> lastOf(const std::vector<Keeper*>& keepers, std::optional<Moment> start) {
    return everRan(keepers) ? endOf(keepers) : start;
}

}  // namespace

KeptRuns::KeptRuns(std::string folder, LocalMachine machine)
    : folder_(std::move(folder)), machine_(std::move(machine)), approvals_(folder_) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const auto& workload : fs::directory_iterator(folder_ + "/runs", ignored))
        for (const auto& run : fs::directory_iterator(workload.path(), ignored)) {
            auto keeper = Keeper::find(run.path().string());
            if (!keeper)
                continue;
            if (keeper->look() == Keeper::State::lost && !readStatus(run.path().string()))
                neverStarted_.push_back(run.path().string());
            else
                keepers_.emplace(run.path().string(), std::move(*keeper));
        }
}

bool KeptRuns::stoppingAlone(const WorkloadRun& run, std::size_t replica) {
    return replica < run.replicas.size() && run.replicas[replica].stopping;
}

// Not more of it than was agreed to, whatever the file says is placed.
bool KeptRuns::isApproved(const ProjectWorkload& work) const {
    const auto& placements = work.run.placements;
    std::size_t stopping = 0;
    for (std::size_t i = 0; i < placements.size(); ++i)
        stopping += stoppingAlone(work.run, i) ? 1 : 0;
    return approvals_.has(work) &&
           placements.size() - stopping <= static_cast<std::size_t>(work.spec.replicas) &&
           std::all_of(placements.begin(), placements.end(), [&](const Placement& placement) {
               return placement.gpu == work.spec.request.gpu;
           });
}

// This very run, by its own folders, which the file cannot make.
bool KeptRuns::hasEnded(const ProjectWorkload& work) {
    const auto folders = runFolders(folder_, work);
    return std::all_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        const auto found = keepers_.find(folder);
        return found != keepers_.end() && found->second.look() != Keeper::State::alive;
    });
}

// Another run of the same submission, which the file does not know and which is over.
bool KeptRuns::hasRunLater(const ProjectWorkload& work) {
    const std::string folder = workloadFolder(folder_, work.spec.name) + '/';
    return std::any_of(keepers_.begin(), keepers_.end(), [&](auto& each) {
        const RunOrder order = runOrder(each.first);
        return each.first.starts_with(folder) && order[0] == work.run.submitted &&
               order[1] > work.run.start.value_or(0) && each.second.look() != Keeper::State::alive;
    });
}

std::vector<KeptRuns::Change> KeptRuns::changes(const Project& project) {
    for (auto& [folder, keeper] : keepers_)
        keeper.look();
    std::vector<Change> changes;
    std::optional<std::string> here;  // asked for only where there are commands
    for (const ProjectWorkload& work : project.work) {
        if (!work.command)
            continue;
        if (!here)
            here = nodeHere(project, machine_);
        if (auto change = changeOf(work, *here))
            changes.push_back(std::move(*change));
    }
    return changes;
}

std::optional<KeptRuns::Change> KeptRuns::changeOf(const ProjectWorkload& work,
                                                   const std::string& here) {
    const std::string& name = work.spec.name;
    if (!isRunning(work)) {
        // What nobody has approved waits all the same: a node of that name may be added meanwhile.
        if (here.empty() && !work.needsApproval())
            return Change{
                Change::What::reject, name,
                Message{"command-failed.no-node",
                        {textArgument("workload", name), textArgument("machine", machine_.name)}}};
        // Somebody else said so, in the file alone.
        if (!work.needsApproval() && !approvals_.has(work))
            return Change{Change::What::hold, name};
        return {};
    }
    if (!failures_.contains(name)) {
        for (const Placement& placement : work.run.placements)
            if (placement.node != here)
                failures_.emplace(
                    name,
                    Change{Change::What::fail, name,
                           Message{"command-failed.elsewhere",
                                   {textArgument("workload", name),
                                    textArgument("node", placement.node),
                                    textArgument("here", here.empty() ? machine_.name : here)}}});
        // An approval goes with the end of what it is for: who has ended has had it, and of a file
        // that lost what was written since how it ended may be known all the same.
        if (!isApproved(work) && hasRunLater(work))
            failures_.emplace(
                name, Change{Change::What::fail, name,
                             Message{"command-failed.unknown", {textArgument("workload", name)}}});
        else if (!isApproved(work) && !hasEnded(work)) {
            auto why = failedForElsewhere(runsElsewhere(folder_), work);
            failures_.emplace(name, Change{Change::What::fail, name,
                                           why ? std::move(*why)
                                               : Message{"command-failed.approval",
                                                         {textArgument("workload", name)}}});
        }
    }
    return overOf(work);
}

std::optional<KeptRuns::Change> KeptRuns::overOf(const ProjectWorkload& work) {
    std::vector<Keeper*> keepers;
    const auto folders = runFolders(folder_, work);
    keepers.reserve(folders.size());
    bool alive = false;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const auto found = keepers_.find(folders[i]);
        // A replica that is taken ends as it likes; the others are the workload.
        if (stoppingAlone(work.run, i))
            continue;
        keepers.push_back(found != keepers_.end() ? &found->second : nullptr);
        alive = alive || (found != keepers_.end() && found->second.look() == Keeper::State::alive);
    }
    const std::string& name = work.spec.name;
    const RunVerdict verdict = verdictOf(name, keepers, work.run.stopping.has_value());
    if (verdict.failure)
        failures_.emplace(name, Change{Change::What::fail, name, verdict.failure, verdict.code});
    if (const auto failed = failures_.find(name); failed != failures_.end()) {
        if (alive)
            return {};
        Change change = std::move(failed->second);
        failures_.erase(failed);
        change.ended = endOf(keepers);
        change.ran = everRan(keepers);
        return change;
    }
    if (verdict.done)
        return Change{Change::What::finish, name, {}, 0, endOf(keepers)};
    // What is told to stop before its command came has nothing to wait for.
    if (verdict.stopped || (work.run.stopping && !everRan(keepers)))
        return Change{Change::What::stop, name};
    return {};
}

std::vector<KeptRuns::Gone> KeptRuns::gone(const Project& project) {
    std::vector<Gone> gone;
    for (const ProjectWorkload& work : project.work) {
        const auto& replicas = work.run.replicas;
        if (!isRunning(work) ||
            (!work.run.stopping &&
             std::none_of(replicas.begin(), replicas.end(),
                          [](const auto& each) { return each.stopping.has_value(); })))
            continue;
        const auto folders = runFolders(folder_, work);
        std::vector<Keeper*> rest;
        rest.reserve(folders.size());
        for (std::size_t i = 0; i < folders.size(); ++i) {
            const auto found = keepers_.find(folders[i]);
            Keeper* const keeper = found != keepers_.end() ? &found->second : nullptr;
            if (!stoppingAlone(work.run, i))
                rest.push_back(keeper);
            else if (const auto end = lastOf({keeper}, work.run.replicas[i].since))
                gone.push_back({work.spec.name, work.run.replicas[i].place, *end});
        }
        if (const auto end = lastOf(rest, work.run.start); work.run.stopping && end)
            gone.push_back({work.spec.name, {}, *end});
    }
    return gone;
}

}  // namespace apportion
