// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/local_backend.h"

#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "core/change/approval_digest.h"
#include "core/change/refuse.h"

namespace apportion {

namespace {

// Commands run on one node at most.
Message limitOf(const Project& project, const LocalMachine& machine) {
    int nodes = 0;
    for (const NodeGroup& group : project.pool.nodes)
        nodes += group.count;
    const std::string here = nodeHere(project, machine);
    if (here.empty())
        return {"consent-machine.none",
                {textArgument("machine", machine.name), {"nodes", Value::ofCount(nodes)}}};
    if (nodes > 1)
        return {"consent-machine.some",
                {textArgument("machine", here), {"nodes", Value::ofCount(nodes)}}};
    return {"consent-machine", {textArgument("machine", machine.name)}};
}

// Commands of another user cannot be looked after.
std::optional<Message> refusalOf(const std::string& who, const Project& project) {
    for (const ProjectWorkload& work : project.work)
        if (isRunning(work) && work.run.approvedBy != who)
            return Message{"live-others-commands",
                           {textArgument("workload", work.spec.name),
                            textArgument("user", work.run.approvedBy)}};
    return {};
}

}  // namespace

LocalBackend::LocalBackend(ProjectFile& file, std::string who, LocalMachine machine)
    : file_(&file), who_(std::move(who)), machine_(std::move(machine)) {}

BackendFacts LocalBackend::facts(const Project& project) {
    return {who_, {}, refusalOf(who_, project), {limitOf(project, machine_)}, this};
}

// A folder that cannot be used keeps commands from running, not the pool.
void LocalBackend::open(const Project& project) {
    const bool changed = std::exchange(looked_, project.revision) != project.revision;
    if (changed)
        nodes_ = {nodeSeen(project, machine_)};
    if (runs_ || (!changed && obstacles_.empty()) || !LocalRuns::needed(*file_, project))
        return;
    auto runs = LocalRuns::open(*file_, project, machine_);
    if (!runs) {
        obstacles_ = std::move(runs.error());
        return;
    }
    runs_.emplace(std::move(*runs));
    obstacles_.clear();
    untold_ = runs_->elsewhere(project);
}

Result<Observed> LocalBackend::observe(const Project& project, Moment now) {
    open(project);
    Observed observed;
    observed.asOf = now;
    observed.nodes = nodes_;
    observed.obstacles = obstacles_;
    observed.notes = std::exchange(untold_, {});
    if (!runs_)
        return observed;
    KeptRuns::Seen seen = runs_->look(project, now);
    observed.runs = std::move(seen.runs);
    observed.foreign = runs_->unknown();
    unapproved_ = std::move(seen.unapproved);
    return observed;
}

Result<Steps> LocalBackend::plan(const Project& project, Moment now) {
    return runs_ ? runs_->plan(project, now) : Steps{};
}

Result<StepDone> LocalBackend::apply(const Step& step) {
    if (!runs_)
        return refuse("step-unknown", {textArgument("step", step.text)});
    return runs_->apply(step);
}

void LocalBackend::wait(Duration most) const {
    if (runs_)
        runs_->wait(most);
    else
        std::this_thread::sleep_for(std::chrono::milliseconds(most));
}

Result<void> LocalBackend::give(const Project& project, const ProjectWorkload& work) {
    open(project);
    if (runs_)
        return runs_->approvals().give(work);
    if (!obstacles_.empty())
        return tl::unexpected(obstacles_);
    return refuse("approval-no-holder", {textArgument("workload", work.spec.name)});
}

void LocalBackend::serve(const Project& project, const Decide& decide) {
    open(project);
    if (runs_)
        runs_->socket().serve([&](const ApprovalRequest& request) {
            return decide(request.workload, request.digest);
        });
}

void LocalBackend::keepOnly(const Project& project) {
    if (!runs_)
        return;
    std::set<std::string> digests;
    for (const ProjectWorkload& work : project.work)
        if (work.command)
            digests.insert(digestOf(work));
    runs_->approvals().keepOnly(digests);
}

}  // namespace apportion
