// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/quota_add.h"

#include <algorithm>
#include <set>

#include "core/change/policy_arguments.h"
#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/model/words.h"

namespace apportion::rows {

namespace {

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

// Whoever gives something up for the new quota, or ties it to a workspace, has a word in it.
std::vector<Need> needsToAdd(const CommandCall& call) {
    const std::string parent = call.arguments.text("parent");
    std::vector<Need> needs{{Right::addQuota, {parent}}};
    for (const std::string& text : call.arguments.list("take"))
        if (const auto part = sizeArgument(text))
            needs.push_back({Right::resizeQuota, {part->first}});
    if (const std::string name = call.arguments.text("workspace"); !name.empty()) {
        needs.push_back(parent.empty() ? Need{Right::administer, {}}
                                       : Need{Right::tieWorkspace, {parent}});
        if (const Workspace* workspace = findWorkspace(call.project, name))
            for (const std::string& quota : workspace->quotas)
                needs.push_back({Right::tieWorkspace, {quota}});
    }
    return needs;
}

Result<void> readPolicy(const Arguments& arguments, QuotaPolicy& policy) {
    policy.team = arguments.text("team");
    if (arguments.has("weight"))
        policy.weight = wholeArgument(arguments.text("weight"));
    if (arguments.has("limit"))
        policy.limit.gpu = gpuArgument(arguments.text("limit"));
    if (arguments.has("over-quota"))
        policy.overQuota =
            fromWord<OverQuota>(arguments.text("over-quota")).value_or(OverQuota::on);
    if (arguments.has("lend"))
        policy.lend = gpuArgument(arguments.text("lend"));
    if (!arguments.has("set"))
        return {};
    const auto change = policyArguments(arguments);
    if (!change)
        return tl::unexpected(change.error());
    policy = change->appliedTo(policy);
    return {};
}

// What others give up is a scale of theirs: work that would not fit any more refuses it (rule 21).
Result<void> takeFromOthers(const CommandCall& call, Project& after) {
    ScaleEvent scale;
    std::set<std::string> twice;
    for (const std::string& text : call.arguments.list("take")) {
        const auto part = sizeArgument(text);
        if (!part || !twice.insert(part->first).second)
            return wrongArgument("take", text, "QUOTA=GPUS, each quota once, such as Quota1.1=8");
        auto quota = quotaOf(after, part->first);
        if (!quota)
            return tl::unexpected(std::move(quota.error()));
        Gpu& size = (*quota)->guaranteed.gpu;
        if (part->second > size)
            return wrongArgument("take", text, "no more than the quota is guaranteed");
        size -= part->second;
        scale.targets.push_back({part->first, Limit{size, {}, {}}});
    }
    if (!scale.targets.empty())
        if (auto refusal = call.engine.refusalOf(call.project, scale, call.now))
            return refuse(std::move(*refusal));
    return {};
}

void tie(Project& after, const std::string& workspace, const std::string& quota) {
    if (workspace.empty())
        return;
    if (auto known = workspaceOf(after, workspace))
        (*known)->quotas.push_back(quota);
    else
        after.pool.workspaces.push_back({workspace, {quota}, {}, {}});
}

Result<CommandEffect> add(const CommandCall& call) {
    CommandEffect effect{call.project};
    Quota quota;
    quota.name = call.arguments.text("name");
    quota.parent = call.arguments.text("parent");
    quota.guaranteed.gpu = gpuArgument(call.arguments.text("gpu")).value_or(0);
    if (findQuota(call.project, quota.name) != nullptr)
        return refuse("project-name-taken",
                      {textArgument("noun", "quota"), textArgument("name", quota.name)}, "name");
    if (!quota.parent.empty())
        if (auto parent = quotaOf(effect.after, quota.parent); !parent)
            return tl::unexpected(std::move(parent.error()));
    if (auto read = readPolicy(call.arguments, quota.policy); !read)
        return tl::unexpected(std::move(read.error()));
    if (auto taken = takeFromOthers(call, effect.after); !taken)
        return tl::unexpected(std::move(taken.error()));
    tie(effect.after, call.arguments.text("workspace"), quota.name);
    effect.subject = quota.name;
    effect.after.pool.quotas.push_back(std::move(quota));
    return effect;
}

}  // namespace

CommandInfo quotaAdd() {
    return {
        "quota.add",
        {{"name", Kind::text, Place::positional, true, "Name of the new quota"},
         {"parent", Kind::text, Place::option, false, "The quota above it; without one, a root"},
         {"gpu", Kind::gpu, Place::option, true, "Guaranteed GPUs"},
         {"team", Kind::text, Place::option, false, "Name to show"},
         {"weight", Kind::number, Place::option, false, "Share of the surplus"},
         {"limit", Kind::gpu, Place::option, false, "Hard cap in GPUs"},
         {"lend", Kind::gpu, Place::option, false, "How much others may borrow while it is idle"},
         {"over-quota", Kind::word, Place::option, false, "What may run beyond the guarantee",
          "on idle-only off"},
         {"set", Kind::json, Place::option, false,
          R"(Any keys of a quota but name, parent and guaranteed: {"queueing": "fifo"})"},
         {"take",
          Kind::text,
          Place::option,
          false,
          "QUOTA=GPUS that it gives up for the new one; may be repeated",
          {},
          true},
         {"workspace", Kind::text, Place::option, false,
          "The workspace that uses it; made if there is none of that name"}},
        Right::addQuota,
        true,
        "Add a quota",
        needsToAdd,
        add};
}

}  // namespace apportion::rows
