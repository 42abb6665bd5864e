// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of quotas: removing, renaming, sizes and policies (rules 1, 15, 16, 21, 22). Adding one
// is in quota_add.cpp.
#include <algorithm>
#include <set>

#include "core/change/command_rows.h"
#include "core/change/policy_arguments.h"
#include "core/change/quota_add.h"
#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/temporary.h"
#include "core/change/timed_steps.h"
#include "core/change/units.h"
#include "core/model/words.h"
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

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

// ---- removing and renaming

std::vector<Need> nameNeeds(const CommandCall& call) {
    return {{Right::resizeQuota, {call.arguments.text("name")}}};
}

// Rule 22.
Result<CommandEffect> remove(const CommandCall& call) {
    CommandEffect effect{call.project};
    const std::string name = call.arguments.text("name");
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

Result<CommandEffect> rename(const CommandCall& call) {
    CommandEffect effect{call.project};
    const std::string name = call.arguments.text("name");
    const std::string to = call.arguments.text("to");
    auto quota = quotaOf(effect.after, name);
    if (!quota)
        return tl::unexpected(std::move(quota.error()));
    const bool shown = call.arguments.has("team");
    if (findQuota(call.project, to) != nullptr && !(shown && to == name))
        return refuse("project-name-taken",
                      {textArgument("noun", "quota"), textArgument("name", to)}, "to");
    if (shown)
        (*quota)->policy.team =
            call.arguments.text("team") == to ? "" : call.arguments.text("team");
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

ScaleEvent scaleOf(const Arguments& arguments) {
    ScaleEvent scale;
    for (const std::string& text : arguments.list("sizes"))
        if (const auto size = sizeArgument(text))
            scale.targets.push_back({size->first, Limit{size->second, {}, {}}});
    scale.mode = fromWord<ScaleMode>(arguments.text("mode")).value_or(ScaleMode::refuse);
    scale.after = durationArgument(arguments.text("after")).value_or(0);
    return scale;
}

void noteAfter(Duration after, ScaleMode mode, CommandEffect& effect) {
    if (after <= 0 || mode == ScaleMode::reclaim)
        return;
    Problem& note = effect.notes.emplace_back();
    note.warning = true;
    note.message.code = "after-without-reclaim";
}

std::vector<Need> scaleNeeds(const CommandCall& call) {
    std::vector<Need> needs;
    for (const auto& [quota, target] : scaleOf(call.arguments).targets)
        needs.push_back({Right::resizeQuota, {quota}});
    return needs;
}

Result<CommandEffect> scale(const CommandCall& call) {
    CommandEffect effect{call.project};
    std::set<std::string> twice;
    for (const std::string& text : call.arguments.list("sizes")) {
        const auto size = sizeArgument(text);
        if (!size)
            return wrongArgument("sizes", text, "QUOTA=GPUS, such as Quota1.1=56");
        if (!twice.insert(size->first).second)
            return wrongArgument("sizes", text, "another quota: this one has a size already");
    }
    const ScaleEvent event = scaleOf(call.arguments);
    noteAfter(event.after, event.mode, effect);
    std::size_t named = 0;
    SetValues set;
    for (const auto& [name, target] : event.targets) {
        auto quota = quotaOf(effect.after, name);
        if (!quota)
            return tl::unexpected(std::move(quota.error()));
        (*quota)->guaranteed.gpu = *target.gpu;
        set.sizes.push_back(name);
        addName(effect.subject, name, ++named);
    }
    if (auto refusal = call.engine.refusalOf(call.project, event, call.now))
        return refuse(std::move(*refusal));
    if (auto kept = keepTemporary(call, set, effect); !kept)
        return tl::unexpected(std::move(kept.error()));
    if (auto tables = forgetMissed(effect.after, set.sizes); !tables.empty()) {
        Problem& note = effect.notes.emplace_back();
        note.warning = true;
        note.message = {"timetable-forgets", {listArgument("names", std::move(tables))}};
    }
    return effect;
}

// ---- policies

PolicyEvent policyOf(const Arguments& arguments, const std::string& quota, PolicyChange change) {
    return {quota, std::move(change),
            fromWord<ScaleMode>(arguments.text("mode")).value_or(ScaleMode::drain),
            durationArgument(arguments.text("after")).value_or(0)};
}

std::vector<Need> policyNeeds(const CommandCall& call) {
    return policyRights(call.project, call.arguments.text("quota"),
                        policyArguments(call.arguments).value_or(PolicyChange{}));
}

// Rule 21 for a lower limit; nothing = in order, perhaps with notes.
std::optional<Message> refusalOfLimit(const CommandCall& call, const std::string& quota,
                                      const PolicyChange& change, CommandEffect& effect) {
    const PolicyEvent event = policyOf(call.arguments, quota, change);
    noteAfter(event.after, event.mode, effect);
    if (!change.limit || event.mode == ScaleMode::drain)
        return std::nullopt;
    if (event.mode == ScaleMode::refuse)
        return call.engine.refusalOf(call.project, event, call.now);
    Problem& note = effect.notes.emplace_back();
    note.warning = true;
    note.message.code = "limit-reclaim-live";
    return std::nullopt;
}

Result<CommandEffect> policy(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("quota");
    auto quota = quotaOf(effect.after, effect.subject);
    if (!quota)
        return tl::unexpected(std::move(quota.error()));
    auto change = policyArguments(call.arguments);
    if (!change)
        return tl::unexpected(std::move(change.error()));
    (*quota)->policy = change->appliedTo((*quota)->policy);
    if (auto refusal = refusalOfLimit(call, effect.subject, *change, effect))
        return refuse(std::move(*refusal));
    if (auto kept = keepTemporary(call, {{}, {{effect.subject, *change}}}, effect); !kept)
        return tl::unexpected(std::move(kept.error()));
    return effect;
}

// The same keys for several quotas, as one entry.
std::vector<Need> setNeeds(const CommandCall& call) {
    const PolicyChange change = policyArguments(call.arguments).value_or(PolicyChange{});
    std::vector<Need> needs;
    for (const std::string& quota : call.arguments.list("quotas"))
        for (Need& need : policyRights(call.project, quota, change))
            needs.push_back(std::move(need));
    return needs;
}

Result<CommandEffect> setAll(const CommandCall& call) {
    CommandEffect effect{call.project};
    const auto change = policyArguments(call.arguments);
    if (!change)
        return tl::unexpected(change.error());
    if (change->nodes)
        return wrongArgument("set", call.arguments.text("set"), "no nodes: set them one by one");
    std::size_t named = 0;
    SetValues set;
    for (const std::string& name : call.arguments.list("quotas")) {
        auto quota = quotaOf(effect.after, name);
        if (!quota)
            return tl::unexpected(std::move(quota.error()));
        (*quota)->policy = change->appliedTo((*quota)->policy);
        if (auto refusal = refusalOfLimit(call, name, *change, effect))
            return refuse(std::move(*refusal));
        set.policies.emplace_back(name, *change);
        addName(effect.subject, name, ++named);
    }
    if (auto kept = keepTemporary(call, set, effect); !kept)
        return tl::unexpected(std::move(kept.error()));
    return effect;
}

const ArgumentInfo kLimitMode{"mode",
                              Kind::word,
                              Place::option,
                              false,
                              "What running workloads above a lower limit do (default: drain)",
                              "refuse drain reclaim"};
const ArgumentInfo kLimitAfter{"after", Kind::seconds, Place::option, false,
                               "Delay before evictions, with --mode reclaim"};
const ArgumentInfo kFor{"for", Kind::seconds, Place::option, false,
                        "Return by itself after this time: 90s, 15m, 8h, 2d"};
const ArgumentInfo kUntil{"until", Kind::moment, Place::option, false,
                          "Return by itself at this moment (UTC)"};

}  // namespace

std::vector<CommandInfo> quotas() {
    return {
        quotaAdd(),
        {"quota.delete",
         {{"name", Kind::text, Place::positional, true, "The quota"}},
         Right::resizeQuota,
         true,
         "Delete a quota that nothing hangs on",
         nameNeeds,
         remove},
        {"quota.rename",
         {{"name", Kind::text, Place::positional, true, "The quota"},
          {"to", Kind::text, Place::positional, true, "Its new name"},
          {"team", Kind::text, Place::option, false,
           "Name to show; the quota's own takes another one out"}},
         Right::resizeQuota,
         true,
         "Give a quota another name",
         nameNeeds,
         rename},
        {"scale",
         {{"sizes", Kind::text, Place::rest, true, "QUOTA=GPUS, absolute, all at once"},
          {"mode", Kind::word, Place::option, false, "What to do with work that no longer fits",
           "refuse drain reclaim"},
          {"after", Kind::seconds, Place::option, false, "With reclaim: wait so long before it"},
          kFor,
          kUntil},
         Right::resizeQuota,
         true,
         "Set the guarantees of one or several quotas",
         scaleNeeds,
         scale},
        {"policy",
         {{"quota", Kind::text, Place::positional, true, "The quota"},
          {"self", Kind::json, Place::option, false,
           "Self-level preemption as in a scenario, or off"},
          {"child", Kind::json, Place::option, false,
           "Child-level preemption as in a scenario, or off"},
          {"set", Kind::json, Place::option, false,
           R"(Any keys of a quota but name, parent and guaranteed: {"weight": 80})"},
          kLimitMode,
          kLimitAfter,
          kFor,
          kUntil},
         Right::changePolicy,
         true,
         "Set the policies of a quota",
         policyNeeds,
         policy},
        {"quota.set",
         {{"quotas", Kind::text, Place::rest, true, "The quotas"},
          {"set", Kind::json, Place::option, true,
           R"(Keys of a quota but name, parent, guaranteed and nodes: {"weight": 80})"},
          kLimitMode,
          kLimitAfter},
         Right::changePolicy,
         true,
         "Set the same policies of several quotas",
         setNeeds,
         setAll},
    };
}

}  // namespace apportion::rows
