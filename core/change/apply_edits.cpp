// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/apply_edits.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/change/event_command.h"
#include "core/change/fields.h"
#include "core/change/next_state.h"
#include "core/change/refuse.h"
#include "core/store/project_values.h"

namespace apportion {

std::vector<Change> commandsOf(const PlanAction& action) {
    if (const auto* event = std::get_if<EventAction>(&action)) {
        if (std::holds_alternative<CancelEvent>(*event) ||
            std::holds_alternative<FinishEvent>(*event))
            return {};
        return {changeOf(*event)};
    }
    if (const auto* add = std::get_if<AddNodes>(&action))
        return {CreateNodes{add->group}};
    std::vector<Change> changes;
    if (const auto* remove = std::get_if<RemoveNodes>(&action)) {
        for (const std::string& node : remove->nodes)
            changes.emplace_back(DeleteNodes{node});
    } else if (const auto* quota = std::get_if<AddQuota>(&action)) {
        CreateQuota create;
        create.name = quota->quota.name;
        create.parent = quota->quota.parent;
        create.guaranteed = quota->quota.guaranteed.gpu;
        if (PolicyChange set = differencesOf(quota->quota.policy); set != PolicyChange{})
            create.set = std::move(set);
        changes.emplace_back(std::move(create));
    } else if (const auto* caps = std::get_if<ChangeCaps>(&action)) {
        changes.emplace_back(SetCaps{caps->workspace, caps->caps});
    }
    return changes;
}

EditModes modesOf(const ApplyEdits& asked) {
    EditModes modes;
    const auto take = [&](ScaleMode& mode, const auto& event) {
        mode = std::max(mode, event.mode);
        if (event.mode == ScaleMode::reclaim)
            modes.after = std::max(modes.after, event.after);
    };
    for (const Read<PlanEdit>& edit : asked.edits) {
        const auto* event = edit ? std::get_if<EventAction>(&edit->action) : nullptr;
        if (event == nullptr)
            continue;
        if (const auto* scale = std::get_if<ScaleEvent>(event))
            take(modes.sizes, *scale);
        else if (const auto* policy = std::get_if<PolicyEvent>(event))
            take(modes.limits, *policy);
    }
    return modes;
}

namespace rows {

namespace {

// Each step on what those before it have made.
using EditStep = std::function<Result<CommandEffect>(const CommandInfo&, const CommandCall&)>;

// The cause, and that nothing of the others is done.
tl::unexpected<Problems> refusedEdit(std::size_t edit, const ApplyEdits& asked, Problems wrong) {
    if (asked.edits.size() > 1) {
        Message& message = wrong.front().message;
        message.then.emplace_back("apply-refused");
        message.arguments.push_back({"step", Value::ofCount(static_cast<std::int64_t>(edit + 1))});
        message.arguments.push_back(
            {"steps", Value::ofCount(static_cast<std::int64_t>(asked.edits.size()))});
    }
    return tl::unexpected(std::move(wrong));
}

// Work and configuration after all steps, or why one of them cannot be.
Result<CommandEffect> stepThrough(const CommandCall& call, const ApplyEdits& asked,
                                  const EditStep& step) {
    Project project = call.project;
    store::Objects objects = call.objects;
    std::vector<Fact> work;
    Problems notes;
    for (std::size_t i = 0; i < asked.edits.size(); ++i) {
        const Read<PlanEdit>& edit = asked.edits[i];
        if (!edit)
            return tl::unexpected(edit.error());
        const std::vector<Change> changes = commandsOf(edit->action);
        if (changes.empty())
            return refuse("apply-no-command",
                          {{"edit", Value::ofCount(static_cast<std::int64_t>(i + 1))}}, "edits");
        for (const Change& change : changes) {
            const CommandCall one{project,  objects,  change,        call.engine,
                                  call.who, call.now, call.neverRan, call.hasEnded};
            auto effect = step(infoOf(change), one);
            if (!effect)
                return refusedEdit(i, asked, std::move(effect.error()));
            auto facts = store::difference(objects, project, effect->after);
            facts.insert(facts.end(), effect->work.begin(), effect->work.end());
            auto next = nextState(objects, project, facts);
            if (!next)
                return refusedEdit(i, asked, std::move(next.error()));
            work.insert(work.end(), effect->work.begin(), effect->work.end());
            std::move(effect->notes.begin(), effect->notes.end(), std::back_inserter(notes));
            project = std::move(next->project);
            objects = std::move(next->objects);
        }
    }
    CommandEffect all{project};
    all.after.revision = call.project.revision;
    all.work = std::move(work);
    all.notes = std::move(notes);
    return all;
}

std::vector<Need> applyNeeds(const CommandCall& call, const ApplyEdits& asked) {
    std::vector<Need> needs;
    (void)stepThrough(call, asked, [&](const CommandInfo& command, const CommandCall& one) {
        for (Need& need : command.needs(one))
            needs.push_back(std::move(need));
        return command.apply(one);
    });
    if (needs.empty())
        needs.push_back({Right::administer, {}});
    return needs;
}

Result<CommandEffect> apply(const CommandCall& call, const ApplyEdits& asked) {
    auto effect = stepThrough(call, asked, [](const CommandInfo& command, const CommandCall& one) {
        return command.apply(one);
    });
    if (effect)
        effect->subject = asked.variant;
    return effect;
}

}  // namespace

CommandInfo applyEdits() {
    return row<ApplyEdits>(
        "apply",
        {rest<&ApplyEdits::edits, Edit>(
             "edits", R"(Edits of a plan: {"do":"scale","quotas":{"Quota1":{"gpu":8}}})"),
         option<&ApplyEdits::variant>("variant", "Name of the variant, for the history")},
        Right::resizeQuota, true, "Apply edits of a plan in one step, or none of them", applyNeeds,
        apply);
}

}  // namespace rows

}  // namespace apportion
