// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/export.h"

#include <algorithm>
#include <set>

#include "core/change/entry_inputs.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/model/date_text.h"
#include "core/model/findings.h"
#include "core/model/validate.h"
#include "core/session/live/reclaims_owed.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

// Temporary changes return as they would if somebody ran the engine.
void addReturns(Project project, Moment now, std::vector<Event>& events) {
    project.timetables.clear();
    for (std::optional<Moment> at = now; at; at = nextDueMoment(project, *at))
        while (auto due = nextDue(project, *at)) {
            for (EventAction& each :
                 eventsBetween(project.pool.quotas, due->after.pool.quotas, due->mode))
                events.push_back({*at - now, std::move(each)});
            project = std::move(due->after);
        }
}

// As the live engine takes them up: from the sizes of before, at once. False where those are none
// to begin with, as limits or nodes have changed since.
bool addReclaims(const ReclaimsOwed& owed, Scenario& scenario) {
    Scenario with = scenario;
    with.quotas = owed.before->pool.quotas;
    // The states of nodes come first, and returns are from the sizes that there are then.
    const auto after =
        with.events.begin() + static_cast<std::ptrdiff_t>(owed.before->nodeStates.size());
    std::vector<Event> events;
    for (const ScaleEvent& scale : owed.scales)
        events.push_back({0, scale});
    with.events.insert(after, events.begin(), events.end());
    if (hasErrors(validate(with)))
        return false;
    scenario = std::move(with);
    return true;
}

std::vector<std::string> quotasOf(const std::vector<ScaleEvent>& scales) {
    std::set<std::string> names;
    for (const ScaleEvent& scale : scales)
        for (const auto& [name, size] : scale.targets)
            names.insert(name);
    return {names.begin(), names.end()};
}

std::vector<std::string> movingIn(const Project& project) {
    std::vector<std::string> names;
    for (const TemporaryChange& each : project.temporary)
        for (const TemporaryChange::Policy& policy : each.policies)
            if (policy.before.nodes)
                names.push_back(policy.quota);
    return names;
}

std::vector<std::string> stoppingIn(const Project& project) {
    std::vector<std::string> names;
    for (const ProjectWorkload& each : project.work)
        if (each.run.stopping ||
            std::any_of(each.run.replicas.begin(), each.run.replicas.end(),
                        [](const auto& replica) { return replica.stopping.has_value(); }))
            names.push_back(each.spec.name);
    return names;
}

// Whose turn it is goes by how long they have waited there.
std::vector<std::string> waitingByTimeIn(const Project& project, Moment now) {
    std::set<std::string> quotas;
    for (const ProjectWorkload& each : project.work) {
        const WorkloadRun& run = each.run;
        if (run.state != WorkloadState::pending ||
            (run.waited == 0 && run.waitingSince.value_or(now) >= now))
            continue;
        const Quota* quota = findQuota(project, each.spec.quota);
        if (quota != nullptr && (quota->policy.queueing == Queueing::intelligent ||
                                 quota->policy.queueing == Queueing::balance))
            quotas.insert(quota->name);
    }
    return {quotas.begin(), quotas.end()};
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
        // Members and caps are those of a workspace, and may have changed since.
        workload.accepted = !workload.workspace.empty() && run.state == WorkloadState::pending;
        if (run.state != WorkloadState::running || run.placements.empty())
            continue;
        const Instant since = std::min<Instant>(run.start.value_or(now) - now, 0);
        workload.running = RunningSince{since, run.placements};
        // What is over already and nobody has said so ends at once.
        if (workload.duration && since + *workload.duration < 0)
            workload.duration = -since;
    }
    for (const auto& [node, state] : project.nodeStates)
        scenario.events.emplace_back().action = NodeEvent{node, state};
    addReturns(project, now, scenario.events);
    return scenario;
}

Result<Exported> exportProject(const std::string& file) {
    auto desk = ProjectDesk::openToLook(file);
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    return exportProject(*desk);
}

Result<Exported> exportProject(ProjectDesk& desk) {
    auto project = desk.readAll();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const Moment now = desk.now();
    const auto owed = reclaimsOwed(desk.file(), **project, now, 1);
    if (!owed)
        return tl::unexpected(owed.error());
    Exported exported{scenarioOf(**project, now), desk.file().headHash(), (*project)->revision, {}};
    Findings findings;
    const auto leftOut = [&](std::string_view code, std::vector<std::string> names) {
        if (!names.empty())
            findings.warning({}, code, {{"names", Value::ofList(std::move(names))}});
    };
    if (!owed->scales.empty() && !addReclaims(*owed, exported.scenario))
        leftOut("export-reclaims", quotasOf(owed->scales));
    leftOut("export-nodes", movingIn(**project));
    leftOut("export-stopping", stoppingIn(**project));
    leftOut("export-waits", waitingByTimeIn(**project, now));
    std::vector<std::string> tables;
    for (const Timetable& each : (*project)->timetables)
        tables.push_back(each.name);
    leftOut("export-timetables", std::move(tables));
    exported.warnings = findings.take();
    return exported;
}

}  // namespace apportion
