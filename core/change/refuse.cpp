// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/refuse.h"

#include <algorithm>

#include "core/access/access.h"
#include "core/model/nearest.h"
#include "core/store/process_identity.h"

namespace apportion {

namespace {

template <typename List>
auto* findNamed(List& list, std::string_view name) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
    return found == list.end() ? nullptr : &*found;
}

template <typename List>
std::vector<std::string_view> namesOf(const List& list) {
    std::vector<std::string_view> names;
    names.reserve(list.size());
    for (const auto& each : list)
        names.push_back(each.name);
    return names;
}

}  // namespace

tl::unexpected<Problems> refuse(std::string_view code, std::vector<Argument> arguments,
                                std::string_view argument) {
    Problem problem;
    if (!argument.empty())
        problem.pointer = "/" + std::string(argument);
    problem.message = {std::string(code), std::move(arguments)};
    return tl::unexpected(Problems{std::move(problem)});
}

tl::unexpected<Problems> refuse(Message message) {
    Problem problem;
    problem.message = std::move(message);
    return tl::unexpected(Problems{std::move(problem)});
}

tl::unexpected<Problems> wrongArgument(std::string_view argument, std::string_view value,
                                       std::string_view form) {
    return refuse("argument-wrong",
                  {textArgument("argument", argument), textArgument("value", value),
                   textArgument("form", form)},
                  argument);
}

Argument textArgument(std::string_view name, std::string_view value) {
    return {std::string(name), Value::ofText(std::string(value))};
}

Argument sentenceArgument(std::string_view name, std::string sentence) {
    if (sentence.ends_with('.'))
        sentence.pop_back();
    return textArgument(name, sentence);
}

Argument listArgument(std::string_view name, std::vector<std::string> values) {
    return {std::string(name), Value::ofList(std::move(values))};
}

void noteUnknownUser(const std::string& user, Problems& notes) {
    if (store::isSystemUser(user))
        return;
    Problem& problem = notes.emplace_back();
    problem.warning = true;
    problem.message = {"user-unknown-here", {textArgument("user", user)}};
}

tl::unexpected<Problems> noSuch(std::string_view noun, std::string_view name,
                                const std::vector<std::string_view>& known) {
    const std::string nearest = nearestWord(name, known);
    std::vector<Argument> arguments{textArgument("noun", noun), textArgument("name", name)};
    if (nearest.empty())
        return refuse("project-unknown", std::move(arguments));
    arguments.push_back(textArgument("nearest", nearest));
    return refuse("project-unknown.near", std::move(arguments));
}

tl::unexpected<Problems> noSuchWork(const Project& project, std::string_view who,
                                    std::string_view name) {
    const Roster roster(project);
    std::vector<std::string_view> names;
    for (const ProjectWorkload& each : project.work)
        if (roster.may(who, Right::readWorkload,
                       {each.spec.quota, each.spec.workspace, each.spec.user}))
            names.push_back(each.spec.name);
    return noSuch("workload", name, names);
}

Result<Quota*> quotaOf(Project& project, std::string_view name) {
    if (Quota* quota = findNamed(project.pool.quotas, name))
        return quota;
    return noSuch("quota", name, namesOf(project.pool.quotas));
}

Result<Workspace*> workspaceOf(Project& project, std::string_view name) {
    if (Workspace* workspace = findNamed(project.pool.workspaces, name))
        return workspace;
    return noSuch("workspace", name, namesOf(project.pool.workspaces));
}

const Quota* findQuota(const Project& project, std::string_view name) {
    return findNamed(project.pool.quotas, name);
}

const Workspace* findWorkspace(const Project& project, std::string_view name) {
    return findNamed(project.pool.workspaces, name);
}

const ProjectWorkload* findWork(const Project& project, std::string_view name) {
    const auto found =
        std::find_if(project.work.begin(), project.work.end(),
                     [&](const ProjectWorkload& each) { return each.spec.name == name; });
    return found == project.work.end() ? nullptr : &*found;
}

}  // namespace apportion
