// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/undo.h"

#include <algorithm>
#include <set>

#include "core/model/validate.h"
#include "core/model/words.h"
#include "core/session/project/desk.h"
#include "core/session/project/refuse.h"
#include "core/session/project/renamed.h"
#include "core/session/project/temporary.h"
#include "core/session/project/turned_facts.h"
#include "core/session/project/visible_entry.h"
#include "core/store/project_values.h"

namespace apportion {

bool isUndoable(std::string_view action) {
    if (action == "restore")
        return true;
    const CommandInfo* command = findCommand(action);
    return command != nullptr && command->undoable;
}

bool configures(std::string_view action) {
    return isUndoable(action) || action == "undo" || action == "redo" ||
           action == "timetable.step" || action.starts_with("temporary.");
}

void UndoStack::follow(Revision n, const std::string& who, std::string_view action,
                       std::optional<Revision> undoes) {
    // From the end: mostly it is the last.
    const auto take = [](auto& from, auto&& isIt) {
        const auto found = std::find_if(from.rbegin(), from.rend(), isIt);
        if (found != from.rend())
            from.erase(std::next(found).base());
    };
    const auto isIt = [&](Revision each) { return each == undoes; };
    if (action == "undo" && undoes) {
        take(done_, isIt);
        undone_.push_back({*undoes, n});
    } else if (action == "redo" && undoes) {
        take(undone_, [&](const Undone& each) { return each.n == undoes; });
        done_.push_back(*undoes);
    } else if (action == "temporary.return" && undoes) {
        // It undid itself, and is no step back any more.
        take(done_, isIt);
        over_.insert(std::upper_bound(over_.begin(), over_.end(), *undoes), *undoes);
    } else if (isUndoable(action)) {
        done_.push_back(n);
        lastOf_[who] = n;
    }
}

std::vector<Revision> UndoStack::undone(const std::string& who) const {
    const auto last = lastOf_.find(who);
    std::vector<Revision> entries;
    for (const Undone& each : undone_)
        if (last == lastOf_.end() || each.by > last->second)
            entries.push_back(each.n);
    return entries;
}

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

Problem note(std::string_view code) {
    Problem problem;
    problem.warning = true;
    problem.message = {std::string(code), {}};
    return problem;
}

// What to do about the object that needs what would go, by who may do it; and nothing of what the
// asker may not see.
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

bool isOver(const UndoStack& stack, Revision n) {
    return std::binary_search(stack.over().begin(), stack.over().end(), n);
}

// In a refusal because of an object that is gone, which does not say itself who took it away.
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

// A refusal in the words of a redo.
Problems ofRedo(Problems problems) {
    for (Problem& problem : problems)
        if (std::string& code = problem.message.code;
            code == "undo-depends" || code.starts_with("undo-needed") || code == "undo-invalid")
            code.replace(0, 4, "redo");
    return problems;
}

// Of an entry that is not in effect.
Message notUndoable(const UndoStack& stack, const JournalEntry& entry) {
    const std::string& action = entry.action;
    std::string_view code = "undo-not";
    if (isOver(stack, entry.n))
        code = "undo-not.over";
    else if (isUndoable(action))
        code = "undo-undone";
    else if (action == "undo" || action == "redo")
        code = "undo-not.turned";
    else if (action == "init" || action == "recover")
        code = "undo-not.first";
    else if (entry.who == "timer")
        code = "undo-not.timer";
    return {std::string(code),
            {{"entry", Value::ofCount(entry.n)}, textArgument("action", action)}};
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

// Of these the order counts: it breaks ties.
bool isOrdered(ObjectKind kind) {
    return kind == ObjectKind::nodes || kind == ObjectKind::quota || kind == ObjectKind::workspace;
}

// The facts of several entries turned round, one fact an object; two where it was taken away and
// added again since, so that it stands where it stood.
std::vector<Fact> netInverse(const std::vector<JournalEntry>& latestFirst) {
    struct Net {
        Fact fact;
        std::int64_t earlier = 0;  // place
    };
    std::vector<Net> net;
    std::map<std::pair<ObjectKind, std::string>, std::size_t> at;
    for (const JournalEntry& entry : latestFirst)
        for (auto fact = entry.facts.rbegin(); fact != entry.facts.rend(); ++fact) {
            const auto [found, fresh] = at.try_emplace({fact->kind, fact->key}, net.size());
            if (fresh)
                net.push_back({store::inverse(*fact), fact->place});
            net[found->second].fact.after = fact->before;
            net[found->second].earlier = fact->place;
        }
    std::vector<Fact> facts;
    for (auto& [fact, earlier] : net) {
        const bool moved = isOrdered(fact.kind) && fact.place != earlier && !fact.before.empty() &&
                           !fact.after.empty();
        if (moved) {
            facts.push_back({fact.kind, fact.key, fact.place, fact.before, {}});
            facts.push_back({fact.kind, fact.key, earlier, {}, std::move(fact.after)});
        } else if (fact.before != fact.after) {
            if (fact.before.empty())
                fact.place = earlier;
            facts.push_back(std::move(fact));
        }
    }
    return facts;
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

// The facts onto the present state, with everything checked that a command would be.
Result<Problems> ProjectDesk::checkFacts(const std::vector<Fact>& facts) {
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
    if (changesSizes(project_, next_->project))
        notes.push_back(note("undo-sizes"));
    return notes;
}

// Whoever may do it may undo it. `state` is the one in which it was done, for what it speaks of may
// have another name by now, or be gone.
std::optional<Message> ProjectDesk::refusalToTurn(const JournalEntry& entry,
                                                  const Project& state) const {
    const Roster roster(state);
    std::vector<Need> needs;
    const Arguments arguments = Arguments::fromJson(entry.arguments);
    if (const CommandInfo* command = findCommand(entry.action))
        needs = command->needs({state, objects_, arguments, who_, now()});
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
    if (const auto given = Arguments::fromJson(entry.arguments);
        !undoing && entry.action == "scale" && given.text("mode") == "reclaim")
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
    auto checked = checkFacts(turned.facts);
    if (!checked)
        nameWhoTookAway(*file_, objects_, configuredSince(entry.n),
                        checked.error().front().message);
    const bool before = undoing && checked.has_value();
    // A right there cannot be judged any more, and who did it knows of it already.
    const bool gone = std::any_of(entry.facts.begin(), entry.facts.end(), [&](const Fact& fact) {
        return fact.kind == ObjectKind::quota && objects_.find(fact.kind, fact.key) == nullptr;
    });
    if (!checked && gone && entry.who == who_)
        return tl::unexpected(undoing ? std::move(checked.error()) : ofRedo(checked.error()));
    if (auto refusal = refusalToTurn(entry, before ? asItWas(next_->project, project_) : project_))
        return refuse(std::move(*refusal));
    if (!checked)
        return tl::unexpected(undoing ? std::move(checked.error()) : ofRedo(checked.error()));
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
    for (auto n = undone.rbegin(); n != undone.rend(); ++n) {
        auto entry = entryAt(*file_, *n);
        if (!entry || isTheirs(*entry))
            return entry;
    }
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

Result<CommandAnswer> ProjectDesk::restore(const std::string& name, bool dryRun) {
    if (auto due = dryRun ? Result<void>() : doWhatIsDue(); !due)
        return tl::unexpected(std::move(due.error()));
    return write(
        [&](Problems& notes) -> Result<std::optional<JournalEntry>> {
            if (auto refusal = Roster(project_).refusal(who_, Right::administer))
                return refuse(std::move(*refusal));
            const auto& points = project_.restorePoints;
            const auto point = std::find_if(points.begin(), points.end(),
                                            [&](const auto& each) { return each.name == name; });
            if (point == points.end()) {
                std::vector<std::string_view> names;
                names.reserve(points.size());
                for (const RestorePoint& each : points)
                    names.push_back(each.name);
                return noSuch("restore point", name, names);
            }
            // The configuration alone, also where somebody's timer changed it; the points
            // themselves stay.
            auto all = file_->entriesBack(
                objects_.revision, static_cast<std::size_t>(objects_.revision - point->revision));
            if (!all)
                return tl::unexpected(std::move(all.error()));
            const auto names = earlierNames(*all);
            for (JournalEntry& each : *all) {
                auto& facts = each.facts;
                facts.erase(std::remove_if(facts.begin(), facts.end(),
                                           [](const Fact& fact) {
                                               return fact.kind >= ObjectKind::restorePoint;
                                           }),
                            facts.end());
            }
            JournalEntry entry;
            entry.at = now();
            entry.who = who_;
            entry.action = "restore";
            entry.subject = name;
            entry.facts = netInverse(*all);
            leaveOutEnded(entry.facts, objects_, now());
            Arguments arguments;
            arguments.set("mode", "drain");
            entry.arguments = arguments.json();
            for (Fact& fact : workUnderNames(project_, objects_, names, entry.facts))
                entry.facts.push_back(std::move(fact));
            if (entry.facts.empty())
                return std::nullopt;
            auto checked = checkFacts(entry.facts);
            if (!checked)
                return tl::unexpected(std::move(checked.error()));
            notes = std::move(*checked);
            if (!dryRun)
                for (const auto& [present, earlier] : names)
                    if (findQuota(project_, earlier) == nullptr &&
                        findQuota(next_->project, earlier) != nullptr)
                        file_->renameHistory(store::SubjectKind::quota, present, earlier);
            return entry;
        },
        dryRun);
}

Result<PastWork> ProjectDesk::pastWork() {
    auto ended = file_->latest(ObjectKind::ended, static_cast<std::size_t>(-1) / 2);
    if (!ended)
        return tl::unexpected(std::move(ended.error()));
    PastWork past;
    for (const auto& [key, object] : *ended)
        if (auto work = store::endedFrom(object.body))
            past.try_emplace(work->spec.name, work->spec);
    return past;
}

Result<std::vector<JournalEntry>> ProjectDesk::visibleEntries(Revision to, std::size_t most,
                                                              ProjectFile::Facts facts) {
    const auto refusal = Roster(project_).refusal(who_, Right::readPool);
    if (!refusal)
        return file_->entriesBack(to, most, facts);
    // Others see what is about their own quotas, workspaces and work.
    constexpr std::size_t kAtOnce = 1000;
    const auto past = pastWork();
    if (!past)
        return tl::unexpected(past.error());
    std::vector<JournalEntry> visible;
    while (to > 0 && visible.size() < most) {
        auto entries = file_->entriesBack(to, kAtOnce);
        if (!entries)
            return entries;
        if (entries->empty())
            break;
        to = entries->back().n - 1;
        for (JournalEntry& entry : *entries)
            if (auto part = visibleTo(who_, project_, *past, std::move(entry));
                part && visible.size() < most)
                visible.push_back(std::move(*part));
    }
    if (visible.empty() && most > 0)
        return refuse(*refusal);
    return visible;
}

Result<std::vector<ProjectDesk::Recorded>> ProjectDesk::history(std::size_t most,
                                                                std::optional<Revision> before,
                                                                ProjectFile::Facts facts) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    auto followed = undoStack();
    auto entries = visibleEntries(before ? *before - 1 : objects_.revision, most, facts);
    if (!followed)
        return tl::unexpected(std::move(followed.error()));
    const UndoStack* stack = *followed;
    if (!entries)
        return tl::unexpected(std::move(entries.error()));
    const std::set<Revision> done(stack->done().begin(), stack->done().end());
    std::vector<Recorded> history;
    for (JournalEntry& entry : *entries) {
        Recorded recorded;
        if (!done.contains(entry.n)) {
            recorded.undone = isUndoable(entry.action) && !isOver(*stack, entry.n);
            recorded.notUndoable = notUndoable(*stack, entry);
        }
        hideCommands(who_, project_, entry);
        recorded.entry = std::move(entry);
        history.push_back(std::move(recorded));
    }
    return history;
}

}  // namespace apportion
