// SPDX-License-Identifier: GPL-3.0-or-later
// What is tried on the pool of a project, told as its person may hear of it.
#include <algorithm>
#include <utility>

#include "core/change/day_clock.h"
#include "core/cluster/local/command_place.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/commands/report.h"
#include "core/session/history/journal_rows.h"
#include "core/session/local/ask_approval.h"
#include "core/session/project_pool.h"
#include "core/session/trials/entry_effect.h"
#include "core/session/trials/visible_trials.h"
#include "core/session/workspace/workspace_look.h"
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

Pool::Fork ProjectPool::ahead() {
    if (forCommand_ && !drawn_.ended)
        (void)loadPast();  // without it less is known, and that is said
    const PoolSource now = source();
    Fork fork{now.resting ? now.engine : now.asked,
              desk_->now() - epoch_ - now.shift,
              now.shift,
              now.resting,
              alias(),
              drawn_.ended,
              drawn_.since};
    if (const auto project = desk_->project())
        expectStated(fork.engine, **project, fork.at);
    if (const auto may = rights(); !may(Right::readPool, {}))
        fork.reads = [may](const std::string& quota) { return may(Right::readQuota, quota); };
    else
        fork.alias = {};
    return fork;
}

Result<Explanation> ProjectPool::explain(const std::string& workload) {
    auto explanation = desk_->explain(workload);
    if (explanation && explanation->state == WorkloadState::pending && !isResting())
        tellWhenItStarts(likelyStarts(ahead(), {}, workload), *explanation);
    return explanation;
}

std::optional<WorkspaceSource> ProjectPool::workspace(const std::string& name) {
    const auto project = desk_->project();
    if (!project)
        return std::nullopt;
    const Workspace* found = Roster(**project).workspace(desk_->who(), name);
    if (found == nullptr)
        return std::nullopt;
    const std::vector<std::string> quotas = found->quotas;
    const std::string here = zoneHere();
    WorkspaceSource source{ahead(), name,         quotas, here.empty() ? "UTC" : here,
                           epoch_,  desk_->now(), {}};
    source.used = [path = desk_->file().path(), who = desk_->who(), now = source.clock](
                      Moment from, Moment to, const std::stop_token&) -> Result<report::Usage> {
        auto desk = ProjectDesk::open(path, OpenMode::readOnly, who, [now] { return now; });
        if (!desk)
            return tl::unexpected(std::move(desk.error()));
        return usageOf(*desk, from, to);
    };
    return source;
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

ReportSource ProjectPool::reporting() {
    return reportSource(desk_->file().path(), desk_->who(), epoch_);
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
    return effectOf(std::span(&entry, 1));
}

Effect ProjectPool::effectOf(std::span<const JournalEntry> entries) {
    using Fate = Effect::Submitted::Fate;
    const Engine ahead = foresight(undecided());
    const bool approved = live_ || approvesThere(*desk_);
    std::vector<JournalEntry> placed;
    std::vector<std::pair<std::size_t, Effect::Submitted>> beside;  // with their places
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto work = commandIn(entries[i]);
        if (!work || (approved && !runsNothing())) {
            placed.push_back(entries[i]);
            continue;
        }
        Effect::Submitted each;
        each.workload = work->spec.name;
        each.quota = work->spec.quota;
        each.fate = approved ? Fate::rejected : Fate::waits;
        each.reason =
            runsNothing() ? noNodeReason(work->spec, machine_) : approvalReason(work->spec);
        beside.emplace_back(i, std::move(each));
    }
    Effect trial = placed.size() == 1
                       ? effectOfEntry(*desk_, ahead, placed.front())
                       : apportion::effectOf(ahead, ahead.now(), trialInputsOf(placed));
    for (auto& [place, each] : beside)
        trial.submitted.insert(trial.submitted.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                             place, trial.submitted.size())),
                               std::move(each));
    shiftTimes(trial, shift());
    trial.resting = isResting();
    redactNames(trial, desk_->alias(entries.size() == 1 ? &entries.front() : nullptr));
    return trial;
}

std::vector<ReturnTrial> ProjectPool::returnsOf(const JournalEntry& entry) {
    ReturnTrials trials;
    trials.returns = apportion::tryReturns(*desk_, foresight(undecided()), epoch_ + shift(), entry);
    redactNames(trials, desk_->alias(&entry));
    return std::move(trials.returns);
}

std::vector<Result<CommandAnswer>> ProjectPool::dryRuns(std::vector<CommandRequest> requests) {
    if (requests.size() == 1)
        return {run(dry(std::move(requests.front())))};
    if (const auto project = desk_->project(); project)
        for (CommandRequest& each : requests)
            keepCommandHere(each, **project, nodeHere_, machine_);
    return desk_->run(requests);
}

Effect ProjectPool::tryCommand(std::vector<CommandRequest> requests) {
    Effect trial;
    std::vector<JournalEntry> entries;
    std::vector<Problems> refusals;
    std::optional<Message> missing;
    for (Result<CommandAnswer>& answer : dryRuns(std::move(requests))) {
        refusals.push_back(answer ? Problems{} : answer.error());
        if (!answer)
            continue;
        const Problems& notes = answer->notes;
        if (const auto note = std::find_if(notes.begin(), notes.end(), isOfMissing);
            note != notes.end())
            missing = note->message;
        if (answer->entry)
            entries.push_back(std::move(*answer->entry));
    }
    if (allRefused(refusals)) {
        trial.refusal = refusals.front();
    } else {
        trial.resting = isResting();
        if (!entries.empty())
            trial = effectOf(entries);
        if (entries.size() == 1 && refusals.size() == 1) {
            trial.changes = apportion::changesOf(entries.front(), Effect::kMostChanges);
            sayInherited(trial.changes, engine());
        }
        trial.missing = std::move(missing);
    }
    trial.refusals = std::move(refusals);
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
