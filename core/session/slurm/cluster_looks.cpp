// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/slurm/cluster_looks.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>
#include <utility>
#include <variant>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/import.h"
#include "core/cluster/slurm/stop.h"
#include "core/view/crowd_look.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

// Our code for a reason of Slurm, by how that begins.
struct ReasonOfSlurm {
    std::string_view reason;
    ReasonCode code;
    Rule rule;  // the nearest of ours
};
constexpr std::array kReasonsOfSlurm{
    ReasonOfSlurm{"AssocGrp", ReasonCode::overLimit, Rule::bounds},
    ReasonOfSlurm{"QOSGrpJobsLimit", ReasonCode::keptBack, Rule::bounds},
    ReasonOfSlurm{"QOSGrp", ReasonCode::overLimit, Rule::bounds},
    ReasonOfSlurm{"QOSMax", ReasonCode::cap, Rule::bounds},
    ReasonOfSlurm{"AssocMax", ReasonCode::cap, Rule::bounds},
    ReasonOfSlurm{"Resources", ReasonCode::noCapacity, Rule::placement},
    ReasonOfSlurm{"ReqNodeNotAvail", ReasonCode::noCapacity, Rule::placement},
    ReasonOfSlurm{"Priority", ReasonCode::blockedByHead, Rule::order},
};

Reason reasonOfSlurm(const slurm::ClusterJob& job, Message message) {
    Reason reason{ReasonCode::keptBack, Rule::order, std::move(message)};
    for (const ReasonOfSlurm& each : kReasonsOfSlurm)
        if (job.reason.starts_with(each.reason)) {
            reason.code = each.code;
            reason.rule = each.rule;
            break;
        }
    return reason;
}

ProjectWorkload workOf(const Workload& spec, const slurm::ClusterJob& job, Moment asOf) {
    ProjectWorkload work{spec, {}, {}};
    WorkloadRun& run = work.run;
    run.submitted = job.submitted > 0 ? std::min(job.submitted * kSecond, asOf) : asOf;
    if (spec.running) {
        run.state = WorkloadState::running;
        run.start = asOf + spec.running->since;
        run.firstStart = run.start;
        run.submitted = std::min(run.submitted, *run.start);
        run.waited = *run.start - run.submitted;
        run.placements = spec.running->placements;
    } else {
        run.waitingSince = run.submitted;
    }
    return work;
}

}  // namespace

SeenCluster::SeenCluster(const slurm::Picture& read) : picture(read) {
    slurm::Imported imported = slurm::scenarioOf(picture);
    scenario = std::move(imported.scenario);
    notRepresented = std::move(imported.notRepresented);
    const slurm::Accounts accounts(picture);
    project.pool = scenario;
    project.pool.workloads.clear();
    project.pool.events.clear();
    for (const Event& event : scenario.events)
        if (const auto* node = std::get_if<NodeEvent>(&event.action))
            project.nodeStates[node->node] = node->state;
    for (std::size_t i = 0; i < scenario.workloads.size(); ++i) {
        const Workload& spec = scenario.workloads[i];
        const slurm::ClusterJob& job = picture.jobs[imported.jobs[i]];
        project.work.push_back(workOf(spec, job, asOf()));
        Place& place = places_[spec.name];
        place.job = imported.jobs[i];
        if (!spec.running)
            place.reason = reasonOfSlurm(job, slurm::waitOf(job, accounts, picture));
    }
    engine.emplace(engineOf(project, asOf()));
}

const slurm::ClusterJob* SeenCluster::jobOf(const std::string& workload) const {
    const auto found = places_.find(workload);
    return found == places_.end() ? nullptr : &picture.jobs[found->second.job];
}

const Reason* SeenCluster::reasonOf(const std::string& workload) const {
    const auto found = places_.find(workload);
    return found == places_.end() || !found->second.reason ? nullptr : &*found->second.reason;
}

ClusterLooks::ClusterLooks(slurm::Watch watch) : watch_(std::move(watch)) {
    latest_.seen = std::make_shared<SeenCluster>(watch_.picture());
    latest_.at = latest_.seen->asOf();
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ClusterLooks::~ClusterLooks() {
    thread_.request_stop();
}

ClusterLooks::Latest ClusterLooks::latest() {
    const std::scoped_lock lock(mutex_);
    return latest_;
}

void ClusterLooks::take(const slurm::Picture& picture, const std::stop_token& stop) {
    auto seen = std::make_shared<SeenCluster>(picture);
    Engine fork = *seen->engine;
    {
        const std::scoped_lock lock(mutex_);
        latest_.seen = std::move(seen);
        latest_.asked = nullptr;
    }
    auto asked = std::make_shared<Engine>(lookedAtAllThatWaits(std::move(fork), stop));
    if (stop.stop_requested())
        return;
    const std::scoped_lock lock(mutex_);
    latest_.asked = std::move(asked);
}

void ClusterLooks::run(const std::stop_token& stop) {
    const slurm::StopsWith stops(stop);
    // The engine of what is seen is its reader's from now on.
    take(watch_.picture(), stop);
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait_for(lock, stop, watch_.pause(), [] { return false; });
        }
        if (stop.stop_requested())
            return;
        slurm::Look look = watch_.look();
        const bool answered = look.failed.empty();
        if (look.differs)
            take(watch_.picture(), stop);
        const std::scoped_lock lock(mutex_);
        latest_.failed = std::move(look.failed);
        if (answered)
            latest_.at = std::time(nullptr) * kSecond;
    }
}

}  // namespace apportion
