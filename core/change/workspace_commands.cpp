// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces: which quotas they use, who is in them, and what each user may hold (rule 24).
#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/fields.h"
#include "core/change/refuse.h"

namespace apportion::rows {

namespace {

// Tying a quota to a workspace is the word of the quota's administrator.
std::vector<Need> tieNeeds(const CommandCall& call, const std::string& name,
                           const std::vector<std::string>& quotas) {
    std::vector<Need> needs;
    needs.reserve(quotas.size());
    for (const std::string& quota : quotas)
        needs.push_back({Right::tieWorkspace, {quota}});
    if (const Workspace* workspace = Roster(call.project).workspace(call.who, name))
        for (const std::string& quota : workspace->quotas)
            needs.push_back({Right::tieWorkspace, {quota}});
    if (needs.empty())
        needs.push_back({Right::administer, {}});
    return needs;
}

template <typename C>
std::vector<Need> quotaNeeds(const CommandCall& call, const C& change) {
    return tieNeeds(call, change.name, change.quotas);
}

std::vector<Need> removeNeeds(const CommandCall& call, const DeleteWorkspace& removed) {
    return tieNeeds(call, removed.name, {});
}

template <typename C>
std::vector<Need> manageNeeds(const CommandCall&, const C& change) {
    return {{Right::manageWorkspace, {{}, change.name}}};
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

Result<CommandEffect> add(const CommandCall& call, const CreateWorkspace& added) {
    CommandEffect effect{call.project};
    effect.subject = added.name;
    if (findWorkspace(call.project, effect.subject) != nullptr)
        return refuse("project-name-taken",
                      {textArgument("noun", "workspace"), textArgument("name", effect.subject)},
                      "name");
    if (auto known = checkQuotas(effect, added.quotas); !known)
        return tl::unexpected(std::move(known.error()));
    effect.after.pool.workspaces.push_back({effect.subject, added.quotas, {}, {}});
    return effect;
}

Result<CommandEffect> setQuotas(const CommandCall& call, const SetWorkspaceQuotas& set) {
    CommandEffect effect{call.project};
    effect.subject = set.name;
    auto workspace = visibleWorkspace(call, effect);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    if (auto known = checkQuotas(effect, set.quotas); !known)
        return tl::unexpected(std::move(known.error()));
    (*workspace)->quotas = set.quotas;
    noteLostRights(call, effect);
    return effect;
}

std::vector<Need> untieNeeds(const CommandCall&, const UntieQuota& untied) {
    return {{Right::tieWorkspace, {untied.quota}}};
}

Result<CommandEffect> untie(const CommandCall& call, const UntieQuota& untied) {
    CommandEffect effect{call.project};
    effect.subject = untied.name;
    auto workspace = visibleWorkspace(call, effect);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    if (std::erase((*workspace)->quotas, untied.quota) == 0)
        return noSuch("quota of this workspace", untied.quota, {});
    noteLostRights(call, effect);
    return effect;
}

Result<CommandEffect> remove(const CommandCall& call, const DeleteWorkspace& removed) {
    CommandEffect effect{call.project};
    effect.subject = removed.name;
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

Result<CommandEffect> setMember(const CommandCall& call, const SetMember& set) {
    CommandEffect effect{call.project};
    effect.subject = set.name;
    auto workspace = workspaceOf(effect.after, effect.subject);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    auto& members = (*workspace)->members;
    const std::string& user = set.user;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& each) { return each.user == user; });
    if (!set.as.role) {
        if (found == members.end())
            return noSuch("member", user, {});
        members.erase(found);
        noteLostRights(call, effect);
        return effect;
    }
    noteUnknownUser(user, effect.notes);
    if (found == members.end())
        members.push_back({user, *set.as.role});
    else
        found->role = *set.as.role;
    noteLostRights(call, effect);
    return effect;
}

Result<CommandEffect> setCaps(const CommandCall& call, const SetCaps& set) {
    CommandEffect effect{call.project};
    effect.subject = set.name;
    auto workspace = workspaceOf(effect.after, effect.subject);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    if (!set.caps)
        return tl::unexpected(set.caps.error());
    (*workspace)->caps = *set.caps;
    noteLostRights(call, effect);
    return effect;
}

Result<CommandEffect> ask(const CommandCall& call, const AskForMore& asked) {
    CommandEffect effect{call.project};
    effect.subject = asked.name;
    auto workspace = workspaceOf(effect.after, effect.subject);
    if (!workspace)
        return tl::unexpected(std::move(workspace.error()));
    if (asked.gpu == 0) {
        (*workspace)->request.reset();
        return effect;
    }
    const auto& quotas = (*workspace)->quotas;
    const std::string quota = asked.quota.empty() && quotas.size() == 1 ? quotas[0] : asked.quota;
    if (std::find(quotas.begin(), quotas.end(), quota) == quotas.end())
        return noSuch("quota of this workspace", quota, {});
    if (auto known = quotaOf(effect.after, quota); !known)
        return tl::unexpected(std::move(known.error()));
    (*workspace)->request = MoreRequest{quota, asked.gpu, call.who, asked.evidence};
    return effect;
}

constexpr std::string_view kName = "The workspace";
constexpr std::string_view kQuota = "A quota it uses; can be repeated";

}  // namespace

std::vector<CommandInfo> workspaces() {
    return {
        row<CreateWorkspace>(
            "workspace.add",
            {positional<&CreateWorkspace::name>("name", "Name of the new workspace"),
             required(naming("quota", option<&CreateWorkspace::quotas>("quota", kQuota)))},
            Right::tieWorkspace, true, "Add a workspace", quotaNeeds, add),
        row<SetWorkspaceQuotas>(
            "workspace.quotas",
            {naming("workspace", positional<&SetWorkspaceQuotas::name>("name", kName)),
             required(naming("quota", option<&SetWorkspaceQuotas::quotas>("quota", kQuota)))},
            Right::tieWorkspace, true, "Set which quotas a workspace uses", quotaNeeds, setQuotas),
        row<UntieQuota>(
            "workspace.untie",
            {naming("workspace", positional<&UntieQuota::name>("name", kName)),
             naming("quota",
                    positional<&UntieQuota::quota>("quota", "The quota it no longer uses"))},
            Right::tieWorkspace, true, "Remove a quota from a workspace", untieNeeds, untie),
        row<DeleteWorkspace>(
            "workspace.delete",
            {naming("workspace", positional<&DeleteWorkspace::name>("name", kName))},
            Right::tieWorkspace, true, "Delete a workspace without workloads", removeNeeds, remove),
        row<SetMember>(
            "workspace.member",
            {naming("workspace", positional<&SetMember::name>("name", kName)),
             naming("user", positional<&SetMember::user>("user", "The operating system's user")),
             positional<&SetMember::as, MemberWord>("role", "Role of the user")},
            Right::manageWorkspace, true, "Set or remove the role of a user in a workspace",
            manageNeeds, setMember),
        row<SetCaps>(
            "workspace.caps",
            {naming("workspace", positional<&SetCaps::name>("name", kName)),
             positional<&SetCaps::caps, Caps>(
                 "caps",
                 R"(All caps of the workspace as in a scenario: [{"role": "member", "gpu": 8}])")},
            Right::manageWorkspace, true, "Set the user caps of a workspace", manageNeeds, setCaps),
        row<AskForMore>("workspace.request",
                        {naming("workspace", positional<&AskForMore::name>("name", kName)),
                         naming("quota", option<&AskForMore::quota>("quota", "The quota")),
                         required(option<&AskForMore::gpu, Gpus>(
                             "gpu", "Guaranteed GPUs wanted; 0 ends the request")),
                         option<&AskForMore::evidence>("evidence", "Why it needs them")},
                        Right::manageWorkspace, true,
                        "Request more guaranteed GPUs, or end the request", manageNeeds, ask),
    };
}

}  // namespace apportion::rows
