// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces: which quotas they use, who is in them, and what each user may hold (rule 24).
#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/io/scenario_parts.h"
#include "core/model/words.h"

namespace apportion::rows {

namespace {

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

// Tying a quota to a workspace is the word of the quota's administrator.
std::vector<Need> tieNeeds(const CommandCall& call) {
    std::vector<Need> needs;
    for (const std::string& quota : call.arguments.list("quota"))
        needs.push_back({Right::tieWorkspace, {quota}});
    if (const Workspace* workspace =
            Roster(call.project).workspace(call.who, call.arguments.text("name")))
        for (const std::string& quota : workspace->quotas)
            needs.push_back({Right::tieWorkspace, {quota}});
    if (needs.empty())
        needs.push_back({Right::administer, {}});
    return needs;
}

std::vector<Need> manageNeeds(const CommandCall& call) {
    return {{Right::manageWorkspace, {{}, call.arguments.text("name")}}};
}

Result<void> checkQuotas(CommandEffect& effect, const std::vector<std::string>& quotas) {
    for (const std::string& each : quotas)
        if (auto quota = quotaOf(effect.after, each); !quota)
            return tl::unexpected(std::move(quota.error()));
    return {};
}

// Who may not see it hears what one hears of a name that is not there.
Result<Workspace*> visibleWorkspace(const CommandCall& call, CommandEffect& effect) {
    const Roster roster(call.project);
    if (roster.workspace(call.who, effect.subject) != nullptr)
        return workspaceOf(effect.after, effect.subject);
    std::vector<std::string_view> names;
    for (const Workspace& each : call.project.pool.workspaces)
        if (roster.workspace(call.who, each.name) != nullptr)
            names.push_back(each.name);
    return noSuch("workspace", effect.subject, names);
}

void noteLostRights(const CommandCall& call, CommandEffect& effect) {
    Project after = effect.after;
    after.work = call.project.work;
    const Problems lost = call.engine.lostRights(call.project, after, call.who, call.now);
    effect.notes.insert(effect.notes.end(), lost.begin(), lost.end());
}

Result<CommandEffect> add(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    if (findWorkspace(call.project, effect.subject) != nullptr)
        return refuse("project-name-taken",
                      {textArgument("noun", "workspace"), textArgument("name", effect.subject)},
                      "name");
    const auto& quotas = call.arguments.list("quota");
    if (auto known = checkQuotas(effect, quotas); !known)
        return tl::unexpected(std::move(known.error()));
    effect.after.pool.workspaces.push_back({effect.subject, quotas, {}, {}});
    return effect;
}

Result<CommandEffect> setQuotas(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto workspace = visibleWorkspace(call, effect);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    const auto& quotas = call.arguments.list("quota");
    if (auto known = checkQuotas(effect, quotas); !known)
        return tl::unexpected(std::move(known.error()));
    (*workspace)->quotas = quotas;
    noteLostRights(call, effect);
    return effect;
}

std::vector<Need> untieNeeds(const CommandCall& call) {
    return {{Right::tieWorkspace, {call.arguments.text("quota")}}};
}

Result<CommandEffect> untie(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto workspace = visibleWorkspace(call, effect);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    const std::string quota = call.arguments.text("quota");
    if (std::erase((*workspace)->quotas, quota) == 0)
        return noSuch("quota of this workspace", quota, {});
    noteLostRights(call, effect);
    return effect;
}

Result<CommandEffect> remove(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto workspace = visibleWorkspace(call, effect);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    std::vector<std::string> workloads;
    for (const ProjectWorkload& each : call.project.work)
        if (each.spec.workspace == effect.subject)
            workloads.push_back(each.spec.name);
    if (!workloads.empty())
        return refuse("workspace-blocked", {textArgument("workspace", effect.subject),
                                            listArgument("names", std::move(workloads))});
    auto& workspaces = effect.after.pool.workspaces;
    workspaces.erase(workspaces.begin() + (*workspace - workspaces.data()));
    return effect;
}

Result<CommandEffect> setMember(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto workspace = workspaceOf(effect.after, effect.subject);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    auto& members = (*workspace)->members;
    const std::string user = call.arguments.text("user");
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& each) { return each.user == user; });
    if (call.arguments.text("role") == "none") {
        if (found == members.end())
            return noSuch("member", user, {});
        members.erase(found);
        noteLostRights(call, effect);
        return effect;
    }
    noteUnknownUser(user, effect.notes);
    const Role role = fromWord<Role>(call.arguments.text("role")).value_or(Role::member);
    if (found == members.end())
        members.push_back({user, role});
    else
        found->role = role;
    noteLostRights(call, effect);
    return effect;
}

Result<CommandEffect> setCaps(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto workspace = workspaceOf(effect.after, effect.subject);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    // Caps have no shape of their own in the format: they are read as those of a workspace.
    auto read =
        parseWorkspace(R"({"name":"w","quotas":[],"caps":)" + call.arguments.text("caps") + "}");
    if (!read) {
        for (Problem& problem : read.error())
            problem.line = problem.column = 0;
        return tl::unexpected(std::move(read.error()));
    }
    if (const std::string text = call.arguments.text("caps"); !isOneJson(text))
        return wrongArgument("caps", text, "one JSON value and nothing besides");
    (*workspace)->caps = std::move(read->caps);
    noteLostRights(call, effect);
    return effect;
}

const ArgumentInfo kName{"name", Kind::text, Place::positional, true, "The workspace"};

}  // namespace

std::vector<CommandInfo> workspaces() {
    return {
        {"workspace.add",
         {{"name", Kind::text, Place::positional, true, "Name of the new workspace"},
          {"quota", Kind::text, Place::option, true, "A quota it uses; may be repeated", {}, true}},
         Right::tieWorkspace,
         true,
         "Add a workspace",
         tieNeeds,
         add},
        {"workspace.quotas",
         {kName,
          {"quota", Kind::text, Place::option, true, "A quota it uses; may be repeated", {}, true}},
         Right::tieWorkspace,
         true,
         "Set which quotas a workspace uses",
         tieNeeds,
         setQuotas},
        {"workspace.untie",
         {kName, {"quota", Kind::text, Place::positional, true, "The quota it no longer uses"}},
         Right::tieWorkspace,
         true,
         "Take a quota out of a workspace",
         untieNeeds,
         untie},
        {"workspace.delete",
         {kName},
         Right::tieWorkspace,
         true,
         "Delete a workspace without work",
         tieNeeds,
         remove},
        {"workspace.member",
         {kName,
          {"user", Kind::text, Place::positional, true, "The operating system's user"},
          {"role", Kind::word, Place::positional, true, "What the user is there",
           "admin member viewer none"}},
         Right::manageWorkspace,
         true,
         "Set or take away a user's role in a workspace",
         manageNeeds,
         setMember},
        {"workspace.caps",
         {kName,
          {"caps", Kind::json, Place::positional, true,
           R"(All caps of the workspace as in a scenario: [{"role": "member", "gpu": 8}])"}},
         Right::manageWorkspace,
         true,
         "Set what each user of a workspace may hold",
         manageNeeds,
         setCaps},
    };
}

}  // namespace apportion::rows
