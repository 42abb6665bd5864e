// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/undo_refusals.h"

#include <algorithm>

#include "core/access/access.h"
#include "core/change/refuse.h"
#include "core/model/words.h"

namespace apportion {

void fitRemedy(const Roster& roster, const std::string& who, const Project& project,
               Message& message) {
    if (message.code != "undo-needed" || message.arguments.size() != 2)
        return;
    const auto kind = fromWord<ObjectKind>(message.arguments[0].value.text);
    const std::string key = message.arguments[1].value.text;
    bool sees = false;
    bool ends = false;
    if (kind == ObjectKind::quota) {
        sees = roster.may(who, Right::readQuota, {key});
        ends = roster.may(who, Right::resizeQuota, {key});
    } else if (kind == ObjectKind::workspace) {
        const Workspace* workspace = roster.workspace(who, key);
        sees = workspace != nullptr;
        ends = sees && std::all_of(workspace->quotas.begin(), workspace->quotas.end(),
                                   [&](const std::string& quota) {
                                       return roster.may(who, Right::tieWorkspace, {quota});
                                   });
    } else if (const ProjectWorkload* work = findWork(project, key)) {
        const Subject subject{work->spec.quota, work->spec.workspace, work->spec.user};
        sees = roster.may(who, Right::readWorkload, subject);
        ends = roster.may(who, Right::endWorkload, subject);
    }
    if (!sees)
        message = {"undo-needed.hidden", {}};
    else if (!ends)
        message.code = "undo-needed.others";
    else if (kind == ObjectKind::workload)
        message.code = "undo-needed.work";
}

void nameWhoTookAway(ProjectFile& file, const store::Objects& objects,
                     std::span<const ProjectFile::Action> since, Message& message) {
    if (message.code != "undo-depends" || message.arguments.size() != 3)
        return;
    const auto kind = fromWord<ObjectKind>(message.arguments[0].value.text);
    const std::string& key = message.arguments[1].value.text;
    if (!kind || objects.find(*kind, key) != nullptr)
        return;
    for (auto action = since.rbegin(); action != since.rend(); ++action) {
        const auto entries = file.entriesFrom(action->n, 1);
        if (!entries || entries->empty())
            return;
        const auto& facts = entries->front().facts;
        if (std::any_of(facts.begin(), facts.end(), [&](const Fact& fact) {
                return fact.kind == *kind && fact.key == key && fact.after.empty();
            })) {
            message.arguments[2].value = Value::ofCount(action->n);
            return;
        }
    }
}

Problems inWordsOf(Turning turning, const JournalEntry& entry, Problems problems) {
    constexpr std::string_view kDone[] = {"undone", "redone", "restored"};
    const std::string what =
        turning == Turning::restore
            ? "The state '" + entry.subject + "'"
            : "History entry " + std::to_string(entry.n) + " (" + entry.action + ")";
    for (Problem& problem : problems) {
        std::string& code = problem.message.code;
        auto& arguments = problem.message.arguments;
        const bool depends = code == "undo-depends";
        if (!depends && !code.starts_with("undo-needed") && code != "undo-invalid")
            continue;
        if (depends && turning == Turning::redo)
            code = "redo-depends";
        if (!depends)
            arguments.push_back(textArgument("done", kDone[static_cast<int>(turning)]));
        arguments.push_back(textArgument("what", what));
    }
    return problems;
}

Message notUndoable(const UndoStack& stack, const JournalEntry& entry) {
    const std::string& action = entry.action;
    std::string_view code = "undo-not";
    if (stack.isOver(entry.n))
        code = "undo-not.over";
    else if (isUndoable(action))
        code = "undo-undone";
    else if (action == "undo" || action == "redo")
        code = "undo-not.turned";
    else if (action == "lost")
        code = "undo-not.lost";
    else if (action == "init" || action == "recover")
        code = "undo-not.first";
    else if (entry.who == "timer")
        code = "undo-not.timer";
    return {std::string(code),
            {{"entry", Value::ofCount(entry.n)}, textArgument("action", action)}};
}

}  // namespace apportion
