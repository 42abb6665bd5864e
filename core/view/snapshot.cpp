// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/snapshot.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/change/refuse.h"
#include "core/store/unseated.h"

namespace apportion {

namespace {

// Its run as the engine can take it: what has no room where it is said to run waits again, or no
// file that was changed by hand could be looked at.
WorkloadRun withoutSeats(WorkloadRun run, Moment now) {
    run.state = WorkloadState::pending;
    run.waitingSince = now;
    run.placements.clear();
    run.devices.clear();
    run.replicas.clear();
    run.stopping.reset();
    return run;
}

std::optional<Instant> since(const std::optional<Moment>& moment, Moment now) {
    return moment ? std::optional(*moment - now) : std::nullopt;
}

Past pastOf(const WorkloadRun& run, WorkloadId id, Moment now) {
    Past past;
    past.workload = id;
    past.waited = run.waited;
    past.done = run.done;
    past.preemptions = run.preemptions;
    if (!holdsNodes(run)) {
        past.inWindow = since(run.ties.inWindow, now);
        past.booked = run.ties.booked;
        past.waitingSince = run.waitingSince.value_or(run.submitted) - now;
        past.start = since(run.start, now);
        return past;
    }
    past.stopping = since(run.stopping, now);
    past.devices = run.devices;
    for (const WorkloadRun::Replica& replica : run.replicas)
        past.replicas.push_back({replica.place, replica.since - now, since(replica.stopping, now)});
    return past;
}

// Who took each of them last. `pasts` are those of what the engine is told of, in order.
void findTakers(const Project& project, std::vector<Past>& pasts) {
    using Taker = std::pair<std::string, Moment>;
    std::map<Taker, WorkloadId> takers;
    for (const ProjectWorkload& each : project.work)
        if (const auto& ties = each.run.ties; !ties.lastTaker.empty())
            takers.emplace(Taker(ties.lastTaker, ties.takerSubmitted), kNobody);
    if (takers.empty())
        return;
    const auto eachKnown = [&](auto&& visit) {
        auto past = pasts.begin();
        for (const ProjectWorkload& each : project.work)
            if (!each.needsApproval())
                visit(each, *past++);
    };
    eachKnown([&](const ProjectWorkload& each, const Past& past) {
        if (const auto taker = takers.find({each.spec.name, each.run.submitted});
            taker != takers.end())
            taker->second = past.workload;
    });
    eachKnown([&](const ProjectWorkload& each, Past& past) {
        if (const auto& ties = each.run.ties; !ties.lastTaker.empty())
            past.lastTaker = takers.at({ties.lastTaker, ties.takerSubmitted});
    });
}

}  // namespace

bool holdsNodes(const WorkloadRun& run) {
    return run.state == WorkloadState::running && !run.placements.empty();
}

Workload engineSpec(const ProjectWorkload& work) {
    Workload spec = work.spec;
    if (work.command)
        spec.duration.reset();
    return spec;
}

Engine engineOf(const Project& project, Moment now) {
    auto scenario = std::make_shared<Scenario>(project.pool);
    ResumePoint point;
    const std::set<std::string> unseated = store::unseated(project);
    scenario->workloads.reserve(project.work.size());
    point.pasts.reserve(project.work.size());
    WorkloadRun waiting;
    for (const ProjectWorkload& each : project.work) {
        if (each.needsApproval())
            continue;
        const bool sits = !unseated.contains(each.spec.name);
        if (!sits)
            waiting = withoutSeats(each.run, now);
        const WorkloadRun& run = sits ? each.run : waiting;
        Workload& workload = scenario->workloads.emplace_back(engineSpec(each));
        workload.submit = std::min<Instant>(0, run.submitted - now);
        if (holdsNodes(run))
            workload.running =
                RunningSince{std::min<Instant>(0, run.start.value_or(now) - now), run.placements};
        point.pasts.push_back(
            pastOf(run, static_cast<WorkloadId>(scenario->workloads.size() - 1), now));
    }
    findTakers(project, point.pasts);
    point.nodes.assign(project.nodeStates.begin(), project.nodeStates.end());
    Engine engine(std::shared_ptr<const Scenario>(std::move(scenario)));
    engine.resume(point);
    return engine;
}

void expectStated(Engine& fork, const Project& project, Instant at) {
    for (const ProjectWorkload& each : project.work) {
        if (!each.command || !each.spec.duration)
            continue;
        const auto id = fork.findWorkload(each.spec.name);
        if (!id)
            continue;
        const WorkloadOutcome status = fork.status(*id);
        const bool runs = status.state == WorkloadState::running && status.start;
        const Duration ran = fork.past(*id).done + (runs ? at - *status.start : 0);
        if (ran < *each.spec.duration)
            fork.endsAfter(*id, *each.spec.duration);
    }
}

std::optional<Message> refusalOf(const Project& project, const EventAction& action, Moment now) {
    // It is known before anybody is asked to start, which of a crowd takes long.
    std::stop_source known;
    known.request_stop();
    Engine engine = engineOf(project, now);
    engine.keepRunnerUp(false);
    engine.stopWhen(known.get_token());
    const Input input{action};
    return engine.step(0, {&input, 1}).events.front();
}

std::optional<Message> belowUsage(const Project& before, const Project& after, Moment now) {
    ScaleEvent scale;
    for (const Quota& quota : after.pool.quotas) {
        const Quota* old = findQuota(before, quota.name);
        if (old != nullptr && old->guaranteed.gpu != quota.guaranteed.gpu)
            scale.targets.push_back({quota.name, Limit{quota.guaranteed.gpu, {}, {}}});
    }
    if (scale.targets.empty())
        return {};
    // Everything else about the tree is checked with the rest.
    Project there = before;
    for (const NodeGroup& group : after.pool.nodes)
        if (std::none_of(there.pool.nodes.begin(), there.pool.nodes.end(),
                         [&](const NodeGroup& each) { return each.node.name == group.node.name; }))
            there.pool.nodes.push_back(group);
    auto refusal = refusalOf(there, scale, now);
    // What grows may be refused for another reason, a node that is down: what it hides concerns
    // what gets smaller alone.
    if (refusal && plainCode(refusal->code) != "below-usage") {
        std::erase_if(scale.targets, [&](const auto& target) {
            return *target.second.gpu >= findQuota(before, target.first)->guaranteed.gpu;
        });
        refusal = scale.targets.empty() ? std::nullopt : refusalOf(there, scale, now);
    }
    return refusal && plainCode(refusal->code) == "below-usage" ? refusal : std::nullopt;
}

}  // namespace apportion
