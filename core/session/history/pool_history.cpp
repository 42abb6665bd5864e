// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/pool_history.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/session/project/desk.h"
#include "core/view/history/history_points.h"

namespace apportion {

namespace {

constexpr int kLifePoints = 2000;
// Twice what is looked at is read, so that there is something to pan to.
constexpr int kDetailPoints = 4000;

void addAll(History& to, const History& from, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        addPoint(to, from.times[i], momentOf(from, i));
}

std::size_t pointsBefore(const History& history, Instant at) {
    const auto& times = history.times;
    return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), at) -
                                    times.begin());
}

// The quotas at or below a team.
std::vector<bool> quotasOf(const Engine& engine, const std::vector<TeamInfo>& teams) {
    std::vector<bool> isTeam(engine.quotaCount());
    for (const TeamInfo& team : teams)
        if (const auto id = engine.findQuota(team.quota))
            isTeam[*id] = true;
    std::vector<bool> of(engine.quotaCount());
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        for (std::optional<QuotaId> at = id; at && !of[id]; at = engine.parent(*at))
            of[id] = isTeam[*at];
    return of;
}

}  // namespace

History withDetail(const History& history, const History& detail, Instant from, Instant to) {
    History all;
    startHistory(all, history.teams.size());
    addAll(all, history, 0, pointsBefore(history, from));
    addAll(all, detail, 0, pointsBefore(detail, to));
    const std::size_t behind = pointsBefore(history, to);
    // What the other one says holds on from the end of the detail.
    if (behind > 0 && (behind == history.times.size() || history.times[behind] > to))
        addPoint(all, to, momentOf(history, behind - 1));
    addAll(all, history, behind, history.times.size());
    return all;
}

PoolHistory::PoolHistory(const Project& project, const std::vector<TeamInfo>& teams, Moment epoch,
                         Moment now, bool inPart)
    : teams_(teams), inPart_(inPart), epoch_(epoch), opened_(now), readLife_(true) {
    for (History* part : {&life_.history, &detail_.history, &seen_})
        startHistory(*part, teams_.size());
    reading_.emplace(project, teams_, inPart_, epoch_, epoch_, now, kLifePoints);
}

// Since when the one that has waited longest does, as the file's samples count it.
Instant PoolHistory::waitsSince(const Engine& engine, const Project& project) const {
    const std::vector<bool> drawn = inPart_ ? quotasOf(engine, teams_) : std::vector<bool>();
    const auto isDrawn = [&](const std::string& quota) {
        const auto id = engine.findQuota(quota);
        return id && drawn[*id];
    };
    Instant since = History::kNobody;
    for (const ProjectWorkload& work : project.work)
        if (work.run.state == WorkloadState::pending && !work.needsApproval() &&
            work.run.waitingSince && (!inPart_ || isDrawn(work.spec.quota)))
            since = std::min(since, *work.run.waitingSince - work.run.waited - epoch_);
    return since;
}

void PoolHistory::add(const Engine& engine, const Project& project, Moment now) {
    add({teamsHeld(engine, teams_), waitsSince(engine, project), engine.capacity()}, now);
}

void PoolHistory::rename(const std::vector<TeamInfo>& teams) {
    teams_ = teams;
    for (auto* part : {&reading_, &wanted_})
        if (*part)
            (*part)->rename(teams);
    shared_.reset();
}

void PoolHistory::addUnknown(Moment now) {
    add(unknownMoment(teams_.size()), now);
}

void PoolHistory::add(const PoolMoment& moment, Moment now) {
    const Instant at = std::max<Instant>(now - epoch_, 0);
    if (lastPointIs(seen_, moment) || (!seen_.times.empty() && at < seen_.times.back()))
        return;
    addPoint(seen_, at, moment);
    shared_.reset();
    // What is near stays exact.
    if (seen_.times.size() > mostPoints(teams_.size()))
        thinPoints(seen_, seen_.times.size() / 2);
}

void PoolHistory::addMark(Mark mark) {
    marks_.push_back(std::move(mark));
    shared_.reset();
}

void PoolHistory::setTaken(std::vector<Mark> marks) {
    if (marks == taken_)
        return;
    taken_ = std::move(marks);
    shared_.reset();
}

void PoolHistory::setSizes(std::vector<SizeChange> changes, std::vector<Gpu> now) {
    sizes_ = std::move(changes);
    sizesNow_ = std::move(now);
    shared_.reset();
}

void PoolHistory::look(const Project& project, Moment from, Moment to) {
    from = std::max(from, epoch_);
    to = std::min(to, opened_);
    if (from < to)
        wanted_.emplace(project, teams_, inPart_, epoch_, from, to, kDetailPoints);
}

bool PoolHistory::read(ProjectDesk& desk, std::chrono::steady_clock::time_point deadline) {
    bool more = false;
    while (isReading()) {
        if (!reading_) {
            reading_ = std::exchange(wanted_, std::nullopt);
            readLife_ = false;
        }
        if (!reading_->read(desk)) {
            // Not one expression: gcc 12 then evaluates what is shared in one of the two branches.
            Part& part = readLife_ ? life_ : detail_;
            part = {reading_->from() - epoch_, reading_->to() - epoch_, reading_->history()};
            reading_.reset();
            shared_.reset();
            more = true;
        }
        if (std::chrono::steady_clock::now() >= deadline)
            break;
    }
    return more;
}

std::shared_ptr<const History> PoolHistory::shared() {
    if (shared_)
        return shared_;
    const History kept = detail_.from < detail_.to
                             ? withDetail(life_.history, detail_.history, detail_.from, detail_.to)
                             : life_.history;
    const Instant opened = opened_ - epoch_;
    History all;
    startHistory(all, teams_.size());
    addAll(all, kept, 0, pointsBefore(kept, opened));
    addAll(all, seen_, 0, seen_.times.size());
    all.exactSince = opened;
    if (!sizesNow_.empty())
        fillSizes(all, teams_, sizes_, sizesNow_);
    std::merge(marks_.begin(), marks_.end(), taken_.begin(), taken_.end(),
               std::back_inserter(all.marks),
               [](const Mark& a, const Mark& b) { return a.at < b.at; });
    shared_ = std::make_shared<const History>(std::move(all));
    return shared_;
}

}  // namespace apportion
