// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/present.h"

#include <algorithm>

#include "core/session/project/run_now.h"

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

void noteLeftOut(std::int64_t workloads, std::int64_t events, Problems& notes) {
    if (workloads == 0 && events == 0)
        return;
    Problem& problem = notes.emplace_back();
    problem.warning = true;
    problem.message = {
        "present-left-out",
        {{"workloads", Value::ofCount(workloads)}, {"events", Value::ofCount(events)}}};
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
    std::int64_t later = 0;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (!engine.submitted(id))
            ++later;
        else if (isAlive(engine.state(id)))
            present.work.push_back(workNow(engine, id, now - at, now));
    const auto events = std::count_if(scenario.events.begin(), scenario.events.end(),
                                      [at](const Event& event) { return event.at > at; });
    noteLeftOut(later, events, notes);
    return present;
}

}  // namespace apportion
