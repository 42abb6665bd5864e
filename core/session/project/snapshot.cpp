// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/snapshot.h"

#include <map>
#include <set>

#include "core/sim/eviction_message.h"
#include "core/store/unseated.h"

namespace apportion {

namespace {

// The engine takes a workload as running where it has placements.
bool holdsNodes(const WorkloadRun& run) {
    return run.state == WorkloadState::running && !run.placements.empty();
}

// Its run as the engine can take it: what has no room where it is said to run waits again, or no
// file that was changed by hand could be looked at.
WorkloadRun seated(const ProjectWorkload& work, const std::set<std::string>& unseated, Moment now) {
    WorkloadRun run = work.run;
    if (!unseated.contains(work.spec.name))
        return run;
    run.state = WorkloadState::pending;
    run.waitingSince = now;
    run.placements.clear();
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
    for (const WorkloadRun::Replica& replica : run.replicas)
        past.replicas.push_back({replica.place, replica.since - now});
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
    for (const ProjectWorkload& each : project.work) {
        if (each.needsApproval())
            continue;
        const WorkloadRun run = seated(each, unseated, now);
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

std::optional<Message> refusalOf(const Project& project, const EventAction& action, Moment now) {
    Engine engine = engineOf(project, now);
    engine.keepRunnerUp(false);
    const Input input{action};
    return engine.step(0, {&input, 1}).events.front();
}

Preview previewOf(const Project& project, const EventAction& action, Moment now) {
    // Against what would happen anyway in this instant.
    Engine without = engineOf(project, now);
    Engine with = without;
    const Decisions plain = without.step(0, {});
    const Input input{action};
    const Decisions made = with.step(0, {&input, 1});

    Preview preview;
    preview.refusal = made.events.front();
    for (QuotaId id = 0; id < with.quotaCount(); ++id) {
        const QuotaNumbers before = without.numbers(id);
        const QuotaNumbers after = with.numbers(id);
        if (before != after)
            preview.quotas.push_back({with.quota(id).name, {before, after}});
    }
    std::set<WorkloadId> taken;
    for (const Taken& each : plain.taken)
        taken.insert(each.victim);
    for (const Taken& each : made.taken)
        if (!taken.contains(each.victim))
            preview.evicted.push_back({with.workload(each.victim).name,
                                       with.quota(with.quotaOf(each.victim)).name, each.gpu,
                                       evictionRecord(with, each, 0).why});
    const std::set<WorkloadId> anyway(plain.started.begin(), plain.started.end());
    for (const WorkloadId id : made.started)
        if (!anyway.contains(id))
            preview.started.push_back(with.workload(id).name);
    return preview;
}

}  // namespace apportion
