// SPDX-License-Identifier: GPL-3.0-or-later
// What is tried on the pool of a project, told as its person may hear of it.
#include <algorithm>
#include <utility>

#include "core/cluster/local/command_place.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/history/journal_rows.h"
#include "core/session/local/ask_approval.h"
#include "core/session/project_pool.h"
#include "core/session/trials/entry_effect.h"
#include "core/session/trials/visible_trials.h"
#include "core/store/project_values.h"
#include "core/view/explain/inherited_values.h"
#include "core/view/rest_reasons.h"
#include "core/view/visible_rows.h"

namespace apportion {

namespace {

CommandRequest dry(CommandRequest request) {
    request.dryRun = true;
    return request;
}

// The work with a command that the entry submits.
std::optional<ProjectWorkload> commandIn(const JournalEntry& entry) {
    if (entry.action == "submit")
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::workload)
                if (auto work = store::workloadFrom(fact.after); work && work->command)
                    return std::move(*work);
    return std::nullopt;
}

}  // namespace

// At rest nothing that waits has been decided: what would start anyway is no effect of a change.
const Engine& ProjectPool::undecided() {
    return isResting() ? standing() : engine();
}

Pool::Fork ProjectPool::fork(State state) {
    const Engine& now = state == State::shown ? standing() : undecided();
    return {foresight(now), now.now(), shift(), isResting(), desk_->alias()};
}

Pool::Rights ProjectPool::rights() {
    const auto project = desk_->project();
    if (!project)
        return [](Right, const std::string&) { return false; };
    // The desk reads its own anew; and all but the work says who may do what.
    struct Kept {
        Project people;
        Roster roster{people};
    };
    auto kept = std::make_shared<Kept>();
    kept->people.pool = (*project)->pool;
    kept->people.users = (*project)->users;
    return [kept, who = desk_->who()](Right right, const std::string& quota) {
        return kept->roster.may(who, right, {quota});
    };
}

Pool::Base ProjectPool::base() const {
    return {desk_->file().path(), PlanBaseKind::project};
}

void ProjectPool::withSurroundings(const std::function<void(const DraftSurroundings&)>& use) {
    const Engine& now = undecided();
    const auto state = desk_->project();
    if (!state)
        return;
    // A dry run reads the file anew where somebody wrote.
    const Project kept = **state;
    use({kept, now, desk_->who(), [&](const Change& change) {
             const auto answer = desk_->run(dry({change}));
             return answer ? Problems{} : answer.error();
         }});
}

Effect ProjectPool::effectOf(const JournalEntry& entry) {
    const Engine ahead = foresight(undecided());
    const auto work = commandIn(entry);
    const bool approved = live_ || approvesThere(*desk_);
    const bool isPlaced = !work || (approved && !runsNothing());
    Effect trial = isPlaced ? effectOfEntry(*desk_, ahead, entry)
                            : apportion::effectOf(ahead, ahead.now(), {});
    if (!isPlaced) {
        using Fate = Effect::Submitted::Fate;
        trial.submitted = Effect::Submitted();
        trial.submitted->quota = work->spec.quota;
        trial.submitted->fate = approved ? Fate::rejected : Fate::waits;
        trial.submitted->reason =
            runsNothing() ? noNodeReason(work->spec, machine_) : approvalReason(work->spec);
    }
    shiftTimes(trial, shift());
    trial.resting = isResting();
    if (const auto project = desk_->project())
        redactNames(trial, desk_->who(), **project, desk_->alias(&entry));
    return trial;
}

std::vector<ReturnTrial> ProjectPool::returnsOf(const JournalEntry& entry) {
    ReturnTrials trials;
    trials.returns = apportion::tryReturns(*desk_, foresight(undecided()), epoch_ + shift(), entry);
    redactNames(trials, desk_->alias(&entry));
    return std::move(trials.returns);
}

Effect ProjectPool::tryCommand(CommandRequest request) {
    const auto answer = run(dry(std::move(request)));
    Effect trial;
    if (!answer) {
        trial.refusal = answer.error();
        return trial;
    }
    trial.resting = isResting();
    if (answer->entry) {
        trial = effectOf(*answer->entry);
        trial.changes = apportion::changesOf(*answer->entry, Effect::kMostChanges);
        sayInherited(trial.changes, engine());
    }
    const Problems& notes = answer->notes;
    if (const auto note = std::find_if(notes.begin(), notes.end(), isOfMissing);
        note != notes.end())
        trial.missing = note->message;
    return trial;
}

std::optional<ReturnTrials> ProjectPool::tryReturns(CommandRequest request) {
    auto answer = run(dry(std::move(request)));
    if (!answer || !answer->entry)
        return std::nullopt;
    ReturnTrials trials{isResting(), std::move(answer->notes), returnsOf(*answer->entry)};
    const Alias alias = desk_->alias(&*answer->entry);
    for (Problem& note : trials.notes)
        redact(note.message, alias);
    return trials;
}

TurnTrial ProjectPool::tryTurn(const TurnRequest& turn) {
    TurnTrial tried;
    auto answer = this->turn(turn, true);
    if (!answer)
        tried.trial.refusal = std::move(answer.error());
    if (!answer || !answer->entry)
        return tried;
    tried.row = rowOf(*answer->entry);
    tried.entry = answer->entry->undoes;
    tried.trial = effectOf(*answer->entry);
    tried.notes = std::move(answer->notes);
    const Alias alias = desk_->alias();
    for (Problem& note : tried.notes)
        redact(note.message, alias);
    return tried;
}

}  // namespace apportion
