// SPDX-License-Identifier: GPL-3.0-or-later
// What was done, by whom and whether it is still in effect: as much as the asker may see.
#include <set>

#include "core/change/refuse.h"
#include "core/change/undo_refusals.h"
#include "core/change/visible_entry.h"
#include "core/model/words.h"
#include "core/session/project/desk.h"
#include "core/session/project/turned_facts.h"
#include "core/store/project_values.h"

namespace apportion {

Result<std::vector<ProjectWorkload>> ProjectDesk::endedWork() {
    auto ended = file_->latest(ObjectKind::ended, static_cast<std::size_t>(-1) / 2);
    if (!ended)
        return tl::unexpected(std::move(ended.error()));
    std::vector<ProjectWorkload> over;
    over.reserve(ended->size());
    const QuotaNames& names = quotaNames();
    for (auto each = ended->rbegin(); each != ended->rend(); ++each)
        if (auto work = store::endedFrom(each->second.body)) {
            names.nameNow(*work);
            over.push_back(std::move(*work));
        }
    return over;
}

Result<PastWork> ProjectDesk::pastWork() {
    auto over = endedWork();
    if (!over)
        return tl::unexpected(std::move(over.error()));
    PastWork past;
    for (ProjectWorkload& work : *over) {
        const std::string name = work.spec.name;
        past.insert_or_assign(name, std::move(work.spec));
    }
    return past;
}

Result<std::vector<JournalEntry>> ProjectDesk::visibleEntries(Revision to, std::size_t most,
                                                              const FactFilter& facts) {
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
                                                                const FactFilter& facts) {
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
            recorded.undone = isUndoable(entry.action) && !stack->isOver(entry.n);
            recorded.notUndoable = notUndoable(*stack, entry);
        }
        hideSecrets(who_, project_, entry);
        recorded.entry = std::move(entry);
        history.push_back(std::move(recorded));
    }
    return history;
}

std::optional<Message> ProjectDesk::overtaken(const JournalEntry& entry) {
    constexpr std::size_t kMostFacts = 50;
    const auto whole = file_->entriesBack(entry.n, 1, FactFilter{kMostFacts});
    if (!whole || whole->empty() || whole->front().n != entry.n ||
        whole->front().facts.size() >= kMostFacts)
        return {};
    const Alias names = alias();
    if (!Roster(project_).may(who_, Right::readPool))
        if (auto refusal = refusalToTurn(whole->front(), project_)) {
            redact(*refusal, names);
            return refusal;
        }
    const TurnedFacts onto = turned(whole->front(), true);
    if (onto.facts.empty() && onto.timetables.empty())
        return Message{"undo-nothing-left", {{"entry", Value::ofCount(entry.n)}}};
    for (const Fact& fact : onto.facts) {
        const store::Object* object = objects_.find(fact.kind, fact.key);
        if (fact.before == (object != nullptr ? object->body : std::string()))
            continue;
        const Revision changed = object != nullptr ? object->changed : objects_.revision;
        Problem problem;
        problem.message = {"undo-depends",
                           {textArgument("noun", word(fact.kind)),
                            textArgument("key", fact.key),
                            {"entry", Value::ofCount(changed)}}};
        nameWhoTookAway(*file_, objects_, configuredSince(entry.n), problem.message);
        Message told = inWordsOf(Turning::undo, entry, {std::move(problem)}).front().message;
        redact(told, names);
        return told;
    }
    return {};
}

}  // namespace apportion
