// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/open_project.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <unordered_set>

#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/model/date_text.h"
#include "core/session/issues/approval_issues.h"
#include "core/session/issues/temporary_issues.h"
#include "core/session/project/background_check.h"
#include "core/session/project/import.h"
#include "core/session/project/present.h"
#include "core/session/project/snapshot.h"
#include "core/session/view_builder.h"
#include "core/session/visible_rows.h"
#include "core/session/workspace_rows.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

// What is done only because time passes pauses for so many times as long as it took.
constexpr Duration kPause = 20;

// Between a name and the number of its life.
constexpr const char* kNumbered = " #";

// Of the processor's work, whatever clock the project goes by.
class Stopwatch {
public:
    Duration passed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::steady_clock::now() - begin_)
            .count();
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// How long reading the past may keep everything else waiting: when a file is opened, at each look.
constexpr auto kFirstReading = std::chrono::milliseconds(150);
constexpr auto kReading = std::chrono::milliseconds(60);

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch) {
    WorkloadRow row;
    const Workload& spec = work.spec;
    row.name = spec.name;
    row.quota = row.team = spec.quota;
    row.user = spec.user;
    row.workspace = spec.workspace;
    row.module = spec.module;
    row.priority = spec.priority;
    row.replicas = spec.leastReplicas();
    row.gpu = spec.request.gpu * row.replicas;
    row.preemptible = spec.isPreemptible();
    row.idle = spec.idle;
    row.submit = work.run.submitted - epoch;
    row.status.state = work.run.state;
    row.status.preemptions = work.run.preemptions;
    row.status.waited = work.run.waited + work.run.besideQueue;
    if (work.run.start)
        row.status.start = *work.run.start - epoch;
    if (work.run.end)
        row.status.end = *work.run.end - epoch;
    if (work.run.reason)
        row.status.reason =
            Reason{reasonFromText(work.run.reason->code.substr(0, work.run.reason->code.find('.')))
                       .value_or(ReasonCode::forbidden),
                   Rule::access, *work.run.reason};
    return row;
}

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

// Commands whose right this person has somewhere.
std::vector<std::string> allowedTo(const std::string& who, const Project& project) {
    const Roster roster(project);
    std::vector<std::string> allowed;
    const auto somewhere = [&](Right right) {
        if (roster.may(who, right))
            return true;
        const auto& quotas = project.pool.quotas;
        if (std::any_of(quotas.begin(), quotas.end(), [&](const Quota& quota) {
                return roster.may(who, right, {quota.name, {}, who});
            }))
            return true;
        const auto& workspaces = project.pool.workspaces;
        return std::any_of(workspaces.begin(), workspaces.end(), [&](const Workspace& workspace) {
            return roster.may(who, right,
                              {workspace.quotas.empty() ? std::string() : workspace.quotas.front(),
                               workspace.name, who});
        });
    };
    for (const CommandInfo& command : projectCommands())
        if (somewhere(command.right))
            allowed.emplace_back(command.id);
    return allowed;
}

std::optional<Mark> markOf(const JournalRow& row, Moment epoch) {
    Mark mark;
    mark.at = row.at - epoch;
    mark.subject = row.subject;
    mark.nodeState = row.nodeState;
    if (row.action == "scale" || row.action == "timetable.step" || row.action == "temporary.return")
        mark.kind = Mark::Kind::scale;
    else if (row.action == "policy")
        mark.kind = Mark::Kind::policy;
    else if (row.action == "nodes.state")
        mark.kind = Mark::Kind::node;
    else
        return std::nullopt;
    return mark;
}

}  // namespace

Result<std::unique_ptr<OpenProject>> OpenProject::hold(Result<ProjectDesk> desk) {
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    std::unique_ptr<OpenProject> open(
        new OpenProject(std::make_unique<ProjectDesk>(std::move(*desk))));
    auto epoch = open->desk_->begin();
    if (!epoch)
        return tl::unexpected(std::move(epoch.error()));
    open->epoch_ = *epoch;
    open->lookAtMemory();
    if (auto holder = open->findHolder(); !holder)
        return tl::unexpected(std::move(holder.error()));
    if (auto loaded = open->load(); !loaded)
        return tl::unexpected(std::move(loaded.error()));
    return open;
}

Result<std::unique_ptr<OpenProject>> OpenProject::open(const std::filesystem::path& file,
                                                       const std::optional<std::string>& who,
                                                       const WallClock& clock) {
    auto desk = ProjectDesk::open(file.string(), OpenMode::readWrite, who, clock);
    if (!desk) {
        // What the reader says of it is worth more than that it cannot be written to.
        auto reader = ProjectDesk::open(file.string(), OpenMode::readOnly, who, clock);
        if (reader)
            return hold(std::move(reader));
    }
    auto open = hold(std::move(desk));
    if (open)
        (*open)->check_ = checkInBackground(file.string());
    return open;
}

Result<std::unique_ptr<OpenProject>> OpenProject::create(const std::filesystem::path& file,
                                                         const Scenario& scenario,
                                                         const WallClock& clock) {
    Problems notes;
    return hold(ProjectDesk::create(file.string(), scenario, notes, {}, clock));
}

Result<std::unique_ptr<OpenProject>> OpenProject::create(const std::filesystem::path& file,
                                                         const Simulation& run, Instant at,
                                                         Problems& notes, const WallClock& clock) {
    const auto start = [&](Moment now) { return presentOf(run, at, now, notes); };
    return hold(ProjectDesk::create(file.string(), start, {}, clock));
}

Result<void> OpenProject::loadPast() {
    auto ended = desk_->file().latest(ObjectKind::ended, View::kMostRows);
    auto evictions = desk_->file().latest(ObjectKind::eviction, View::kMostRows);
    if (!ended || !evictions)
        return tl::unexpected(ended ? evictions.error() : ended.error());
    evictions_.clear();
    evictions_.reserve(evictions->size());
    for (auto each = evictions->rbegin(); each != evictions->rend(); ++each)
        if (auto eviction = store::evictionFrom(each->second.body)) {
            eviction->at -= epoch_;
            evictions_.push_back(std::move(*eviction));
        }
    std::stable_sort(evictions_.begin(), evictions_.end(),
                     [](const Eviction& a, const Eviction& b) { return a.at < b.at; });
    starts_.clear();
    ended_.clear();
    over_.reset();
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const bool all = seesAll(desk_->who(), **project);
    const Readable readable = readableWork(desk_->who(), **project);
    const auto start = [&](const ProjectWorkload& work) {
        if (work.run.firstStart)
            starts_.push_back(
                {*work.run.firstStart - epoch_, *work.run.firstStart - work.run.submitted});
    };
    PastWork over;
    for (const auto& [key, object] : *ended) {
        auto work = store::endedFrom(object.body);
        if (!work)
            continue;
        if (all || readable(work->spec)) {
            ended_.push_back(rowOf(*work, epoch_));
            start(*work);
        }
        if (!all)
            over.try_emplace(work->spec.name, std::move(work->spec));
    }
    for (const ProjectWorkload& work : (*project)->work)
        if (all || readable(work.spec))
            start(work);
    // The end of a command may have been told long after it.
    const auto end = [](const WorkloadRow& row) { return row.status.end.value_or(row.submit); };
    std::stable_sort(ended_.begin(), ended_.end(),
                     [&](const WorkloadRow& a, const WorkloadRow& b) { return end(a) > end(b); });
    nameEarlierWork(**project);
    if (!all)
        keepOwnEvictions(std::move(over));
    std::sort(starts_.begin(), starts_.end(),
              [](const FirstStart& a, const FirstStart& b) { return a.at < b.at; });
    return {};
}

// A name may be given again: what bore it before goes by its number, "train #1", or the next that
// is free.
void OpenProject::nameEarlierWork(const Project& project) {
    std::unordered_map<std::string, int> lives;  // of each name that is over
    std::unordered_set<std::string> numbered;    // somebody chose it himself
    const auto note = [&](const std::string& name) {
        if (name.find(kNumbered) != std::string::npos)
            numbered.insert(name);
    };
    for (const WorkloadRow& row : ended_) {
        ++lives[row.name];
        note(row.name);
    }
    std::unordered_set<std::string> borne;
    for (const ProjectWorkload& work : project.work) {
        if (lives.contains(work.spec.name))
            borne.insert(work.spec.name);
        note(work.spec.name);
    }
    for (WorkloadRow& row : ended_) {  // the latest first
        int life = lives[row.name]--;
        if (borne.insert(row.name).second)
            continue;
        row.records = row.name;
        do
            row.name = row.records + kNumbered + std::to_string(life++);
        while (!numbered.insert(row.name).second);
    }
}

void OpenProject::loadTeams() {
    const auto project = desk_->project();
    if (!project)
        return;
    auto teams = visibleTeams(desk_->who(), **project);
    if (history_ && teams == teams_)
        return;
    teams_ = std::move(teams);
    history_.emplace(**project, teams_, epoch_, desk_->now(), !seesAll(desk_->who(), **project));
    history_->read(*desk_, std::chrono::steady_clock::now() + kFirstReading);
    for (auto row = journal_.rbegin(); row != journal_.rend(); ++row)
        if (auto mark = markOf(*row, epoch_))
            history_->addMark(std::move(*mark));
}

void OpenProject::makeEngines(const Project& project) {
    const Stopwatch watch;
    base_ = desk_->now();
    engine_ = engineOf(project, base_);
    asked_ = engine_;
    asked_->keepRunnerUp(false);
    asked_->step(0, {});
    loading_ = watch.passed();
    enginesDue_ = false;
}

// Where the file cannot be read those that were made last are still true of what is shown.
void OpenProject::bringEnginesUpToDate() {
    if (!enginesDue_)
        return;
    const auto project = desk_->project();
    if (project)
        makeEngines(**project);
    else if (!engine_)
        makeEngines(Project());
}

const Engine& OpenProject::engine() {
    if (desk_->now() - base_ >= std::max(kSecond, loading_ * kPause))
        enginesDue_ = true;  // what is tried out on it is tried as of now
    bringEnginesUpToDate();
    return *asked_;
}

const Engine& OpenProject::standing() {
    engine();
    return *engine_;
}

Result<void> OpenProject::load() {
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const bool first = loaded_ < 0;
    const Revision before = loaded_;
    at_ = desk_->now();
    enginesDue_ = true;
    if (!live_)
        makeEngines(**project);
    if ((*project)->revision != loaded_) {
        auto journal = history(View::kMostEntries, {});
        auto turns = desk_->turns();
        if (!journal)
            return tl::unexpected(std::move(journal.error()));
        journal_ = std::move(*journal);
        // The rest can be looked at all the same.
        turnsUnread_ = turns ? Problems{} : std::move(turns.error());
        for (Problem& each : turnsUnread_)
            each.warning = true;
        turns_ = std::move(turns).value_or(ProjectDesk::Turns{});
        allowed_ = allowedTo(desk_->who(), **project);
        LocalMachine here;
        here.name = machine_;
        nodeHere_ = nodeHere(**project, here);
        if (auto past = loadPast(); !past)
            return past;
        findUnapproved(**project);
        loaded_ = (*project)->revision;
        loadTeams();
        loadSizes(**project, before);
        history_->setTaken(marksOfEvictions(**project));
        if (!first)
            for (auto row = journal_.rbegin(); row != journal_.rend(); ++row)
                if (auto mark = row->n > before ? markOf(*row, epoch_) : std::nullopt)
                    history_->addMark(std::move(*mark));
    }
    findReclaims(**project);
    addToHistory(**project);
    return {};
}

// Of the latest entries: what lies before them is shown with the first size that is known.
void OpenProject::loadSizes(const Project& project, Revision after) {
    const FactFilter kOfQuotas{.kind = ObjectKind::quota};
    for (auto row = journal_.rbegin(); row != journal_.rend(); ++row) {
        if (row->n <= after || !changesSizes(row->action))
            continue;
        const auto entry = desk_->file().entriesFrom(row->n, 1, kOfQuotas);
        if (!entry || entry->empty())
            continue;
        follow(sizes_, entry->front(), epoch_);
    }
    std::vector<Gpu> now;
    now.reserve(teams_.size());
    for (const TeamInfo& team : teams_) {
        const auto& quotas = project.pool.quotas;
        const auto quota = std::find_if(quotas.begin(), quotas.end(),
                                        [&](const Quota& each) { return each.name == team.quota; });
        now.push_back(quota == quotas.end() ? 0 : quota->guaranteed.gpu);
    }
    history_->setSizes(sizes_, std::move(now));
}

// While nobody decides there is nothing to be told of the time that passes.
void OpenProject::addToHistory(const Project& project) {
    if (live_ || holder_)
        history_->add(source().engine, project, at_);
    else
        history_->addUnknown(at_);
}

// Where nobody writes time alone passes. What waits may then have another reason once a timer of
// the engine rings: the end of a run or of a protection. With a crowd one rings all the time.
bool OpenProject::enginesAreOld() const {
    const auto timer = live_ || !asked_ ? std::nullopt : asked_->nextTimer();
    return timer && base_ + *timer <= desk_->now() &&
           desk_->now() - base_ >= std::max(kSecond, loading_ * kPause);
}

Result<bool> OpenProject::findHolder() {
    auto holder = desk_->file().lease();
    if (!holder)
        return tl::unexpected(std::move(holder.error()));
    const auto holds = [&](const std::optional<store::Lease>& lease) {
        return lease && store::isLive(*lease, desk_->now());
    };
    const bool changed =
        holds(*holder) != holds(holder_) || (*holder && holder_ && (*holder)->who != holder_->who);
    holder_ = holds(*holder) ? std::move(*holder) : std::nullopt;
    return changed;
}

Estimator::Fork OpenProject::estimateFork() {
    const PoolSource now = source();
    Estimator::Fork fork{now.engine, now.clock - now.shift, now.shift, now.resting, alias()};
    if (const auto project = desk_->project())
        expectStated(fork.engine, **project, fork.at);
    return fork;
}

std::string OpenProject::estimateState() const {
    return std::to_string(loaded_) + (live_ ? " live" : holder_ ? " elsewhere" : " resting");
}

void OpenProject::lookAtPast(Instant from, Instant to) {
    if (const auto project = desk_->project(); project && history_)
        history_->look(**project, from + epoch_, to + epoch_);
}

// Nothing is written to a damaged file, so nobody runs its engine either.
void OpenProject::lookAtCheck(bool& changed) {
    if (!check_.valid() || check_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    found_ = check_.get();
    for (Problem& each : found_)
        each.warning = true;
    changed = changed || !found_.empty();
    if (!found_.empty() && !desk_->file().damage().empty())
        rest();
}

Result<bool> OpenProject::look() {
    bool changed = false;
    lookAtCheck(changed);
    if (live_) {
        auto ticked = live_->tick();
        if (!ticked && !live_->isLost())
            return tl::unexpected(std::move(ticked.error()));
        Problems notes = ticked ? std::move(ticked->notes) : std::move(ticked.error());
        for (Problem& each : notes) {
            each.warning = true;
            liveNotes_.push_back(std::move(each));
        }
        if (!ticked) {
            rest();
            changed = true;
        }
    }
    if (auto found = findHolder(); !found)
        return found;
    else
        changed = changed || *found;
    const auto revision = desk_->file().revision();
    if (!revision)
        return tl::unexpected(revision.error());
    if (*revision != loaded_ || enginesAreOld()) {
        changed = true;
        if (auto loaded = load(); !loaded)
            return tl::unexpected(std::move(loaded.error()));
    } else if (desk_->now() / kSecond != at_ / kSecond && desk_->now() - at_ >= viewing_ * kPause) {
        // Once a second what waits has waited longer.
        changed = true;
        at_ = desk_->now();
        if (const auto project = desk_->project())
            addToHistory(**project);
    }
    if (history_->read(*desk_, std::chrono::steady_clock::now() + kReading))
        changed = true;
    return changed;
}

PoolSource OpenProject::source() {
    const Engine* live = live_ ? live_->engine() : nullptr;
    if (live == nullptr)
        bringEnginesUpToDate();
    return {live != nullptr ? *live : *engine_,
            live != nullptr ? *live : *asked_,
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
            live != nullptr};
}

void OpenProject::describe(DocumentState& state) const {
    state.open = true;
    state.file = desk_->file().path();
    state.epoch = momentText(epoch_);
    state.readOnly =
        desk_->file().readOnly() || (!found_.empty() && !desk_->file().damage().empty());
    state.mode = live_ ? PoolMode::live : holder_ ? PoolMode::elsewhere : PoolMode::resting;
    state.who = desk_->who();
    if (holder_)
        state.holder = holder_->who;
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
    state.warnings.insert(state.warnings.end(), turnsUnread_.begin(), turnsUnread_.end());
}

// It waits beside the queue, so the engine does not know it: its quota does not ask for it yet.
void OpenProject::addUnapproved(View& view, const ProjectWorkload& work, bool readable) const {
    WorkloadRow row = rowOf(work, epoch_);
    row.status.waited += at_ - work.run.waitingSince.value_or(at_);
    row.status.reason = approvalReason(work.spec);
    int at = -1;
    for (const QuotaRow& quota : view.quotas)
        if (quota.name == row.quota) {
            row.team = quota.team;
            row.colour = quota.colour;
            at = static_cast<int>(&quota - view.quotas.data());
        }
    for (; at >= 0; at = view.quotas[static_cast<std::size_t>(at)].parent)
        ++view.quotas[static_cast<std::size_t>(at)].unapproved;
    if (!readable)
        return;
    ++view.key.waiting;
    ++view.key.unapproved;
    view.key.waitingGpu += row.gpu;
    addWaiting(view.workspaces, row);
    if (view.waiting.size() < View::kMostRows)
        view.waiting.push_back(std::move(row));
}

View OpenProject::view() {
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
    view.play.end = view.clock;
    view.play.complete = true;
    view.history = history_->shared();
    view.journal = journal_;
    describe(view.document);
    if (project) {
        view.document.name = (*project)->pool.name;
        view.document.settings = (*project)->pool.settings;
        addApprovalWaits(view, (*project)->work);
        for (const ProjectWorkload& work : (*project)->work)
            if (work.needsApproval())
                addUnapproved(view, work, all || pool.readable(work.spec));
        setRights(view.workspaces, desk_->who(), **project);
        addApprovalIssues(view);
        addTemporaryChanges(view, **project, epoch_);
        keepVisible(view, desk_->who(), **project, alias());
    }
    viewing_ = watch.passed();
    return view;
}

}  // namespace apportion
