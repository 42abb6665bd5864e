// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/kept_history.h"

#include <algorithm>

#include "core/session/project/desk.h"
#include "core/store/history/series.h"
#include "core/view/history/history_points.h"

namespace apportion {

using store::Measure;
using store::SubjectKind;

// What holds at ascending moments.
class KeptHistory::Reader {
public:
    Reader(const Column& column, Duration step) : points_(column.points), step_(step) {}

    std::int64_t at(Moment moment) {
        const store::HistoryPoint* point = find(moment);
        return point != nullptr ? point->stats.mean : History::kUnknown;
    }
    // Of a wait: since when, if it grew by itself within its bucket; kNobody = nothing waits.
    Instant since(Moment moment) {
        const store::HistoryPoint* point = find(moment);
        if (point == nullptr || point->stats.max == 0)
            return History::kNobody;
        const Moment bucket = point->time + (moment - point->time) / step_ * step_;
        return bucket + (step_ > kSecond ? step_ / 2 : 0) - point->stats.mean;
    }

private:
    const store::HistoryPoint* find(Moment moment) {
        while (next_ < points_.size() && points_[next_].time <= moment)
            ++next_;
        return next_ > 0 && points_[next_ - 1].stats.known ? &points_[next_ - 1] : nullptr;
    }

    const std::vector<store::HistoryPoint>& points_;
    Duration step_;
    std::size_t next_ = 0;
};

KeptHistory::KeptHistory(const Project& project, std::vector<TeamInfo> teams, bool inPart,
                         Moment epoch, Moment from, Moment to, int mostPoints)
    : teams_(std::move(teams)), epoch_(epoch), from_(from), to_(to), mostPoints_(mostPoints) {
    const auto add = [this](SubjectKind kind, const std::string& name, Measure measure) {
        columns_.push_back({{kind, name, measure}});
    };
    columns_.reserve(4 * teams_.size() + 2);
    for (const TeamInfo& team : teams_) {
        add(SubjectKind::quota, team.quota, Measure::allocation);
        add(SubjectKind::quota, team.quota, Measure::fairShare);
    }
    for (const TeamInfo& team : teams_)
        if (team.above < 0) {
            add(SubjectKind::quota, team.quota, Measure::pendingJobs);
            add(SubjectKind::quota, team.quota, Measure::longestWait);
            ++roots_;
        }
    add(SubjectKind::pool, "", Measure::capacity);
    if (!inPart)
        add(SubjectKind::pool, "", Measure::allocation);
    for (const Node& node : expand(project.pool.nodes))
        capacityNow_ += node.gpu;
}

void KeptHistory::rename(std::vector<TeamInfo> teams) {
    for (std::size_t i = next_; i < columns_.size(); ++i) {
        std::string& name = columns_[i].of.name;
        const auto was = std::find_if(teams_.begin(), teams_.end(), [&](const TeamInfo& team) {
            return team.quota == name && columns_[i].of.kind == SubjectKind::quota;
        });
        if (was != teams_.end())
            name = teams[static_cast<std::size_t>(was - teams_.begin())].quota;
    }
    teams_ = std::move(teams);
}

bool KeptHistory::read(ProjectDesk& desk) {
    if (next_ == columns_.size() || from_ >= to_)
        return false;
    Column& column = columns_[next_++];
    if (auto chart = desk.chart(column.of, from_, to_, mostPoints_)) {
        column.points = std::move(chart->points);
        step_ = std::max<Duration>(chart->step, step_);
    }
    return next_ < columns_.size();
}

// A wait that does not grow as time does changes in each bucket though its points are equal.
std::vector<Moment> KeptHistory::waitMoments(const Column& column) const {
    std::vector<Moment> moments;
    moments.reserve(column.points.size());
    for (std::size_t i = 0; i < column.points.size(); ++i) {
        const store::HistoryPoint& point = column.points[i];
        moments.push_back(point.time);
        const Moment end = i + 1 < column.points.size() ? column.points[i + 1].time : to_;
        if (point.stats.known && point.stats.max > 0)
            for (Moment at = point.time + step_; at < end; at += step_)
                moments.push_back(at);
    }
    return moments;
}

std::vector<Moment> KeptHistory::moments() const {
    std::vector<Moment> moments;
    std::size_t points = 0;
    for (const Column& column : columns_)
        points += column.points.size();
    moments.reserve(points);
    for (const Column& column : columns_) {
        if (column.of.measure == Measure::longestWait) {
            const std::vector<Moment> more = waitMoments(column);
            moments.insert(moments.end(), more.begin(), more.end());
        }
        for (const store::HistoryPoint& point : column.points)
            moments.push_back(point.time);
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    return moments;
}

// Means of a bucket are rounded one by one: what may come of that alone is nothing.
Gpu KeptHistory::heldByGone(const PoolMoment& moment, std::int64_t held) const {
    for (std::size_t team = 0; team < teams_.size(); ++team)
        if (teams_[team].above < 0)
            held -= moment.held.subtree[team];
    return held > static_cast<std::int64_t>(roots_) ? held : 0;
}

History KeptHistory::history() const {
    const std::size_t teams = teams_.size();
    History history;
    startHistory(history, teams);
    std::vector<Reader> readers;
    readers.reserve(columns_.size());
    for (const Column& column : columns_)
        readers.emplace_back(column, step_);
    PoolMoment moment;
    Instant lastSince = History::kNobody;
    const std::size_t capacity = 2 * teams + 2 * roots_;
    for (const Moment at : moments()) {
        moment = unknownMoment(teams);
        for (std::size_t team = 0; team < teams; ++team) {
            moment.held.subtree[team] = readers[2 * team].at(at);
            moment.held.fairShare[team] = readers[2 * team + 1].at(at);
        }
        Instant since = History::kNobody;
        bool known = false;
        int waiting = 0;
        for (std::size_t root = 0; root < roots_; ++root) {
            const std::int64_t waits = readers[2 * teams + 2 * root].at(at);
            known = known || waits >= 0;
            waiting += static_cast<int>(std::max<std::int64_t>(waits, 0));
            since = std::min(since, readers[2 * teams + 2 * root + 1].since(at));
        }
        const std::int64_t held =
            capacity + 1 < readers.size() ? readers[capacity + 1].at(at) : History::kUnknown;
        known = known || held >= 0;
        if (known) {
            moment.held.waiting = waiting;
            moment.capacity = readers[capacity].at(at);
            if (moment.capacity < 0)
                moment.capacity = capacityNow_;
            // Who came later held nothing.
            for (Gpu& each : moment.held.subtree)
                each = std::max<Gpu>(each, 0);
            moment.gone = heldByGone(moment, held);
        }
        moment.held.own = moment.held.subtree;
        for (std::size_t team = 0; team < teams; ++team)
            if (teams_[team].above >= 0 && moment.held.subtree[team] > 0) {
                Gpu& above = moment.held.own[static_cast<std::size_t>(teams_[team].above)];
                above = std::max<Gpu>(above - moment.held.subtree[team], std::min<Gpu>(above, 0));
            }
        if (since != History::kNobody)
            since -= epoch_;
        // Samples are taken once a second, not at the moment itself.
        const bool same = since != History::kNobody && lastSince != History::kNobody &&
                          std::abs(since - lastSince) <= step_;
        moment.waitsSince = lastSince = same ? lastSince : since;
        if (!lastPointIs(history, moment))
            addPoint(history, std::max<Instant>(at - epoch_, 0), moment);
    }
    return history;
}

}  // namespace apportion
