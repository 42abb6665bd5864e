// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/quota_add.h"

#include <algorithm>
#include <set>

#include "core/change/fields.h"
#include "core/change/policy_rights.h"
#include "core/change/refuse.h"

namespace apportion::rows {

namespace {

// Whoever gives something up for the new quota, or ties it to a workspace, has a word in it.
std::vector<Need> needsToAdd(const CommandCall& call, const CreateQuota& added) {
    const std::string& parent = added.parent;
    std::vector<Need> needs{{Right::addQuota, {parent}}};
    for (const Read<QuotaSize>& part : added.take)
        if (part)
            needs.push_back({Right::resizeQuota, {part->first}});
    if (const std::string& name = added.workspace; !name.empty()) {
        needs.push_back(parent.empty() ? Need{Right::administer, {}}
                                       : Need{Right::tieWorkspace, {parent}});
        if (const Workspace* workspace = findWorkspace(call.project, name))
            for (const std::string& quota : workspace->quotas)
                needs.push_back({Right::tieWorkspace, {quota}});
    }
    return needs;
}

Result<QuotaPolicy> policyOf(const CreateQuota& added) {
    QuotaPolicy policy;
    policy.team = added.team;
    policy.weight = added.weight;
    policy.limit.gpu = added.limit;
    policy.overQuota = added.overQuota.value_or(policy.overQuota);
    policy.lend = added.lend;
    if (!added.set)
        return policy;
    return keysOf(added.set).map([&](const PolicyChange& keys) { return keys.appliedTo(policy); });
}

// What others give up is a scale of theirs: work that would not fit any more refuses it (rule 21).
Result<void> takeFromOthers(const CommandCall& call, const CreateQuota& added, Project& after) {
    ScaleEvent scale;
    std::set<std::string> twice;
    for (const Read<QuotaSize>& part : added.take) {
        if (!part)
            return tl::unexpected(part.error());
        if (!twice.insert(part->first).second)
            return wrongArgument("take", sizeText(*part), kEachOnce);
        auto quota = quotaOf(after, part->first);
        if (!quota)
            return tl::unexpected(std::move(quota.error()));
        Gpu& size = (*quota)->guaranteed.gpu;
        if (part->second > size)
            return wrongArgument("take", sizeText(*part), "no more than the quota is guaranteed");
        size -= part->second;
        scale.targets.push_back({part->first, Limit{size, {}, {}}});
    }
    if (!scale.targets.empty())
        if (auto refusal = call.engine.refusalOf(call.project, scale, call.now))
            return refuse(std::move(*refusal));
    return {};
}

void tieTo(Project& after, const std::string& workspace, const std::string& quota) {
    if (workspace.empty())
        return;
    if (auto known = workspaceOf(after, workspace))
        (*known)->quotas.push_back(quota);
    else
        after.pool.workspaces.push_back({workspace, {quota}, {}, {}});
}

Result<CommandEffect> add(const CommandCall& call, const CreateQuota& added) {
    CommandEffect effect{call.project};
    Quota quota;
    quota.name = added.name;
    quota.parent = added.parent;
    quota.guaranteed.gpu = added.guaranteed;
    if (findQuota(call.project, quota.name) != nullptr)
        return refuse("project-name-taken",
                      {textArgument("noun", "quota"), textArgument("name", quota.name)}, "name");
    if (!quota.parent.empty())
        if (auto parent = quotaOf(effect.after, quota.parent); !parent)
            return tl::unexpected(std::move(parent.error()));
    auto policy = policyOf(added);
    if (!policy)
        return tl::unexpected(std::move(policy.error()));
    quota.policy = std::move(*policy);
    if (auto taken = takeFromOthers(call, added, effect.after); !taken)
        return tl::unexpected(std::move(taken.error()));
    tieTo(effect.after, added.workspace, quota.name);
    effect.subject = quota.name;
    effect.after.pool.quotas.push_back(std::move(quota));
    return effect;
}

}  // namespace

CommandInfo quotaAdd() {
    return row<CreateQuota>(
        "quota.add",
        {positional<&CreateQuota::name>("name", "Name of the new quota"),
         naming("quota",
                option<&CreateQuota::parent>("parent", "Parent quota (default: none, a root)")),
         required(option<&CreateQuota::guaranteed, Gpus>("gpu", "Guaranteed GPUs")),
         option<&CreateQuota::team>("team", "Team"),
         option<&CreateQuota::weight, Whole>("weight", "Weight in the surplus"),
         option<&CreateQuota::limit, Gpus>("limit", "Limit in GPUs"),
         option<&CreateQuota::lend, Gpus>("lend", "Idle GPUs that others can borrow"),
         option<&CreateQuota::overQuota>("over-quota", "Borrowing above the guarantee"),
         option<&CreateQuota::set, PolicyKeys>(
             "set", R"(Any keys of a quota but name, parent and guaranteed: {"queueing": "fifo"})"),
         option<&CreateQuota::take, Taken>(
             "take", "QUOTA=GPUS of guarantee from a sibling; can be repeated"),
         naming("workspace",
                option<&CreateQuota::workspace>(
                    "workspace", "The workspace that uses it; created if it does not exist"))},
        Right::addQuota, true, "Add a quota", needsToAdd, add);
}

}  // namespace apportion::rows
