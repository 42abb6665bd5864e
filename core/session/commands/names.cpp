// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/names.h"

#include "core/session/commands/commands.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

template <typename List>
std::vector<std::string> namesOf(const List& list) {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const auto& each : list)
        names.push_back(each.name);
    return names;
}

std::vector<std::string> namesOf(const Project& project, std::string_view kind) {
    return kind == "quota"       ? namesOf(project.pool.quotas)
           : kind == "workload"  ? namesOf(project.pool.workloads)
           : kind == "workspace" ? namesOf(project.pool.workspaces)
           : kind == "node"      ? namesOf(expand(project.pool.nodes))
           : kind == "user"      ? namesOf(project.users)
           : kind == "temporary" ? namesOf(project.temporary)
           : kind == "timetable" ? namesOf(project.timetables)
                                 : std::vector<std::string>{};
}

// What its user can see of the kind.
Result<Project> visibleIn(ProjectDesk& desk, std::string_view kind) {
    if (kind == "node")
        return desk.list(ObjectKind::nodes);
    if (kind != "workload")
        return desk.list(fromWord<ObjectKind>(kind).value_or(ObjectKind::quota));
    const auto project = desk.project();
    if (!project)
        return tl::unexpected(project.error());
    Project listed;
    const Alias alias = desk.alias();
    for (const ProjectWorkload& work : (*project)->work)
        if (!alias(work.spec.name))
            listed.pool.workloads.push_back(work.spec);
    return listed;
}

}  // namespace

std::vector<std::string> namesIn(const std::string& file, std::string_view kind) {
    if (!isProjectFile(file)) {
        const auto loaded = loadScenario(file);
        Project project;
        if (loaded)
            project.pool = *loaded->scenario;
        return namesOf(project, kind);
    }
    auto desk = ProjectDesk::open(file, OpenMode::readOnly);
    if (!desk)
        return {};
    const auto visible = visibleIn(*desk, kind);
    return visible ? namesOf(*visible, kind) : std::vector<std::string>{};
}

}  // namespace apportion
