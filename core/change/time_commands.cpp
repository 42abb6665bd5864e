// SPDX-License-Identifier: GPL-3.0-or-later
// What happens by itself, and points to return to.
#include <algorithm>
#include <map>

#include "core/change/command_rows.h"
#include "core/change/day_clock.h"
#include "core/change/day_time.h"
#include "core/change/end_check.h"
#include "core/change/fields.h"
#include "core/change/policy_rights.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/validate.h"

namespace apportion::rows {

namespace {

// The rights that the change itself needed.
std::vector<Need> temporaryNeeds(const CommandCall& call, const EndTemporary& end) {
    std::vector<Need> needs;
    if (const TemporaryChange* change = Roster(call.project).temporary(call.who, end.name)) {
        for (const auto& size : change->sizes)
            needs.push_back({Right::resizeQuota, {size.quota}});
        for (const auto& policy : change->policies)
            for (const PolicyChange* keys : {&policy.before, &policy.during})
                for (Need& need : policyRights(call.project, policy.quota, *keys))
                    needs.push_back(std::move(need));
    }
    return needs;
}

// What of a change that was ended is not as it was before it: sizes by quota, and policies.
std::vector<std::string> keptAfter(const Project& after, const TemporaryChange& ended) {
    std::vector<std::string> names;
    for (const auto& size : ended.sizes)
        if (const Quota* quota = findQuota(after, size.quota);
            quota != nullptr && quota->guaranteed.gpu != size.before)
            names.push_back(size.quota + "=" + gpuText(quota->guaranteed.gpu));
    for (const auto& policy : ended.policies)
        if (const Quota* quota = findQuota(after, policy.quota);
            quota != nullptr && policy.during.reversed(quota->policy) != policy.before)
            names.push_back("policy of " + policy.quota);
    return names;
}

Result<CommandEffect> endNow(const CommandCall& call, const EndTemporary& end) {
    CommandEffect effect{call.project};
    effect.subject = end.name;
    const Roster roster(call.project);
    const TemporaryChange* change = roster.temporary(call.who, effect.subject);
    if (change == nullptr) {
        std::vector<std::string_view> names;
        for (const TemporaryChange& each : call.project.temporary)
            if (roster.temporary(call.who, each.name) != nullptr)
                names.push_back(each.name);
        return noSuch("temporary change", effect.subject, names);
    }
    endTemporary(effect.after, effect.subject, effect.why);
    if (auto names = keptAfter(effect.after, *change); !names.empty()) {
        Problem& note = effect.notes.emplace_back();
        note.warning = true;
        note.message = {"temporary-kept", {listArgument("names", std::move(names))}};
    }
    return effect;
}

using Steps = std::vector<Timetable::Step>;

// Those of the named timetable and the new ones.
std::vector<Need> stepNeeds(const CommandCall& call, const std::string& name, const Steps& steps) {
    std::vector<Need> needs;
    const auto add = [&](const Steps& of) {
        for (const Timetable::Step& step : of)
            for (const auto& [quota, gpu] : step.sizes)
                needs.push_back({Right::resizeQuota, {quota}});
    };
    add(steps);
    for (const Timetable& each : call.project.timetables)
        if (each.name == name)
            add(each.steps);
    if (needs.empty())
        needs.push_back({Right::administer, {}});
    return needs;
}

Result<Steps> stepsOf(const SetTimetable& set) {
    Steps steps;
    for (const Read<Timetable::Step>& each : set.steps) {
        if (!each)
            return tl::unexpected(each.error());
        steps.push_back(*each);
    }
    return steps;
}

std::vector<Need> setNeeds(const CommandCall& call, const SetTimetable& set) {
    return stepNeeds(call, set.name, stepsOf(set).value_or(Steps{}));
}

std::vector<Need> removeNeeds(const CommandCall& call, const DeleteTimetable& removed) {
    return stepNeeds(call, removed.name, {});
}

// Two steps at one moment: only one of them could be the last that was missed.
const Timetable::Step* meetsAnother(const std::vector<Timetable::Step>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (steps[i].once != 0 || steps[k].once != 0
                    ? steps[i].once == steps[k].once
                    : steps[i].minute == steps[k].minute && (steps[i].days & steps[k].days) != 0)
                return &steps[i];
    return nullptr;
}

// Of steps that come once, one after the other onto the sizes of now.
Problems problemsOfOnce(const Project& project, const std::vector<Timetable>& tables) {
    std::map<Moment, std::vector<const Timetable::Step*>> moments;
    for (const Timetable& each : tables)
        for (const Timetable::Step& step : each.steps)
            if (step.once != 0)
                moments[step.once].push_back(&step);
    Project trial = project;
    for (const auto& [at, steps] : moments) {
        for (const Timetable::Step* step : steps)
            for (const auto& [name, gpu] : step->sizes)
                if (auto quota = quotaOf(trial, name))
                    (*quota)->guaranteed.gpu = gpu;
        if (Problems wrong = validate(trial.pool); hasErrors(wrong))
            return wrong;
    }
    return {};
}

// What stands against the sizes once all timetables have gone round: a week after they began. Steps
// at one time are made together.
Problems problemsOfSteps(const Project& project, const std::vector<Timetable>& tables) {
    constexpr int kWeekDays = 7;
    std::vector<const Timetable::Step*> steps;
    for (const Timetable& each : tables)
        for (const Timetable::Step& step : each.steps)
            if (step.once == 0)
                steps.push_back(&step);
    std::stable_sort(steps.begin(), steps.end(),
                     [](const auto* a, const auto* b) { return a->minute < b->minute; });
    Project trial = project;
    for (int day = 0; day < 2 * kWeekDays; ++day)
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Timetable::Step& step = *steps[i];
            if ((step.days >> (day % kWeekDays) & 1U) != 0)
                for (const auto& [name, gpu] : step.sizes)
                    if (auto quota = quotaOf(trial, name))
                        (*quota)->guaranteed.gpu = gpu;
            const bool whole = i + 1 == steps.size() || steps[i + 1]->minute != step.minute;
            if (day < kWeekDays || !whole)
                continue;
            if (Problems wrong = validate(trial.pool); hasErrors(wrong))
                return wrong;
        }
    return steps.empty() ? problemsOfOnce(project, tables) : Problems{};
}

// Steps that were missed before it was made are not caught up with: the last of them is told, where
// its sizes are not those of now.
void noteBegin(const Project& project, const Timetable& table, Moment now, Problems& notes) {
    Timetable anew = table;
    anew.applied = 0;
    const auto missed = missedSteps(anew, now);
    const auto last =
        std::max_element(missed.begin(), missed.end(),
                         [](const DueStep& a, const DueStep& b) { return a.at < b.at; });
    if (last == missed.end() ||
        std::all_of(last->step->sizes.begin(), last->step->sizes.end(), [&](const auto& size) {
            const Quota* quota = findQuota(project, size.first);
            return quota == nullptr || quota->guaranteed.gpu == size.second;
        }))
        return;
    const auto coming = comingSteps(anew, now);
    const auto next = std::find_if(coming.begin(), coming.end(),
                                   [&](const DueStep& each) { return each.step == last->step; });
    if (next == coming.end())
        return;
    Problem& note = notes.emplace_back();
    note.warning = true;
    note.message = {
        "timetable-begins",
        {textArgument("name", table.name), textArgument("step", timeOfDayText(last->step->minute)),
         textArgument("at", dateText(next->at))}};
}

Result<CommandEffect> setTimetable(const CommandCall& call, const SetTimetable& set) {
    CommandEffect effect{call.project};
    effect.subject = set.name;
    auto steps = stepsOf(set);
    if (!steps)
        return tl::unexpected(std::move(steps.error()));
    for (const Timetable::Step& step : *steps)
        if (step.once != 0)
            if (auto refusal = refusalOfEnd(call.now, step.once))
                return refuse(refusal->code + ".step", {}, "steps");
    for (const Timetable::Step& step : *steps)
        for (const auto& [name, gpu] : step.sizes)
            if (auto quota = quotaOf(effect.after, name); !quota)
                return tl::unexpected(std::move(quota.error()));
    if (const Timetable::Step* step = meetsAnother(*steps))
        return refuse("timetable-twice", {textArgument("time", timeOfDayText(step->minute))},
                      "steps");
    std::string zone = set.zone.empty() ? zoneHere() : set.zone;
    if (!set.zone.empty() && !isZone(zone))
        return wrongArgument("zone", zone, "the name of a time zone, such as Europe/Lisbon");
    auto& tables = effect.after.timetables;
    const auto found = std::find_if(tables.begin(), tables.end(), [&](const Timetable& each) {
        return each.name == effect.subject;
    });
    if (Problems wrong = validateName(effect.subject, "name");
        found == tables.end() && hasErrors(wrong))
        return tl::unexpected(std::move(wrong));
    // Steps that were missed before it was made are not caught up with.
    Timetable table{effect.subject, std::move(*steps), call.now, {}, std::move(zone)};
    noteBegin(call.project, table, call.now, effect.notes);
    if (found == tables.end())
        tables.push_back(std::move(table));
    else if (found->steps != table.steps || found->zone != table.zone)
        *found = std::move(table);
    Problems wrong = problemsOfSteps(call.project, tables);
    if (wrong.empty())
        return effect;
    auto others = tables;
    std::erase_if(others, [&](const Timetable& each) { return each.name == effect.subject; });
    if (others.empty())
        return tl::unexpected(std::move(wrong));
    // Those that stand in each other's way without it may go on doing so.
    if (problemsOfSteps(call.project, others).empty())
        return refuse("timetables-disagree",
                      {textArgument("name", effect.subject),
                       sentenceArgument("detail", render(wrong.front().message))});
    return effect;
}

Result<CommandEffect> removeTimetable(const CommandCall& call, const DeleteTimetable& removed) {
    CommandEffect effect{call.project};
    effect.subject = removed.name;
    auto& tables = effect.after.timetables;
    const auto found = std::find_if(tables.begin(), tables.end(), [&](const Timetable& each) {
        return each.name == effect.subject;
    });
    if (found == tables.end()) {
        std::vector<std::string_view> names;
        for (const Timetable& each : call.project.timetables)
            names.push_back(each.name);
        return noSuch("timetable", effect.subject, names);
    }
    tables.erase(found);
    return effect;
}

Result<CommandEffect> setPoint(const CommandCall& call, const CreateRestorePoint& added) {
    CommandEffect effect{call.project};
    effect.subject = added.name;
    auto& points = effect.after.restorePoints;
    if (std::any_of(points.begin(), points.end(),
                    [&](const RestorePoint& each) { return each.name == effect.subject; }))
        return refuse("project-name-taken",
                      {textArgument("noun", "restore point"), textArgument("name", effect.subject)},
                      "name");
    if (Problems wrong = validateName(effect.subject, "name"); hasErrors(wrong))
        return tl::unexpected(std::move(wrong));
    points.push_back({effect.subject, call.project.revision});
    return effect;
}

}  // namespace

std::vector<CommandInfo> time() {
    return {
        row<EndTemporary>(
            "temporary.end",
            {naming("temporary", positional<&EndTemporary::name>("name", "The temporary change"))},
            Right::changePolicy, true, "End a temporary change now", temporaryNeeds, endNow),
        row<SetTimetable>(
            "timetable.set",
            {naming("timetable", positional<&SetTimetable::name>("name", "Name of the timetable")),
             rest<&SetTimetable::steps, Step>(
                 "steps",
                 "[DAYS@]HH:MM[/reclaim],QUOTA=GPUS,... or MOMENT[/reclaim],QUOTA=GPUS,...; such "
                 "as "
                 "mon-fri@08:00,Q1=80,Q2=48 or 2026-12-01T08:00:00Z,Q1=80"),
             option<&SetTimetable::zone>(
                 "zone", "Whose time of day, such as Europe/Lisbon; without it, of this machine")},
            Right::resizeQuota, true, "Set guarantees by time of day", setNeeds, setTimetable),
        row<DeleteTimetable>(
            "timetable.delete",
            {naming("timetable", positional<&DeleteTimetable::name>("name", "The timetable"))},
            Right::resizeQuota, true, "Delete a timetable", removeNeeds, removeTimetable),
        row<CreateRestorePoint>(
            "restore-point", {positional<&CreateRestorePoint::name>("name", "Name of the point")},
            Right::administer, true, "Name the present configuration, to return to it",
            administratorNeeds, setPoint),
    };
}

}  // namespace apportion::rows
