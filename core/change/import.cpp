// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/import.h"

#include <algorithm>
#include <set>

#include "core/change/refuse.h"
#include "core/io/scenario_reader.h"
#include "core/model/words.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

std::string_view nameOf(const NodeGroup& group) {
    return group.node.name;
}
template <typename T>
std::string_view nameOf(const T& value) {
    return value.name;
}

// Names that stood there already, where they may not be replaced.
template <typename T>
void merge(std::vector<T>& target, const std::vector<T>& source, bool replace,
           std::vector<std::string>& taken) {
    for (const T& each : source) {
        const auto found = std::find_if(target.begin(), target.end(), [&](const T& other) {
            return nameOf(other) == nameOf(each);
        });
        if (found == target.end())
            target.push_back(each);
        else if (*found != each && !replace)
            taken.emplace_back(nameOf(each));
        else
            *found = each;
    }
}

// Those of a workspace are replaced as a whole.
void noteMembers(const Project& before, const Project& after, Problems& notes) {
    std::vector<std::string> gone;
    for (const Workspace& workspace : before.pool.workspaces) {
        const Workspace* now = findWorkspace(after, workspace.name);
        for (const Member& member : workspace.members)
            if (now != nullptr &&
                std::find(now->members.begin(), now->members.end(), member) == now->members.end())
                gone.push_back(member.user + " (" + std::string(word(member.role)) + " of " +
                               workspace.name + ")");
    }
    if (gone.empty())
        return;
    Problem& problem = notes.emplace_back();
    problem.warning = true;
    problem.message = {"import-members", {listArgument("names", std::move(gone))}};
}

// Nodes "dgx-1" to "dgx-16" and a node "dgx" are a valid pool, but here a group goes by its name.
Result<void> checkGroups(const std::vector<NodeGroup>& groups) {
    std::set<std::string_view> names;
    for (const NodeGroup& group : groups)
        if (!names.insert(group.node.name).second)
            return refuse("project-name-taken", {textArgument("noun", "group of nodes"),
                                                 textArgument("name", group.node.name)});
    return {};
}

}  // namespace

Result<CommandEffect> importScenario(const CommandCall& call, const ImportScenario& import) {
    auto read = parseScenario(import.content, import.from);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    if (auto distinct = checkGroups(read->scenario.nodes); !distinct)
        return tl::unexpected(std::move(distinct.error()));
    CommandEffect effect{call.project};
    effect.subject = import.from;
    const bool replace = import.replace;
    std::vector<std::string> taken;
    merge(effect.after.pool.nodes, read->scenario.nodes, replace, taken);
    merge(effect.after.pool.quotas, read->scenario.quotas, replace, taken);
    merge(effect.after.pool.workspaces, read->scenario.workspaces, replace, taken);
    if (!taken.empty())
        return refuse("import-taken", {listArgument("names", std::move(taken))});
    // A smaller size is one also when it is imported: who wants it says how, with scale.
    if (auto refusal = call.engine.belowUsage(call.project, effect.after, call.now))
        return refuse(std::move(*refusal));
    noteMembers(call.project, effect.after, effect.notes);
    noteLeftOut("import-left-out", read->scenario.workloads.size(), read->scenario.events.size(),
                effect.notes);
    return effect;
}

void noteLeftOut(const char* code, std::size_t workloads, std::size_t events, Problems& notes) {
    if (workloads == 0 && events == 0)
        return;
    Problem& problem = notes.emplace_back();
    problem.warning = true;
    problem.message = {code,
                       {{"workloads", Value::ofCount(static_cast<std::int64_t>(workloads))},
                        {"events", Value::ofCount(static_cast<std::int64_t>(events))}}};
}

Result<JournalEntry> firstEntry(Project start, const std::string& who, Moment now) {
    if (auto distinct = checkGroups(start.pool.nodes); !distinct)
        return tl::unexpected(std::move(distinct.error()));
    start.pool.workloads.clear();
    start.pool.events.clear();
    start.pool.until.reset();
    start.users.push_back({who, {{ProjectRole::administrator, {}}}});
    JournalEntry entry;
    entry.at = now;
    entry.who = who;
    entry.action = "init";
    entry.subject = start.pool.name;
    entry.facts = store::difference({}, Project{}, start);
    std::int64_t place = 0;
    for (ProjectWorkload& each : start.work) {
        if (each.spec.quota.empty())  // it is the only one of its workspace
            if (const Workspace* workspace = findWorkspace(start, each.spec.workspace))
                each.spec.quota = workspace->quotas.front();
        entry.facts.push_back(
            {ObjectKind::workload, each.spec.name, place, {}, store::bodyOf(each.spec, {})});
        entry.facts.push_back(
            {ObjectKind::run, each.spec.name, place, {}, store::bodyOf(each.run)});
        ++place;
    }
    return entry;
}

}  // namespace apportion
