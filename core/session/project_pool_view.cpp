// SPDX-License-Identifier: GPL-3.0-or-later
// What the pool of a project shows, as its person may see it.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/cluster/local/command_place.h"
#include "core/cluster/local/keeper/keeper.h"
#include "core/cluster/local/pool_folder.h"
#include "core/cluster/local/runs_elsewhere.h"
#include "core/cluster/local/unknown_run_issues.h"
#include "core/model/date_text.h"
#include "core/session/live/program_file.h"
#include "core/session/project_pool.h"
#include "core/view/issues/approval_issues.h"
#include "core/view/issues/most_of_a_kind.h"
#include "core/view/issues/temporary_issues.h"
#include "core/view/rest_reasons.h"
#include "core/view/stopwatch.h"
#include "core/view/view_builder.h"
#include "core/view/visible_rows.h"
#include "core/view/work_row.h"
#include "core/view/workspace_rows.h"

namespace apportion {

namespace {

// The engine counts waits from the approval on.
void addApprovalWaits(View& view, const std::vector<ProjectWorkload>& all) {
    std::unordered_map<std::string_view, Duration> waits;
    for (const ProjectWorkload& work : all)
        if (work.run.besideQueue != 0)
            waits.emplace(work.spec.name, work.run.besideQueue);
    if (waits.empty())
        return;
    for (auto* rows : {&view.waiting, &view.running})
        for (WorkloadRow& row : *rows)
            if (const auto found = waits.find(row.name); found != waits.end())
                row.status.waited += found->second;
}

// Gives its place among the quotas; -1 = it is gone.
int findTeam(WorkloadRow& row, const std::vector<QuotaRow>& quotas) {
    const auto found = std::find_if(quotas.begin(), quotas.end(),
                                    [&](const QuotaRow& quota) { return quota.name == row.quota; });
    if (found == quotas.end())
        return -1;
    row.team = found->team;
    row.colour = found->colour;
    return static_cast<int>(found - quotas.begin());
}

// Whom the engine does not know, as an approval is waited for, is known to the file.
void describeSidesBesideQueue(View& view, const std::vector<ProjectWorkload>& all, Moment epoch) {
    std::unordered_map<std::string_view, const ProjectWorkload*> beside;
    for (const ProjectWorkload& work : all)
        if (work.needsApproval())
            beside.emplace(work.spec.name, &work);
    const auto find = [&](const std::string& name) -> std::optional<WorkloadRow> {
        const auto found = beside.find(name);
        if (found == beside.end())
            return std::nullopt;
        WorkloadRow work = rowOf(*found->second, epoch);
        findTeam(work, view.quotas);
        return work;
    };
    for (EvictionRow& row : view.evictions) {
        if (row.victim.quota.empty())
            if (const auto victim = find(row.record.victim))
                describeVictim(row, *victim);
        if (row.preemptor.quota.empty())
            if (const auto preemptor = find(row.record.preemptor))
                row.preemptor = sideOf(*preemptor);
    }
}

}  // namespace

PoolSource ProjectPool::source() {
    const Engine* live = live_ ? live_->engine() : nullptr;
    if (live == nullptr)
        bringEnginesUpToDate();
    const bool asking = live == nullptr && isAsking();
    return {live != nullptr ? *live : *engine_,
            live != nullptr ? *live
            : asking        ? *engine_
                            : asked(),
            at_ - epoch_,
            (live != nullptr ? live_->base() : base_) - epoch_,
            teams_,
            evictions_,
            starts_,
            &ended_,
            live == nullptr && !holder_,
            unapproved_,
            reclaimsAhead(live),
            {},
            everRan(),
            false,
            &nodeChanges_,
            asking,
            shown_};
}

PoolSource ProjectPool::askedSource() {
    if (!live_ || live_->engine() == nullptr) {
        bringEnginesUpToDate();
        asked();
    }
    return source();
}

void ProjectPool::findNodeChanges(const Project& project) {
    const NodeChanges before = std::exchange(nodeChanges_, {});
    for (const auto& [node, state] : project.nodeStates) {
        const store::Object* object = desk_->objects().find(ObjectKind::nodeState, node);
        if (object == nullptr)
            continue;
        if (const auto known = before.find(node);
            known != before.end() && known->second.entry == object->changed) {
            nodeChanges_.insert(*known);
            continue;
        }
        const auto entry = desk_->file().entriesBack(object->changed, 1, kNoFacts);
        if (entry && !entry->empty() && entry->front().n == object->changed)
            nodeChanges_.emplace(node, NodeChange{object->changed, entry->front().at - epoch_});
    }
}

// What ran or ended before the first entry came with the file; and work is cancelled at rest, too.
bool ProjectPool::everRan() const {
    return (!starts_.empty() && starts_.back().at > 0) ||
           std::any_of(journal_.begin(), journal_.end(),
                       [](const JournalRow& row) { return row.action == "instant"; });
}

bool ProjectPool::isHolderHere() const {
    return holder_ && holder_->holder.machine == store::thisProcess().machine;
}

void ProjectPool::describe(DocumentState& state) const {
    state.open = true;
    state.file = desk_->file().path();
    state.epoch = momentText(epoch_);
    state.readOnly =
        desk_->file().readOnly() || (!found_.empty() && !desk_->file().damage().empty());
    state.can = {.journal = true, .goLive = true};
    state.engine = live_ ? EngineAt::here : holder_ ? EngineAt::elsewhere : EngineAt::nowhere;
    state.who = desk_->who();
    if (holder_) {
        state.holder = holder_->who;
        state.holderHere = isHolderHere();
    }
    state.machine = machine_;
    state.nodeHere = nodeHere_;
    state.remembered = remembered_;
    state.revision = loaded_;
    state.allowed = state.readOnly ? std::vector<std::string>() : allowed_;
    state.undo = turns_.undo;
    state.redo = turns_.redo;
    state.warnings = desk_->notices();
    state.warnings.insert(state.warnings.end(), found_.begin(), found_.end());
    state.warnings.insert(state.warnings.end(), liveNotes_.begin(), liveNotes_.end());
    if (live_ && live_->gpusMissing())
        state.warnings.push_back({{}, {}, 0, 0, *live_->gpusMissing(), true});
    if (const auto notice = live_ ? live_->clockNotice() : std::nullopt)
        state.warnings.push_back({{}, {}, 0, 0, *notice, true});
    if (const auto newer = live_ ? newerProgram() : std::nullopt)
        state.warnings.push_back({{}, {}, 0, 0, *newer, true});
    state.warnings.insert(state.warnings.end(), turnsUnread_.begin(), turnsUnread_.end());
}

// It waits beside the queue, so the engine does not know it: its quota does not ask for it yet.
void ProjectPool::addUnapproved(View& view, const ProjectWorkload& work, bool readable) const {
    WorkloadRow row = rowOf(work, epoch_);
    row.status.waited += at_ - work.run.waitingSince.value_or(at_);
    row.status.reason =
        runsNothing() ? noNodeReason(work.spec, machine_) : approvalReason(work.spec);
    for (int at = findTeam(row, view.quotas); at >= 0;
         at = view.quotas[static_cast<std::size_t>(at)].parent)
        ++view.quotas[static_cast<std::size_t>(at)].unapproved;
    if (!readable)
        return;
    ++view.key.waiting;
    ++view.key.unapproved;
    view.key.waitingGpu += row.gpu;
    view.key.unapprovedGpu += row.gpu;
    addWaiting(view.workspaces, row);
    if (view.waiting.size() < View::kMostRows)
        view.waiting.push_back(std::move(row));
}

// Looked for when the file has changed; meanwhile they can only end.
std::vector<ForeignRun> ProjectPool::unknownRuns(const Project& project) {
    if (live_)
        return live_->unknownRuns();
    if (holder_ || !Roster(project).may(desk_->who(), Right::administer))
        return {};
    if (std::exchange(unknown_.of, loaded_) != loaded_) {
        const auto folder = poolFolder(desk_->file());
        unknown_.runs =
            folder ? runsUnknown(*folder, desk_->file(), project) : std::vector<ForeignRun>();
    }
    std::erase_if(unknown_.runs, [](const ForeignRun& each) {
        auto keeper = Keeper::find(each.id);
        return !keeper || keeper->look() != Keeper::State::alive;
    });
    return unknown_.runs;
}

View ProjectPool::view() {
    const Stopwatch watch;
    const auto project = desk_->project();
    const bool all = !project || seesAll(desk_->who(), **project);
    PoolSource pool = source();
    View view = viewOf(pool);
    if (!all) {
        // What is wrong with it is found by all there is.
        std::vector<Issue> issues = std::move(view.issues);
        pool.readable = readableWork(desk_->who(), **project);
        view = viewOf(pool);
        view.issues = std::move(issues);
    }
    ages_.keep(view.issues);
    view.play.end = view.clock;
    view.play.complete = true;
    view.history = history_->shared();
    view.journal = journal_;
    describe(view.document);
    if (project)
        name_ = (*project)->pool.name;
    view.document.name = name_;
    if (project) {
        view.document.settings = (*project)->pool.settings;
        addApprovalWaits(view, (*project)->work);
        addStated(view, (*project)->work);
        if (live_)
            addAwaited(view.running, live_->awaitingDevices());
        for (const ProjectWorkload& work : (*project)->work)
            if (work.needsApproval())
                addUnapproved(view, work, all || pool.readable(work.spec));
        describeSidesBesideQueue(view, (*project)->work, epoch_);
        setRights(view.workspaces, desk_->who(), **project);
        addApprovalIssues(view);
        addUnknownRunIssues(view, unknownRuns(**project), machine_, epoch_);
        addBudgetIssues(view, budgets_.warnings());
        addTemporaryChanges(view, **project, epoch_);
        keepVisible(view, desk_->who(), **project, alias());
    }
    sumUpBeyondMost(view.issues);
    viewing_ = watch.passed();
    return view;
}

}  // namespace apportion
