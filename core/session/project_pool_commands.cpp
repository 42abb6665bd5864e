// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with the pool of a project, and asked of it.
#include <algorithm>
#include <limits>

#include "core/access/access.h"
#include "core/change/refuse.h"
#include "core/cluster/local/command_place.h"
#include "core/cluster/local/device_reader.h"
#include "core/cluster/local/keeper/startable.h"
#include "core/cluster/local/local_runs.h"
#include "core/cluster/local/pool_folder.h"
#include "core/session/history/journal_rows.h"
#include "core/session/local/ask_approval.h"
#include "core/session/local/local_pool.h"
#include "core/session/project_outline.h"
#include "core/session/project_pool.h"
#include "core/session/slurm/slurm_pool.h"
#include "core/session/trials/visible_trials.h"
#include "core/view/explain/explain_quota.h"
#include "core/view/explain/inherited_values.h"
#include "core/view/visible_rows.h"

namespace apportion {

// The environment of another program is not known.
template <typename Command>
auto ProjectPool::missingHere(const Command& command) const {
    const bool another = !live_ && (holder_ || forCommand_);
    return missingOfCommand(command, another ? holder_ : std::nullopt, desk_->who(),
                            another ? std::nullopt : std::optional(programPath()));
}

Result<CommandAnswer> ProjectPool::run(const CommandRequest& request) {
    CommandRequest asked = request;
    Problems notes;
    if (const auto project = desk_->project(); project)
        notes = keepCommandHere(asked, **project, nodeHere_, machine_);
    const auto missing = missingHere(asked);
    notes.insert(notes.end(), missing.begin(), missing.end());
    auto answer = desk_->run(asked);
    if (answer)
        answer->notes.insert(answer->notes.end(), notes.begin(), notes.end());
    if (!answer || !answer->entry || !std::holds_alternative<SubmitWork>(request.change) ||
        request.dryRun)
        return answer;
    // Who runs the engine here has seen the command that was just given.
    const auto approval = approvalOf(*desk_, answer->entry->subject);
    if (live_ && approval) {
        if (auto done = live_->approve(approval->workload, approval->digest); !done)
            for (Problem& problem : done.error()) {
                problem.warning = true;
                answer->notes.push_back(std::move(problem));
            }
    } else {
        approveSubmitted(*desk_, *answer);
    }
    return answer;
}

Result<void> ProjectPool::approve(const std::string& workload, const std::string& digest) {
    return live_ ? live_->approve(workload, digest) : approveThere(*desk_, workload, digest);
}

Result<CommandAnswer> ProjectPool::turn(const TurnRequest& turn, bool dryRun) {
    if (!turn.restorePoint.empty())
        return desk_->restore(turn.restorePoint, dryRun);
    return turn.undo ? desk_->undo(turn.entry, dryRun) : desk_->redo(dryRun);
}

Result<void> ProjectPool::turn(const TurnRequest& turn) {
    auto turned = this->turn(turn, false);
    if (!turned)
        return tl::unexpected(std::move(turned.error()));
    return {};
}

Result<void> ProjectPool::save(const std::optional<std::filesystem::path>& file) {
    if (!file)
        return {};  // saved with every change
    return desk_->backup(file->string(), true);
}

Project ProjectPool::kept() {
    Project kept;
    if (auto nodes = desk_->list(ObjectKind::nodes))
        kept.pool.nodes = std::move(nodes->pool.nodes);
    kept.revision = desk_->objects().revision;
    if (auto users = desk_->list(ObjectKind::user))
        kept.users = std::move(users->users);
    if (auto changes = desk_->list(ObjectKind::temporary))
        kept.temporary = std::move(changes->temporary);
    if (auto tables = desk_->list(ObjectKind::timetable))
        kept.timetables = std::move(tables->timetables);
    if (auto points = desk_->list(ObjectKind::restorePoint))
        kept.restorePoints = std::move(points->restorePoints);
    return kept;
}

DeviceUses ProjectPool::usesOf(const std::vector<DeviceReading>& readings) const {
    // It may have come to rest while the driver was asked.
    return live_ ? apportion::usesOf(readings, nodeHere_, desk_->now() - epoch_) : DeviceUses();
}

Result<std::vector<JournalRow>> ProjectPool::history(std::size_t most,
                                                     std::optional<Revision> before) {
    return journalRows(*desk_, most, before);
}

std::map<Revision, ChangeTexts> ProjectPool::changeTexts() {
    constexpr std::size_t kAtOnce = 500;  // entries, which may be large
    constexpr auto kAll = std::numeric_limits<std::size_t>::max();
    std::map<Revision, ChangeTexts> texts;
    for (std::optional<Revision> before;;) {
        const auto recorded = desk_->history(kAtOnce, before);
        if (!recorded || recorded->empty())
            return texts;
        for (const ProjectDesk::Recorded& each : *recorded)
            texts.emplace(each.entry.n, textsOf(apportion::changesOf(each.entry, kAll)));
        before = recorded->back().entry.n;
    }
}

Result<EntryChanges> ProjectPool::changesOf(Revision entry) {
    constexpr std::size_t kMost = 200;
    constexpr FactFilter kOfEntry{10 * kMost};
    const auto recorded = desk_->history(1, entry + 1, kOfEntry);
    if (!recorded)
        return tl::unexpected(recorded.error());
    // Who may not see it is given the one before.
    if (recorded->empty() || recorded->front().entry.n != entry)
        return EntryChanges{};
    EntryChanges changes = apportion::changesOf(recorded->front().entry, kMost);
    sayInheritedThen(changes, entry);
    return changes;
}

// The configuration is followed back from the present one; not through years, and not for who may
// not see what stands above.
void ProjectPool::sayInheritedThen(EntryChanges& changes, Revision entry) {
    constexpr Revision kMostBack = 2000;
    constexpr FactFilter kFacts{1000};
    const auto project = desk_->project();
    if (!inheritsAny(changes) || !project || !Roster(**project).may(desk_->who(), Right::readPool))
        return;
    store::Objects after = desk_->objects();
    const Revision head = after.revision;
    if (head < entry || head - entry > kMostBack)
        return;
    const auto entries =
        desk_->file().entriesBack(head, static_cast<std::size_t>(head - entry + 1), kFacts);
    if (!entries || entries->empty() || entries->back().n != entry)
        return;
    const auto takeBack = [](store::Objects& objects, const JournalEntry& one) {
        for (auto fact = one.facts.rbegin(); fact != one.facts.rend(); ++fact)
            if (fact->kind == ObjectKind::quota || fact->kind == ObjectKind::pool)
                objects.put(store::inverse(*fact), one.n);
    };
    for (const JournalEntry& one : *entries)
        if (one.n > entry)
            takeBack(after, one);
    store::Objects before = after;
    takeBack(before, entries->back());
    sayInherited(changes, before, after);
}

WorkRuns ProjectPool::runsOf(const std::string& workload) {
    if (const WorkloadRow* over = endedNamed(workload))
        return workRunsOf(*desk_, over->records.empty() ? over->name : over->records,
                          over->submit + epoch_);
    WorkRuns runs = workRunsOf(*desk_, workload);
    if (runs.asked && runs.asked->approvedBy.empty())
        runs.missing = missingHere(runs.asked->command);
    return runs;
}

Result<LiveConsent> ProjectPool::consent() {
    Problems told;  // again when it goes live
    LocalMachine machine = LocalMachine::present(told);
    machine.name = machine_;
    return consentOf(*desk_, machine);
}

Result<LiveStartTrial> ProjectPool::liveStart() {
    const auto project = desk_->project();
    if (!project)
        return tl::unexpected(project.error());
    // Who may not go live is not told what it would do, either.
    if (auto refusal = Roster(**project).refusal(desk_->who(), Right::administer))
        return refuse(std::move(*refusal));
    return liveStartTrial(*desk_, standing());
}

Result<void> ProjectPool::remember(bool live) {
    auto done = live ? rememberLive(desk_->file()) : forgetLive(desk_->file());
    lookAtMemory();
    return done;
}

void ProjectPool::lookAtMemory() {
    remembered_ = isRemembered(desk_->file()).value_or(false);
}

Result<void> ProjectPool::goLive() {
    if (live_)
        return {};
    if (const auto cluster = drivenClusterOf(desk_->file().path()))
        return refuse("live-drives", {textArgument("name", *cluster)});
    liveNotes_.clear();
    auto pool = LivePool::start(*desk_, localBackend(*desk_, LocalMachine::present(liveNotes_)));
    if (!pool)
        return tl::unexpected(std::move(pool.error()));
    live_.emplace(std::move(*pool));
    // They are made again when somebody asks for what the file says.
    engine_.reset();
    asking_.drop();
    asked_.reset();
    enginesDue_ = true;
    return {};
}

void ProjectPool::rest() {
    live_.reset();
    if (const auto project = desk_->project())
        findReclaims(**project);
}

Result<void> ProjectPool::endUnknownRun(const std::string& workload) {
    const auto project = desk_->project();
    if (!project)
        return tl::unexpected(project.error());
    if (auto refusal = Roster(**project).refusal(desk_->who(), Right::administer))
        return refuse(std::move(*refusal));
    return endRunsOf(unknownRuns(**project), workload, graceOf(**project));
}

std::optional<Pool::Explaining> ProjectPool::explainWorkload(const std::string& name) {
    if (isAsking() && isInQueue(name))
        return Explaining();
    auto asked = askAbout(name);
    if (!asked)
        return std::nullopt;
    struct Shared {
        WorkAsked asked;
        WorkAsked::Answer answer;
    };
    auto shared = std::make_shared<Shared>(Shared{std::move(*asked), {}});
    return Explaining{
        [shared](const std::stop_token& stop) {
            shared->answer = std::move(shared->asked).answer(stop);
        },
        [this, shared, name] { return explanationOf(name, std::move(shared->answer)); }};
}

bool ProjectPool::isInQueue(const std::string& name) {
    const auto asked = question(name);
    return asked && asked->isInQueue();
}

const WorkloadRow* ProjectPool::endedNamed(const std::string& name) const {
    const auto found = std::find_if(ended_.begin(), ended_.end(),
                                    [&](const WorkloadRow& row) { return row.name == name; });
    return found == ended_.end() ? nullptr : &*found;
}

Result<WorkQuestion> ProjectPool::question(const std::string& name) {
    const WorkloadRow* over = endedNamed(name);
    return over != nullptr && !over->records.empty()
               ? desk_->askAboutEarlier(over->records, over->submit + epoch_, name)
               : desk_->askAbout(name);
}

std::optional<WorkAsked> ProjectPool::askAbout(const std::string& name) {
    auto question = this->question(name);
    if (!question)
        return std::nullopt;
    WorkAsked asked{std::move(*question)};
    if (asked.question.isInQueue()) {
        const PoolSource now = askedSource();
        asked.question.queue = {now.engine, now.asked, now.shift};
        // Each trial is an engine of its own.
        const auto project = desk_->project();
        asked.unraised = project && (*project)->work.size() > kManyWorkloads;
        if (!asked.unraised)
            asked.toRaise = desk_->toRaise(name);
    }
    if (asked.question.isToldToStop())
        asked.question.askWhoWaits(askedSource().engine);
    asked.file = desk_->file().path();
    asked.first = desk_->file().firstHash().value_or(std::string());
    if (desk_->file().alone())
        asked.entries = desk_->entriesAbout(asked.question).value_or(std::vector<JournalEntry>());
    return asked;
}

std::optional<WorkExplanation> ProjectPool::explanationOf(const std::string& name,
                                                          WorkAsked::Answer answer) {
    auto asked = answer.work;
    auto explanation = desk_->visible(name, std::move(answer.work), &earlier_);
    if (!explanation || !asked)
        return std::nullopt;
    asked->spec.quota = explanation->quota;
    // What the file does not know.
    if (runsNothing())
        sayNoNode(name, machine_, explanation->reason);
    desk_->hideNames(answer.rises);
    return WorkExplanation{std::move(*explanation), std::move(answer.rises), std::move(asked->spec),
                           std::move(asked->command)};
}

std::optional<QuotaExplanation> ProjectPool::explainQuota(const std::string& name, bool halted) {
    const auto project = desk_->project();
    if (!project || !Roster(**project).may(desk_->who(), Right::readQuota, {name}))
        return std::nullopt;
    PoolSource now = askedSource();
    now.halted = halted && live_;
    auto explanation = apportion::explainQuota(now, name);
    if (explanation)
        redactNames(*explanation, desk_->who(), **project, alias());
    return explanation;
}

}  // namespace apportion
