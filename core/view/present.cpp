// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/present.h"

#include <algorithm>

#include "core/change/import.h"
#include "core/view/run_now.h"

namespace apportion {

namespace {

ProjectWorkload workNow(const Engine& engine, WorkloadId id, Moment base, Moment now) {
    ProjectWorkload work{engine.workload(id), {}};
    Workload& spec = work.spec;
    work.run.submitted = spec.waitsSince() + base;
    work.run = runNow(engine, id, std::move(work.run), base, now);
    work.run.ties = tiesOf(engine, id, base);
    spec.quota = engine.quota(engine.quotaOf(id)).name;
    // These are of moment 0; the run says what holds now.
    spec.submit = 0;
    spec.running.reset();
    return work;
}

WorkloadRun runAtStart(const Workload& workload, Moment now) {
    WorkloadRun run;
    run.submitted = now + std::min<Instant>(0, workload.submit);
    if (!workload.running) {
        run.waitingSince = run.submitted;
        return run;
    }
    run.state = WorkloadState::running;
    run.start = run.firstStart = now + workload.running->since;
    run.submitted = std::min(run.submitted, *run.start);
    run.waited = *run.start - run.submitted;
    run.counted = now;
    run.placements = workload.running->placements;
    if (workload.leastReplicas() < workload.replicas)
        for (int place = 0; place < static_cast<int>(run.placements.size()); ++place)
            run.replicas.push_back({place, *run.start});
    return run;
}

}  // namespace

Project presentOf(const Simulation& run, Instant at, Moment now, Problems& notes) {
    const Engine& engine = run.engine();
    const Scenario& scenario = run.scenario();
    Project present;
    Scenario& pool = present.pool;
    pool.name = scenario.name;
    pool.epoch = scenario.epoch;
    pool.settings = engine.settings();
    pool.nodes = scenario.nodes;
    pool.quotas = scenario.quotas;
    pool.workspaces = engine.workspaces();
    for (Quota& quota : pool.quotas)
        if (const auto id = engine.findQuota(quota.name))
            quota = engine.quota(*id);
    for (std::size_t node = 0; node < engine.nodes().size(); ++node)
        if (engine.nodeState(node) != NodeState::ready)
            present.nodeStates.emplace(engine.nodes()[node].name, engine.nodeState(node));
    std::size_t later = 0;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (!engine.submitted(id))
            ++later;
        else if (isAlive(engine.state(id)))
            present.work.push_back(workNow(engine, id, now - at, now));
    const auto events = std::count_if(scenario.events.begin(), scenario.events.end(),
                                      [at](const Event& event) { return event.at > at; });
    noteLeftOut("present-left-out", later, static_cast<std::size_t>(events), notes);
    return present;
}

Project startOf(const Scenario& scenario, Moment now, Problems& notes) {
    Project start;
    start.pool = scenario;
    start.pool.workloads.clear();
    std::size_t later = 0;
    const Engine engine(scenario);  // it has found devices for what runs already
    for (WorkloadId id = 0; id < scenario.workloads.size(); ++id) {
        const Workload& workload = scenario.workloads[id];
        if (workload.submit > 0) {
            ++later;
            continue;
        }
        start.work.push_back({workload, runAtStart(workload, now)});
        for (DeviceSeat& seat : engine.seats(id))
            start.work.back().run.devices.push_back(std::move(seat.devices));
    }
    noteLeftOut("import-left-out", later, scenario.events.size(), notes);
    return start;
}

}  // namespace apportion
