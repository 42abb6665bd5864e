// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/export.h"

#include <algorithm>

#include "core/model/date_text.h"
#include "core/model/findings.h"
#include "core/session/project/entry_inputs.h"
#include "core/session/project/temporary.h"

namespace apportion {

namespace {

// From one pool to the other as the live engine would be told: the policies, then the sizes.
void addChange(const Scenario& before, const Due& due, Instant at, std::vector<Event>& events) {
    ScaleEvent scale;
    scale.mode = due.mode;
    const std::vector<Quota>& after = due.after.pool.quotas;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const Quota& was = before.quotas[i];
        if (was.policy != after[i].policy)
            events.push_back(
                {at, PolicyEvent{after[i].name, changeTo(was.policy, after[i].policy)}});
        if (was.guaranteed.gpu != after[i].guaranteed.gpu)
            scale.targets.emplace_back(after[i].name, Limit{after[i].guaranteed.gpu, {}, {}});
    }
    if (!scale.targets.empty())
        events.push_back({at, std::move(scale)});
}

// Temporary changes return as they would if somebody ran the engine.
void addReturns(Project project, Moment now, std::vector<Event>& events) {
    project.timetables.clear();
    for (std::optional<Moment> at = now; at; at = nextDueMoment(project, *at))
        while (auto due = nextDue(project, *at)) {
            addChange(project.pool, *due, *at - now, events);
            project = std::move(due->after);
        }
}

}  // namespace

Scenario scenarioOf(const Project& project, Moment now) {
    Scenario scenario = project.pool;
    scenario.epoch = exactDateText(now);
    for (const ProjectWorkload& each : project.work) {
        Workload& workload = scenario.workloads.emplace_back(each.spec);
        const WorkloadRun& run = each.run;
        if (workload.duration)
            workload.duration = std::max<Duration>(*workload.duration - run.done, 1);
        if (run.state != WorkloadState::running || run.placements.empty())
            continue;
        const Instant since = std::min<Instant>(run.start.value_or(now) - now, 0);
        workload.running = RunningSince{since, run.placements};
        // What is over already and nobody has said so ends at once.
        if (workload.duration && since + *workload.duration < 0)
            workload.duration = -since;
    }
    for (const auto& [node, state] : project.nodeStates)
        scenario.events.push_back({0, NodeEvent{node, state}});
    addReturns(project, now, scenario.events);
    return scenario;
}

Result<Exported> exportProject(const std::string& file) {
    auto desk = ProjectDesk::openToLook(file);
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    auto project = desk->readAll();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    Exported exported{scenarioOf(**project, desk->now()), desk->file().headHash(), {}};
    std::vector<std::string> tables;
    for (const Timetable& each : (*project)->timetables)
        tables.push_back(each.name);
    if (!tables.empty()) {
        Findings findings;
        findings.warning({}, "export-timetables", {{"names", Value::ofList(std::move(tables))}});
        exported.warnings = findings.take();
    }
    return exported;
}

}  // namespace apportion
