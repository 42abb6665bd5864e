// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/export.h"

#include <algorithm>

#include "core/model/date_text.h"

namespace apportion {

Scenario scenarioOf(const Project& project, Moment now) {
    Scenario scenario = project.pool;
    scenario.epoch = dateText(now);
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
    return scenario;
}

Result<Exported> exportProject(const std::string& file) {
    auto desk = ProjectDesk::openToLook(file);
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    auto project = desk->readAll();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    return Exported{scenarioOf(**project, desk->now()), desk->file().headHash()};
}

}  // namespace apportion
