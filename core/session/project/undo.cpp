// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo: an entry of the journal turned round onto the present state.
#include <algorithm>
#include <map>

#include "core/change/apply_edits.h"
#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/temporary.h"
#include "core/change/undo_refusals.h"
#include "core/change/visible_entry.h"
#include "core/engine/took_before.h"
#include "core/model/number_text.h"
#include "core/model/words.h"
#include "core/session/project/desk.h"
#include "core/session/project/turned_facts.h"
#include "core/store/project_values.h"
#include "core/view/engine_rules.h"
#include "core/view/explain/lost_rights.h"
#include "core/view/snapshot.h"

namespace apportion {
namespace {

Result<JournalEntry> entryAt(ProjectFile& file, Revision n) {
    auto entries = file.entriesFrom(n, 1);
    if (!entries)
        return tl::unexpected(std::move(entries.error()));
    if (entries->empty() || entries->front().n != n)
        return refuse("undo-no-entry", {{"entry", Value::ofCount(n)}});
    return std::move(entries->front());
}

bool changesSizes(const Project& before, const Project& after) {
    return std::any_of(after.pool.quotas.begin(), after.pool.quotas.end(), [&](const Quota& quota) {
        const Quota* old = findQuota(before, quota.name);
        return old != nullptr && old->guaranteed.gpu != quota.guaranteed.gpu;
    });
}

bool changesPolicies(const Project& before, const Project& after) {
    return std::any_of(after.pool.quotas.begin(), after.pool.quotas.end(), [&](const Quota& quota) {
        const Quota* old = findQuota(before, quota.name);
        return old != nullptr && old->policy != quota.policy;
    });
}

Problem note(std::string_view code) {
    Problem problem;
    problem.warning = true;
    problem.message = {std::string(code), {}};
    return problem;
}

bool evictedSince(ProjectFile& file, Moment at) {
    const auto last = file.latest(ObjectKind::eviction, 1);
    if (!last || last->empty())
        return false;
    const auto eviction = store::evictionFrom(last->front().second.body);
    return eviction && eviction->at >= at;
}

// The sizes return, and who is owed GPUs then takes them, but for whom rule 26 keeps from it.
Problem sizesReturn(const Project& after, Moment now, const Alias& hide) {
    Problem told = note("undo-sizes");
    Engine engine = engineOf(after, now);
    engine.keepRunnerUp(false);
    engine.step(0, {});
    std::vector<std::string> names;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (engine.state(id) != WorkloadState::pending)
            continue;
        const auto reason = engine.reason(id);
        if (!reason || reason->message.code != kTookBefore)
            continue;
        const std::string name = engine.workload(id).name;
        names.push_back(hide(name).value_or(name));
    }
    if (!names.empty())
        told.message = {"undo-sizes.took-before", {{"names", Value::ofList(std::move(names))}}};
    return told;
}

// The timetables turned round here that have set sizes since: those stay.
std::vector<std::string> steppedSince(const JournalEntry& entry, bool undoing,
                                      const std::vector<Fact>& turned) {
    std::vector<std::string> names;
    for (const Fact& now : turned)
        for (const Fact& then : entry.facts)
            if (now.kind == ObjectKind::timetable && then.kind == now.kind && then.key == now.key &&
                hasStepped(undoing ? then.after : then.before, now.before))
                names.push_back(now.key);
    return names;
}

// An earlier state, but with the roles that people have now: nobody gets a right back by undoing
// that it was taken away.
Project asItWas(Project earlier, const Project& now) {
    earlier.users = now.users;
    for (Workspace& workspace : earlier.pool.workspaces)
        if (const Workspace* present = findWorkspace(now, workspace.name))
            workspace.members = present->members;
    return earlier;
}

}  // namespace

Result<const UndoStack*> ProjectDesk::undoStack() {
    auto actions = file_->actions(stackAt_ + 1);
    if (!actions)
        return tl::unexpected(std::move(actions.error()));
    for (auto& row : *actions) {
        stack_.follow(row.n, row.who, row.action, row.undoes);
        stackAt_ = row.n;
        if (configures(row.action))
            configured_.push_back(std::move(row));
    }
    return &stack_;
}

std::span<const ProjectFile::Action> ProjectDesk::configuredSince(Revision since) const {
    const auto from = std::upper_bound(
        configured_.begin(), configured_.end(), since,
        [](Revision n, const ProjectFile::Action& action) { return n < action.n; });
    return {from, configured_.end()};
}

const QuotaNames& ProjectDesk::quotaNames() {
    if (undoStack())
        quotaNames_.follow(*file_, configuredSince(quotaNames_.followed()));
    return quotaNames_;
}

// The facts onto the present state, with everything checked that a command would be.
Result<Problems> ProjectDesk::checkFacts(const std::vector<Fact>& facts,
                                         std::optional<Moment> since, bool reclaims) {
    if (auto checked = checkNext(facts); !checked) {
        fitRemedy(Roster(project_), who_, project_, checked.error().front().message);
        const std::string& code = checked.error().front().message.code;
        for (const char* clear :
             {"undo-depends", "undo-needed", "nodes-blocked", "last-administrator"})
            if (code.starts_with(clear))
                return tl::unexpected(std::move(checked.error()));
        std::string detail = render(checked.error().front().message);
        if (!detail.empty() && detail.back() == '.')
            detail.pop_back();
        return refuse("undo-invalid", {textArgument("detail", detail)});
    }
    Problems notes;
    // Rule 1 was judged on the result; in mode drain the engine refuses nothing else.
    if (since && changesSizes(project_, next_->project) && evictedSince(*file_, *since))
        notes.push_back(sizesReturn(next_->project, now(), alias()));
    else if (since && changesPolicies(project_, next_->project) && evictedSince(*file_, *since))
        notes.push_back(note("undo-policies"));
    if (auto below = belowUsage(project_, next_->project, now())) {
        below->code += plainCode(below->code) == below->code ? ".done" : "-done";
        notes.push_back(note(reclaims ? "redo-reclaims" : "undo-drains"));
        notes.back().message.arguments = {sentenceArgument("detail", render(*below))};
    }
    const Problems lost = lostRights(project_, next_->project, who_, now());
    notes.insert(notes.end(), lost.begin(), lost.end());
    return notes;
}

// Whoever may do it may undo it. `state` is the one in which it was done, for what it speaks of may
// have another name by now, or be gone.
std::optional<Message> ProjectDesk::refusalToTurn(const JournalEntry& entry,
                                                  const Project& state) const {
    const Roster roster(state);
    std::vector<Need> needs;
    if (const CommandInfo* command = findCommand(entry.action)) {
        const CommandRequest done = requestOf(entry.action, Arguments::fromJson(entry.arguments));
        needs = command->needs({state, objects_, done.change, engineRules(), who_, now()});
    }
    if (needs.empty())
        needs.push_back({Right::administer, {}});
    for (const Need& need : needs)
        if (auto refusal = roster.refusal(who_, need.right, need.subject))
            return refusal;
    return {};
}

Result<std::optional<JournalEntry>> ProjectDesk::turnRound(const JournalEntry& entry, bool undoing,
                                                           Problems& notes) {
    JournalEntry turned;
    turned.at = now();
    turned.who = who_;
    turned.action = undoing ? "undo" : "redo";
    turned.subject = entry.action + (entry.subject.empty() ? "" : " " + entry.subject);
    Arguments arguments;
    arguments.set("entry", std::to_string(entry.n));
    arguments.set("mode", "drain");
    const auto given = Arguments::fromJson(entry.arguments);
    const bool sizes =
        entry.action == "scale" || entry.action == "policy" || entry.action == "quota.set";
    bool reclaims = !undoing && sizes && given.text("mode") == "reclaim";
    if (!undoing && entry.action == "apply") {
        const CommandRequest done = requestOf(entry.action, given);
        const EditModes modes = modesOf(std::get<ApplyEdits>(done.change));
        reclaims = modes.sizes == ScaleMode::reclaim;
        if (reclaims) {
            arguments.set("mode", std::string(word(modes.sizes)));
            arguments.set("after", secondsText(modes.after));
        }
    } else if (reclaims)
        for (const char* name : {"mode", "after"})
            if (given.has(name))
                arguments.set(name, given.list(name));
    turned.arguments = arguments.json();
    turned.undoes = entry.n;
    TurnedFacts onto = this->turned(entry, undoing);
    turned.facts = std::move(onto.facts);
    // Also what came to the quota under its other name since.
    std::map<std::string, std::string> names;
    for (const auto& [from, to] : renamedQuotas(turned))
        names.emplace(from, to);
    for (Fact& fact : workUnderNames(project_, objects_, names, turned.facts))
        turned.facts.push_back(std::move(fact));
    const Turning turning = undoing ? Turning::undo : Turning::redo;
    auto checked =
        checkFacts(turned.facts, undoing ? std::optional(entry.at) : std::nullopt, reclaims);
    if (!checked)
        nameWhoTookAway(*file_, objects_, configuredSince(entry.n),
                        checked.error().front().message);
    const bool before = undoing && checked.has_value();
    // A right there cannot be judged any more, and who did it knows of it already.
    const bool gone = std::any_of(entry.facts.begin(), entry.facts.end(), [&](const Fact& fact) {
        return fact.kind == ObjectKind::quota && objects_.find(fact.kind, fact.key) == nullptr;
    });
    if (!checked && gone && entry.who == who_)
        return tl::unexpected(inWordsOf(turning, entry, std::move(checked.error())));
    if (auto refusal = refusalToTurn(entry, before ? asItWas(next_->project, project_) : project_))
        return refuse(std::move(*refusal));
    if (!checked)
        return tl::unexpected(inWordsOf(turning, entry, std::move(checked.error())));
    const std::vector<Argument> timetables{listArgument("names", std::move(onto.timetables)),
                                           {"entry", Value::ofCount(entry.n)}};
    if (turned.facts.empty())
        return timetables.front().value.list.empty()
                   ? refuse(undoing ? "undo-nothing-left" : "redo-nothing-left",
                            {{"entry", Value::ofCount(entry.n)}})
                   : refuse("undo-timetable", timetables);
    notes = std::move(*checked);
    if (const auto due = nextDue(next_->project, now())) {
        notes.push_back(note("undo-due"));
        notes.back().message.arguments = {textArgument("name", due->subject)};
    }
    if (auto stepped = steppedSince(entry, undoing, turned.facts); !stepped.empty()) {
        notes.push_back(note("undo-timetable.sizes"));
        notes.back().message.arguments = {listArgument("names", std::move(stepped))};
    }
    if (!timetables.front().value.list.empty()) {
        notes.push_back(note("undo-timetable.part"));
        notes.back().message.arguments = timetables;
    }
    return turned;
}

bool ProjectDesk::isTheirs(const JournalEntry& entry) const {
    return entry.who == who_ || !Roster(project_).refusal(who_, Right::administer);
}

Result<JournalEntry> ProjectDesk::nextUndo(const UndoStack& stack) {
    const auto& done = stack.done();
    std::optional<JournalEntry> overtaken;
    for (auto n = done.rbegin(); n != done.rend(); ++n) {
        auto entry = entryAt(*file_, *n);
        if (!entry || (isTheirs(*entry) && !turned(*entry, true).overtaken()))
            return entry;
        if (!overtaken && isTheirs(*entry))
            overtaken = std::move(*entry);
    }
    if (overtaken)
        return std::move(*overtaken);
    return refuse(done.empty() ? "undo-nothing" : "undo-nothing.own");
}

Result<JournalEntry> ProjectDesk::nextRedo(const UndoStack& stack) {
    const std::vector<Revision> undone = stack.undone(who_);
    std::optional<JournalEntry> overtaken;
    for (auto n = undone.rbegin(); n != undone.rend(); ++n) {
        auto entry = entryAt(*file_, *n);
        if (!entry || (isTheirs(*entry) && !turned(*entry, false).overtaken()))
            return entry;
        if (!overtaken && isTheirs(*entry))
            overtaken = std::move(*entry);
    }
    if (overtaken)
        return std::move(*overtaken);
    return refuse(undone.empty() ? "redo-nothing" : "redo-nothing.own");
}

Result<CommandAnswer> ProjectDesk::undo(std::optional<Revision> which, bool dryRun) {
    if (auto due = dryRun ? Result<void>() : doWhatIsDue(); !due)
        return tl::unexpected(std::move(due.error()));
    return write(
        [&](Problems& notes) -> Result<std::optional<JournalEntry>> {
            auto followed = undoStack();
            if (!followed)
                return tl::unexpected(std::move(followed.error()));
            const UndoStack* stack = *followed;
            auto entry = which ? entryAt(*file_, *which) : nextUndo(*stack);
            if (!entry)
                return tl::unexpected(std::move(entry.error()));
            // What one may not see is told like what is not there.
            if (which && Roster(project_).refusal(who_, Right::readPool)) {
                const auto past = pastWork();
                if (!past)
                    return tl::unexpected(past.error());
                if (!visibleTo(who_, project_, *past, *entry))
                    return refuse("undo-no-entry", {{"entry", Value::ofCount(*which)}});
            }
            const auto& done = stack->done();
            if (std::find(done.begin(), done.end(), entry->n) == done.end())
                return refuse(notUndoable(*stack, *entry));
            return turnRound(*entry, true, notes);
        },
        dryRun);
}

Result<ProjectDesk::Turns> ProjectDesk::turns() {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    auto stack = undoStack();
    if (!stack)
        return tl::unexpected(std::move(stack.error()));
    // That there is none is no failure.
    const auto subjectOf = [](Result<JournalEntry> entry,
                              std::string_view none) -> Result<std::optional<std::string>> {
        if (entry)
            return std::move(entry->subject);
        if (entry.error().front().message.code.starts_with(none))
            return std::nullopt;
        return tl::unexpected(std::move(entry.error()));
    };
    auto undo = subjectOf(nextUndo(**stack), "undo-nothing");
    auto redo = subjectOf(nextRedo(**stack), "redo-nothing");
    if (!undo || !redo)
        return tl::unexpected(undo ? redo.error() : undo.error());
    return Turns{std::move(*undo), std::move(*redo)};
}

Result<CommandAnswer> ProjectDesk::redo(bool dryRun) {
    if (auto due = dryRun ? Result<void>() : doWhatIsDue(); !due)
        return tl::unexpected(std::move(due.error()));
    return write(
        [&](Problems& notes) -> Result<std::optional<JournalEntry>> {
            auto stack = undoStack();
            if (!stack)
                return tl::unexpected(std::move(stack.error()));
            auto entry = nextRedo(**stack);
            if (!entry)
                return tl::unexpected(std::move(entry.error()));
            return turnRound(*entry, false, notes);
        },
        dryRun);
}

}  // namespace apportion
