// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pool_history.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/session/teams_held.h"

namespace apportion {

namespace {

constexpr std::size_t kMostPoints = 20'000;
constexpr int kKeptPoints = 2000;
constexpr Duration kKeptFor = 7 * 24 * 3600 * kSecond;

// One column of samples of a quota; what is not known holds what was before.
class Column {
public:
    explicit Column(std::vector<store::HistoryPoint> points) : points_(std::move(points)) {}

    std::int64_t at(Moment moment) {
        for (; next_ < points_.size() && points_[next_].time <= moment; ++next_)
            value_ = points_[next_].stats.known ? points_[next_].stats.mean : 0;
        return value_;
    }

private:
    std::vector<store::HistoryPoint> points_;
    std::size_t next_ = 0;
    std::int64_t value_ = 0;
};

}  // namespace

PoolHistory::PoolHistory(ProjectDesk& desk, const std::vector<TeamInfo>& teams, Moment epoch,
                         Moment now)
    : teams_(teams), epoch_(epoch) {
    history_.teams.resize(teams_.size());
    history_.subtree.resize(teams_.size());
    readKept(desk, now);
}

void PoolHistory::readKept(ProjectDesk& desk, Moment now) {
    using store::Measure;
    const auto project = desk.project();
    if (!project)
        return;
    std::map<std::string_view, std::string_view> parents;
    for (const Quota& quota : (*project)->pool.quotas)
        parents.emplace(quota.name, quota.parent);
    // [team]: that of the quota right above; none = a root, or it is no team.
    std::map<std::string_view, std::size_t> teamOf;
    for (std::size_t team = 0; team < teams_.size(); ++team)
        teamOf.emplace(teams_[team].quota, team);
    std::vector<std::optional<std::size_t>> above(teams_.size());
    for (std::size_t team = 0; team < teams_.size(); ++team)
        if (const auto found = teamOf.find(parents[teams_[team].quota]); found != teamOf.end())
            above[team] = found->second;
    std::vector<Moment> moments;
    const auto read = [&](const std::string& quota, Measure measure) {
        auto chart = desk.chart({store::SubjectKind::quota, quota, measure, 0},
                                std::max(epoch_, now - kKeptFor), now, kKeptPoints);
        std::vector<store::HistoryPoint> points;
        if (chart)
            points = std::move(chart->points);
        for (const store::HistoryPoint& point : points)
            moments.push_back(point.time);
        return Column(std::move(points));
    };
    std::vector<Column> held;
    std::vector<Column> waiting;
    held.reserve(teams_.size());
    for (const TeamInfo& team : teams_) {
        held.push_back(read(team.quota, Measure::allocation));
        if (parents[team.quota].empty())
            waiting.push_back(read(team.quota, Measure::pendingJobs));
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());

    Gpu capacity = 0;
    for (const Node& node : expand((*project)->pool.nodes))
        capacity += node.gpu;
    for (const Moment moment : moments) {
        history_.times.push_back(std::max<Instant>(moment - epoch_, 0));
        std::vector<Gpu> subtree(teams_.size());
        for (std::size_t team = 0; team < teams_.size(); ++team)
            subtree[team] = held[team].at(moment);
        std::vector<Gpu> own = subtree;
        for (std::size_t child = 0; child < teams_.size(); ++child)
            if (above[child])
                own[*above[child]] -= subtree[child];
        int waits = 0;
        for (Column& column : waiting)
            waits += static_cast<int>(column.at(moment));
        for (std::size_t team = 0; team < teams_.size(); ++team) {
            history_.teams[team].push_back(std::max<Gpu>(own[team], 0));
            history_.subtree[team].push_back(subtree[team]);
        }
        history_.waiting.push_back(waits);
        history_.capacity.push_back(capacity);
    }
}

void PoolHistory::add(const Engine& engine, Moment now) {
    const TeamsHeld held = teamsHeld(engine, teams_);
    const Instant at = std::max<Instant>(now - epoch_, 0);
    const auto stands = [](const auto& column, auto value) {
        return !column.empty() && column.back() == value;
    };
    bool same =
        stands(history_.waiting, held.waiting) && stands(history_.capacity, engine.capacity());
    for (std::size_t team = 0; same && team < teams_.size(); ++team)
        same = stands(history_.teams[team], held.own[team]) &&
               stands(history_.subtree[team], held.subtree[team]);
    if (same || (!history_.times.empty() && at < history_.times.back()))
        return;
    history_.times.push_back(at);
    for (std::size_t team = 0; team < teams_.size(); ++team) {
        history_.teams[team].push_back(held.own[team]);
        history_.subtree[team].push_back(held.subtree[team]);
    }
    history_.waiting.push_back(held.waiting);
    history_.capacity.push_back(engine.capacity());
    shared_.reset();
    if (history_.times.size() > kMostPoints)
        thin();
}

void PoolHistory::addMark(Mark mark) {
    history_.marks.push_back(std::move(mark));
    shared_.reset();
}

std::shared_ptr<const History> PoolHistory::shared() {
    if (!shared_)
        shared_ = std::make_shared<const History>(history_);
    return shared_;
}

// The older half keeps every second point: what is near stays exact.
void PoolHistory::thin() {
    const auto half = [](auto& column) {
        const std::size_t old = column.size() / 2;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < column.size(); i += i < old ? 2 : 1)
            column[kept++] = column[i];
        column.resize(kept);
    };
    half(history_.times);
    for (auto* columns : {&history_.teams, &history_.subtree})
        for (auto& column : *columns)
            half(column);
    half(history_.waiting);
    half(history_.capacity);
}

}  // namespace apportion
