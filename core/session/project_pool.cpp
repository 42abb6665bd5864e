// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_pool.h"

#include <algorithm>
#include <chrono>

#include "core/access/access.h"
#include "core/change/import.h"
#include "core/session/history/journal_rows.h"
#include "core/session/project_outline.h"
#include "core/store/project_values.h"
#include "core/view/present.h"
#include "core/view/snapshot.h"
#include "core/view/view_pace.h"
#include "core/view/visible_rows.h"

namespace apportion {

namespace {

// Engines that are made only because time passes are made after so many times as long as it took.
constexpr Duration kPause = 20;

// How long reading the past may keep everything else waiting, at each look.
constexpr auto kReading = std::chrono::milliseconds(60);

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

}  // namespace

Result<std::unique_ptr<ProjectPool>> ProjectPool::held(Result<ProjectDesk> desk) {
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    std::unique_ptr<ProjectPool> open(
        new ProjectPool(std::make_unique<ProjectDesk>(std::move(*desk))));
    auto epoch = open->desk_->begin();
    if (!epoch)
        return tl::unexpected(std::move(epoch.error()));
    open->epoch_ = *epoch;
    open->enginesDue_ = true;
    if (auto holder = open->findHolder(); !holder)
        return tl::unexpected(std::move(holder.error()));
    if (const auto project = open->desk_->project())
        open->findNodeHere(**project);
    return open;
}

Result<std::unique_ptr<ProjectPool>> ProjectPool::forCommand(Result<ProjectDesk> desk) {
    auto open = held(std::move(desk));
    if (open)
        (*open)->forCommand_ = true;
    return open;
}

Result<std::unique_ptr<ProjectPool>> ProjectPool::hold(Result<ProjectDesk> desk) {
    auto open = held(std::move(desk));
    if (!open)
        return open;
    (*open)->lookAtMemory();
    if (auto loaded = (*open)->load(); !loaded)
        return tl::unexpected(std::move(loaded.error()));
    return open;
}

Result<std::unique_ptr<ProjectPool>> ProjectPool::open(const std::filesystem::path& file,
                                                       const std::optional<std::string>& who,
                                                       const WallClock& clock,
                                                       const OnTheWay& onTheWay) {
    const auto opened = [&](OpenMode mode) {
        return ProjectDesk::open(file.string(), mode, who, clock, onTheWay.atFirst,
                                 onTheWay.firstLook);
    };
    const auto held = [&](Result<ProjectDesk> desk) -> Result<std::unique_ptr<ProjectPool>> {
        if (desk && onTheWay.whenRead)
            onTheWay.whenRead(*desk);
        if (onTheWay.stop.stop_requested())
            return tl::unexpected(Problems());
        return hold(std::move(desk));
    };
    auto desk = opened(OpenMode::readWrite);
    if (!desk) {
        // What the reader says of it is worth more than that it cannot be written to.
        auto reader = opened(OpenMode::readOnly);
        if (reader)
            return held(std::move(reader));
    }
    auto open = held(std::move(desk));
    if (open) {
        (*open)->checkDue_ = true;
        (*open)->beginCheck();
    }
    return open;
}

Result<std::unique_ptr<ProjectPool>> ProjectPool::open(const std::filesystem::path& file,
                                                       const std::optional<std::string>& who,
                                                       const WallClock& clock) {
    return open(file, who, clock, OnTheWay{});
}

Result<std::unique_ptr<ProjectPool>> ProjectPool::create(const std::filesystem::path& file,
                                                         const Scenario& scenario,
                                                         const WallClock& clock) {
    Problems notes;
    return hold(ProjectDesk::create(file.string(), scenario, notes, {}, clock));
}

Result<std::unique_ptr<ProjectPool>> ProjectPool::create(const std::filesystem::path& file,
                                                         const Simulation& run, Instant at,
                                                         Problems& notes, const WallClock& clock) {
    const auto start = [&](Moment now) { return presentOf(run, at, now, notes); };
    return hold(ProjectDesk::create(file.string(), start, {}, clock));
}

void ProjectPool::makeEngines(const Project& project) {
    making_ = {};
    base_ = desk_->now();
    engine_ = engineOf(project, base_);
    enginesDue_ = false;
    loading_ = making_.passed();
    asked_.reset();
    asking_.drop();
    // Of a crowd it takes longer than anybody may wait for the pool itself.
    if (project.work.size() > static_cast<std::size_t>(kManyWorkloads))
        return asking_.begin(*engine_);
    asked_ = lookedAtAllThatWaits(*engine_);
    loading_ = making_.passed();
}

const Engine& ProjectPool::asked() {
    if (asking_.isBegun()) {
        asked_ = asking_.take();
        loading_ = making_.passed();
    }
    return *asked_;
}

// Where the file cannot be read those that were made last are still true of what is shown.
void ProjectPool::bringEnginesUpToDate() {
    if (!enginesDue_)
        return;
    const auto project = desk_->project();
    if (project)
        makeEngines(**project);
    else if (!engine_)
        makeEngines(Project());
}

const Engine& ProjectPool::engine() {
    standing();
    return asked();
}

const Engine& ProjectPool::standing() {
    if (!isAsking() && desk_->now() - base_ >= std::max(kSecond, loading_ * kPause))
        enginesDue_ = true;  // what is tried out on it is tried as of now
    bringEnginesUpToDate();
    return *engine_;
}

void ProjectPool::findNodeHere(const Project& project) {
    LocalMachine here;
    here.name = machine_;
    nodeHere_ = nodeHere(project, here);
}

Result<void> ProjectPool::load() {
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
        findNodeHere(**project);
        if (auto past = loadPast(); !past)
            return past;
        findUnapproved(**project);
        findNodeChanges(**project);
        loaded_ = (*project)->revision;
        loadTeams(before);
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

// Where nobody writes time alone passes. What waits may then have another reason once a timer of
// the engine rings: the end of a run or of a protection. With a crowd one rings all the time.
bool ProjectPool::enginesAreOld() const {
    const auto timer = live_ || !asked_ ? std::nullopt : asked_->nextTimer();
    return timer && base_ + *timer <= desk_->now() &&
           desk_->now() - base_ >= std::max(kSecond, loading_ * kPause);
}

Result<bool> ProjectPool::findHolder() {
    auto holder = desk_->file().lease(desk_->clock().steady());
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

WorkToSearch ProjectPool::searchFork() {
    const PoolSource now = source();
    WorkToSearch search{now.engine, now.clock, now.shift, {}, ended_, true};
    if (olderEnded_)
        search.olderIn = desk_->file().path();
    search.epoch = epoch_;
    const auto project = desk_->project();
    if (!project || seesAll(desk_->who(), **project))
        return search;
    // Who may read what is told by all but the work.
    auto people = std::make_shared<Project>();
    people->pool = (*project)->pool;
    people->users = (*project)->users;
    search.readable = [people, readable = readableWork(desk_->who(), *people)](
                          const Workload& work) { return readable(work); };
    return search;
}

Engine ProjectPool::foresight(const Engine& engine) const {
    Engine fork = engine;
    if (const auto project = desk_->project())
        expectStated(fork, **project, fork.now());
    return fork;
}

std::string ProjectPool::searchState() const {
    return estimateState() + " " + std::to_string(base_) + (isAsking() ? " asking" : "");
}

std::string ProjectPool::estimateState() const {
    return std::to_string(loaded_) + (live_ ? " live" : holder_ ? " elsewhere" : " resting");
}

// Not before the crowd has been looked at: somebody waits for that.
void ProjectPool::beginCheck() {
    if (!checkDue_ || asking_.isBegun())
        return;
    checkDue_ = false;
    check_.begin(desk_->file().path());
}

// Nothing is written to a damaged file, so nobody runs its engine either.
void ProjectPool::lookAtCheck(bool& changed) {
    auto checked = check_.take();
    if (!checked)
        return;
    found_ = std::move(*checked);
    for (Problem& each : found_)
        each.warning = true;
    changed = changed || !found_.empty();
    if (!found_.empty() && !desk_->file().damage().empty())
        rest();
}

Result<bool> ProjectPool::follow() {
    bool changed = false;
    lookAtCheck(changed);
    if (asking_.isBegun() && !isAsking()) {
        asked();
        changed = true;
    }
    beginCheck();
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
    } else if (clockIsDue(desk_->now(), at_, viewing_, !isResting())) {
        changed = true;
        at_ = desk_->now();
        if (const auto project = desk_->project())
            addToHistory(**project);
    }
    if (const auto project = desk_->project(); project && !forCommand_)
        budgets_.look(**project, desk_->file().path(), desk_->who(), desk_->now());
    changed = budgets_.take() || changed;
    if (history_->read(*desk_, std::chrono::steady_clock::now() + kReading))
        changed = true;
    return changed;
}

}  // namespace apportion
