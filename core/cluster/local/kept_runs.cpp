// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/kept_runs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

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

KeptRuns::Seen KeptRuns::look(const Project& project) {
    for (auto& [folder, keeper] : keepers_)
        keeper.look();
    Seen seen;
    std::optional<std::string> here;  // asked for only where there are commands
    for (const ProjectWorkload& work : project.work) {
        if (!work.command)
            continue;
        if (!here)
            here = nodeHere(project, machine_);
        lookAt(work, *here, seen);
    }
    return seen;
}

void KeptRuns::lookAt(const ProjectWorkload& work, const std::string& here, Seen& seen) {
    using State = SeenRun::State;
    const std::string& name = work.spec.name;
    if (!isRunning(work)) {
        if (work.needsApproval())
            return;  // it waits also without a node, as one of that name may be added meanwhile
        if (here.empty())
            seen.runs.push_back({name, State::rejected,
                                 Message{"command-failed.no-node",
                                         {textArgument("workload", name),
                                          textArgument("machine", machine_.name)}}});
        else if (!approvals_.has(work))
            seen.unapproved.push_back(name);  // somebody else said so, in the file alone
        return;
    }
    const auto fails = [&](Message why) {
        failures_.emplace(name, SeenRun{name, State::failed, std::move(why)});
    };
    if (!failures_.contains(name)) {
        for (const Placement& placement : work.run.placements)
            if (placement.node != here)
                fails({"command-failed.elsewhere",
                       {textArgument("workload", name), textArgument("node", placement.node),
                        textArgument("here", here.empty() ? machine_.name : here)}});
        // An approval goes with the end of what it is for: who has ended has had it, and of a file
        // that lost what was written since how it ended may be known all the same.
        if (!isApproved(work) && hasRunLater(work))
            fails({"command-failed.unknown", {textArgument("workload", name)}});
        else if (!isApproved(work) && !hasEnded(work)) {
            auto why = failedForElsewhere(runsElsewhere(folder_), work);
            fails(why ? std::move(*why)
                      : Message{"command-failed.approval", {textArgument("workload", name)}});
        }
    }
    lookAtRun(work, seen.runs);
}

void KeptRuns::lookAtRun(const ProjectWorkload& work, std::vector<SeenRun>& seen) {
    using State = SeenRun::State;
    const std::string& name = work.spec.name;
    std::vector<SeenRun> left;  // replicas alone
    std::vector<Keeper*> keepers;
    const auto folders = runFolders(folder_, work);
    keepers.reserve(folders.size());
    bool alive = false;
    bool any = false;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const auto found = keepers_.find(folders[i]);
        Keeper* const keeper = found != keepers_.end() ? &found->second : nullptr;
        // A replica that is taken ends as it likes; the others are the workload.
        if (stoppingAlone(work.run, i)) {
            const WorkloadRun::Replica& replica = work.run.replicas[i];
            if (const auto end = lastOf({keeper}, replica.since))
                left.push_back({name, State::stopped, {}, {}, end, true, replica.place});
            continue;
        }
        keepers.push_back(keeper);
        any = any || keeper != nullptr;
        alive = alive || (keeper != nullptr && keeper->look() == Keeper::State::alive);
    }
    const bool stopping = work.run.stopping.has_value();
    const RunVerdict verdict = verdictOf(name, keepers, stopping);
    if (verdict.failure)
        failures_.emplace(name, SeenRun{name, State::failed, verdict.failure, verdict.code});
    const auto failed = failures_.find(name);
    if (failed != failures_.end() && !alive) {
        SeenRun over = std::move(failed->second);
        failures_.erase(failed);
        over.ended = endOf(keepers);
        over.ran = everRan(keepers);
        seen.push_back(std::move(over));
        return;
    }
    if (failed == failures_.end() && verdict.done) {
        seen.push_back({name, State::finished, {}, 0, endOf(keepers)});
        return;
    }
    std::move(left.begin(), left.end(), std::back_inserter(seen));
    // What is told to stop before its command came has nothing to wait for.
    const bool stopped =
        failed == failures_.end() && (verdict.stopped || (stopping && !everRan(keepers)));
    if (stopped || any)
        seen.push_back({name,
                        stopped ? State::stopped : State::running,
                        {},
                        {},
                        stopping ? lastOf(keepers, work.run.start) : std::nullopt});
}

}  // namespace apportion
