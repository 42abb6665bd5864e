// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of quotas: removing, renaming, sizes and policies (rules 1, 15, 16, 21, 22). Adding one
// is in quota_add.cpp.
#include <algorithm>
#include <set>

#include "core/change/apply_edits.h"
#include "core/change/command_rows.h"
#include "core/change/fields.h"
#include "core/change/policy_rights.h"
#include "core/change/quota_add.h"
#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/temporary.h"
#include "core/change/timed_steps.h"
#include "core/store/project_values.h"

namespace apportion::rows {

namespace {

// Of many, the first say enough; the rest is in the facts.
void addName(std::string& subject, const std::string& name, std::size_t number) {
    constexpr std::size_t kMost = 8;
    if (number <= kMost)
        subject += (subject.empty() ? "" : ", ") + name;
    else if (number == kMost + 1)
        subject += ", …";
}

// ---- removing and renaming

template <typename C>
std::vector<Need> nameNeeds(const CommandCall&, const C& change) {
    return {{Right::resizeQuota, {change.name}}};
}

// Rule 22.
Result<CommandEffect> remove(const CommandCall& call, const DeleteQuota& removed) {
    CommandEffect effect{call.project};
    const std::string& name = removed.name;
    auto quota = quotaOf(effect.after, name);
    if (!quota)
        return tl::unexpected(std::move(quota.error()));
    std::vector<std::string> children, workspaces, workloads, temporary, timetables;
    for (const Quota& each : call.project.pool.quotas)
        if (each.parent == name)
            children.push_back(each.name);
    for (const Workspace& each : call.project.pool.workspaces)
        if (std::find(each.quotas.begin(), each.quotas.end(), name) != each.quotas.end())
            workspaces.push_back(each.name);
    for (const ProjectWorkload& each : call.project.work)
        if (each.spec.quota == name)
            workloads.push_back(each.spec.name);
    for (const std::string& each : timedChangesOf(call.project, name)) {
        const auto& all = call.project.temporary;
        const bool returns =
            std::any_of(all.begin(), all.end(),
                        [&](const TemporaryChange& change) { return change.name == each; });
        (returns ? temporary : timetables).push_back(each);
    }
    Problems blockers;
    const auto block = [&](std::string_view code, std::vector<std::string> names) {
        if (names.empty())
            return;
        Problem problem;
        problem.message = {std::string(code),
                           {textArgument("quota", name), listArgument("names", std::move(names))}};
        blockers.push_back(std::move(problem));
    };
    block("quota-blocked.children", std::move(children));
    block("quota-blocked.workspaces", std::move(workspaces));
    block("quota-blocked.workloads", std::move(workloads));
    block("quota-blocked.temporary", std::move(temporary));
    block("quota-blocked.timetables", std::move(timetables));
    if (!blockers.empty())
        return tl::unexpected(std::move(blockers));
    auto& quotas = effect.after.pool.quotas;
    quotas.erase(quotas.begin() + (*quota - quotas.data()));
    for (ProjectUser& user : effect.after.users)
        user.grants.erase(std::remove_if(user.grants.begin(), user.grants.end(),
                                         [&](const Grant& grant) { return grant.quota == name; }),
                          user.grants.end());
    effect.subject = name;
    return effect;
}

Result<CommandEffect> rename(const CommandCall& call, const RenameQuota& renamed) {
    CommandEffect effect{call.project};
    const std::string& name = renamed.name;
    const std::string& to = renamed.to;
    auto quota = quotaOf(effect.after, name);
    if (!quota)
        return tl::unexpected(std::move(quota.error()));
    const bool shown = !renamed.team.empty();
    if (findQuota(call.project, to) != nullptr && !(shown && to == name))
        return refuse("project-name-taken",
                      {textArgument("noun", "quota"), textArgument("name", to)}, "to");
    if (shown)
        (*quota)->policy.team = renamed.team == to ? "" : renamed.team;
    renameQuota(effect.after, name, to);
    for (const ProjectWorkload& each : call.project.work) {
        if (each.spec.quota != name)
            continue;
        Workload spec = each.spec;
        spec.quota = to;
        const store::Object* object = call.objects.find(ObjectKind::workload, spec.name);
        effect.work.push_back({ObjectKind::workload, spec.name, object ? object->place : 0,
                               object ? object->body : std::string{},
                               store::bodyOf(spec, each.command)});
    }
    effect.subject = to;
    return effect;
}

// ---- sizes

void noteAfter(Duration after, ScaleMode mode, CommandEffect& effect) {
    if (after <= 0 || mode == ScaleMode::reclaim)
        return;
    Problem& note = effect.notes.emplace_back();
    note.warning = true;
    note.message.code = "after-without-reclaim";
}

template <typename C>
Term termOf(const C& asked) {
    return {asked.lasts, asked.until,
            asked.mode == ScaleMode::reclaim ? asked.after : std::nullopt};
}

std::vector<Need> scaleNeeds(const CommandCall&, const ScaleQuotas& scale) {
    std::vector<Need> needs;
    for (const Read<QuotaSize>& size : scale.sizes)
        if (size)
            needs.push_back({Right::resizeQuota, {size->first}});
    return needs;
}

// Rule 21: what no longer fits may refuse them.
Result<void> setSizes(const CommandCall& call, const ScaleEvent& event, SetValues& set,
                      CommandEffect& effect) {
    noteAfter(event.after, event.mode, effect);
    for (const auto& [name, target] : event.targets) {
        auto quota = quotaOf(effect.after, name);
        if (!quota)
            return tl::unexpected(std::move(quota.error()));
        (*quota)->guaranteed.gpu = *target.gpu;
        set.sizes.push_back(name);
    }
    if (auto refusal = call.engine.refusalOf(call.project, event, call.now))
        return refuse(std::move(*refusal));
    return {};
}

void noteForgotten(const SetValues& set, CommandEffect& effect) {
    auto tables = forgetMissed(effect.after, set.sizes);
    if (tables.empty())
        return;
    Problem& note = effect.notes.emplace_back();
    note.warning = true;
    note.message = {"timetable-forgets", {listArgument("names", std::move(tables))}};
}

Result<CommandEffect> scale(const CommandCall& call, const ScaleQuotas& asked) {
    CommandEffect effect{call.project};
    std::set<std::string> twice;
    ScaleEvent event{{}, asked.mode.value_or(ScaleMode::refuse), asked.after.value_or(0)};
    for (const Read<QuotaSize>& size : asked.sizes) {
        if (!size)
            return tl::unexpected(size.error());
        if (!twice.insert(size->first).second)
            return wrongArgument("sizes", sizeText(*size),
                                 "another quota: this one has a size already");
        event.targets.push_back({size->first, Limit{size->second, {}, {}}});
    }
    SetValues set;
    if (auto done = setSizes(call, event, set, effect); !done)
        return tl::unexpected(std::move(done.error()));
    std::size_t named = 0;
    for (const std::string& name : set.sizes)
        addName(effect.subject, name, ++named);
    if (auto kept = keepTemporary(call, termOf(asked), set, effect); !kept)
        return tl::unexpected(std::move(kept.error()));
    noteForgotten(set, effect);
    return effect;
}

// ---- policies

std::vector<Need> policyNeeds(const CommandCall& call, const SetPolicy& policy) {
    return policyRights(call.project, policy.quota, keysOf(policy).value_or(PolicyChange{}));
}

// Rule 21 for a lower limit; nothing = in order, perhaps with notes.
template <typename C>
std::optional<Message> refusalOfLimit(const CommandCall& call, const C& asked,
                                      const std::string& quota, const PolicyChange& change,
                                      CommandEffect& effect) {
    const PolicyEvent event{quota, change, asked.mode.value_or(ScaleMode::drain),
                            asked.after.value_or(0)};
    noteAfter(event.after, event.mode, effect);
    if (!change.limit || event.mode == ScaleMode::drain)
        return std::nullopt;
    if (event.mode == ScaleMode::refuse) {
        auto refusal = call.engine.refusalOf(call.project, event, call.now);
        // What no quota may be is told by the rules of all commands, with what mends it.
        return refusal && refusal->code.starts_with("invalid") ? std::nullopt : refusal;
    }
    Problem& note = effect.notes.emplace_back();
    note.warning = true;
    note.message.code = "limit-reclaim-live";
    return std::nullopt;
}

Result<CommandEffect> policy(const CommandCall& call, const SetPolicy& asked) {
    CommandEffect effect{call.project};
    effect.subject = asked.quota;
    auto quota = quotaOf(effect.after, effect.subject);
    if (!quota)
        return tl::unexpected(std::move(quota.error()));
    auto change = keysOf(asked);
    if (!change)
        return tl::unexpected(std::move(change.error()));
    (*quota)->policy = change->appliedTo((*quota)->policy);
    if (auto refusal = refusalOfLimit(call, asked, effect.subject, *change, effect))
        return refuse(std::move(*refusal));
    if (auto kept = keepTemporary(call, termOf(asked), {{}, {{effect.subject, *change}}}, effect);
        !kept)
        return tl::unexpected(std::move(kept.error()));
    return effect;
}

// The same for several quotas, as one entry.
std::vector<Need> setNeeds(const CommandCall& call, const SetQuotas& asked) {
    const PolicyChange change =
        asked.set ? keysOf(asked.set).value_or(PolicyChange{}) : PolicyChange{};
    std::vector<Need> needs;
    for (const std::string& quota : asked.quotas) {
        for (Need& need : policyRights(call.project, quota, change))
            if (asked.set)
                needs.push_back(std::move(need));
        if (asked.guaranteed)
            needs.push_back({Right::resizeQuota, {quota}});
    }
    return needs;
}

Result<CommandEffect> setAll(const CommandCall& call, const SetQuotas& asked) {
    CommandEffect effect{call.project};
    if (!asked.set && !asked.guaranteed)
        return refuse("argument-missing", {textArgument("argument", "--set or --gpu")});
    const auto change = asked.set ? keysOf(asked.set) : PolicyChange{};
    if (!change)
        return tl::unexpected(change.error());
    if (change->nodes)
        return wrongArgument("set", policyText(*change), "no nodes: set them one by one");
    std::size_t named = 0;
    SetValues set;
    ScaleEvent scale{{}, asked.mode.value_or(ScaleMode::refuse), asked.after.value_or(0)};
    for (const std::string& name : asked.quotas) {
        auto quota = quotaOf(effect.after, name);
        if (!quota)
            return tl::unexpected(std::move(quota.error()));
        (*quota)->policy = change->appliedTo((*quota)->policy);
        if (auto refusal = refusalOfLimit(call, asked, name, *change, effect))
            return refuse(std::move(*refusal));
        if (asked.set)
            set.policies.emplace_back(name, *change);
        if (asked.guaranteed)
            scale.targets.push_back({name, Limit{*asked.guaranteed, {}, {}}});
        addName(effect.subject, name, ++named);
    }
    if (asked.guaranteed)
        if (auto done = setSizes(call, scale, set, effect); !done)
            return tl::unexpected(std::move(done.error()));
    if (auto kept = keepTemporary(call, {}, set, effect); !kept)
        return tl::unexpected(std::move(kept.error()));
    noteForgotten(set, effect);
    return effect;
}

constexpr std::string_view kLimitMode =
    "If running workloads exceed a lower limit (default: drain)";
constexpr std::string_view kLimitAfter = "Delay before evictions, with --mode reclaim";
constexpr std::string_view kFor = "Revert after this time: 90s, 15m, 8h, 2d";
constexpr std::string_view kUntil = "Revert at this time (UTC)";

}  // namespace

std::vector<CommandInfo> quotas() {
    return {
        quotaAdd(),
        row<DeleteQuota>(
            "quota.delete", {naming("quota", positional<&DeleteQuota::name>("name", "The quota"))},
            Right::resizeQuota, true,
            "Delete a quota that has no children, workspaces, or workloads", nameNeeds, remove),
        row<RenameQuota>("quota.rename",
                         {naming("quota", positional<&RenameQuota::name>("name", "The quota")),
                          positional<&RenameQuota::to>("to", "Its new name"),
                          option<&RenameQuota::team>(
                              "team", "Team; the name of the quota removes another team")},
                         Right::resizeQuota, true, "Rename a quota", nameNeeds, rename),
        row<ScaleQuotas>(
            "scale",
            {naming("sizes", rest<&ScaleQuotas::sizes, Size>(
                                 "sizes", "QUOTA=GPUS, absolute, all in one step")),
             option<&ScaleQuotas::mode>(
                 "mode",
                 "If running workloads exceed it: refuse, wait (drain), or evict (reclaim)"),
             option<&ScaleQuotas::after, Delay>("after",
                                                "Delay before evictions, with --mode reclaim"),
             option<&ScaleQuotas::lasts, Seconds>("for", kFor),
             option<&ScaleQuotas::until, At>("until", kUntil)},
            Right::resizeQuota, true, "Set the guarantees of one or several quotas", scaleNeeds,
            scale),
        row<SetPolicy>(
            "policy",
            {naming("quota", positional<&SetPolicy::quota>("quota", "The quota")),
             option<&SetPolicy::self, Self>("self",
                                            "Self-level preemption as in a scenario, or off"),
             option<&SetPolicy::child, Child>("child",
                                              "Child-level preemption as in a scenario, or off"),
             option<&SetPolicy::set, PolicyKeys>(
                 "set", R"(Any keys of a quota but name, parent and guaranteed: {"weight": 80})"),
             option<&SetPolicy::mode>("mode", kLimitMode),
             option<&SetPolicy::after, Delay>("after", kLimitAfter),
             option<&SetPolicy::lasts, Seconds>("for", kFor),
             option<&SetPolicy::until, At>("until", kUntil)},
            Right::changePolicy, true, "Set the policies of a quota", policyNeeds, policy),
        row<SetQuotas>(
            "quota.set",
            {naming("quota", rest<&SetQuotas::quotas>("quotas", "The quotas")),
             option<&SetQuotas::set, PolicyKeys>(
                 "set",
                 R"(Keys of a quota but name, parent, guaranteed and nodes: {"weight": 80})"),
             option<&SetQuotas::guaranteed, Gpus>("gpu", "Guaranteed GPUs of each"),
             option<&SetQuotas::mode>(
                 "mode", "If running workloads exceed it (default: refuse; of a limit: drain)"),
             option<&SetQuotas::after, Delay>("after", kLimitAfter)},
            Right::changePolicy, true, "Set policies and guarantees of several quotas", setNeeds,
            setAll),
        applyEdits(),
    };
}

}  // namespace apportion::rows
