// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/history_points.h"

#include <algorithm>

namespace apportion {

namespace {

// Each column, and what the moment has to say in it.
template <typename Columns, typename Moment, typename Use>
void eachColumn(Columns& history, Moment& moment, Use use) {
    for (std::size_t team = 0; team < history.teams.size(); ++team) {
        use(history.teams[team], moment.held.own[team]);
        use(history.subtree[team], moment.held.subtree[team]);
        use(history.fairShare[team], moment.held.fairShare[team]);
        use(history.guaranteed[team], moment.held.guaranteed[team]);
    }
    use(history.waiting, moment.held.waiting);
    use(history.waitsSince, moment.waitsSince);
    use(history.capacity, moment.capacity);
    use(history.gone, moment.gone);
}

}  // namespace

PoolMoment unknownMoment(std::size_t teams) {
    PoolMoment moment;
    for (auto* column :
         {&moment.held.own, &moment.held.subtree, &moment.held.fairShare, &moment.held.guaranteed})
        column->assign(teams, History::kUnknown);
    moment.held.waiting = History::kUnknown;
    moment.capacity = History::kUnknown;
    moment.gone = History::kUnknown;
    return moment;
}

void startHistory(History& history, std::size_t teams) {
    history = {};
    for (auto* columns :
         {&history.teams, &history.subtree, &history.fairShare, &history.guaranteed})
        columns->resize(teams);
}

void addPoint(History& history, Instant at, const PoolMoment& moment) {
    history.times.push_back(at);
    eachColumn(history, moment, [](auto& column, const auto& value) { column.push_back(value); });
}

void replacePoint(History& history, const PoolMoment& moment) {
    eachColumn(history, moment, [](auto& column, const auto& value) { column.back() = value; });
}

bool lastPointIs(const History& history, const PoolMoment& moment) {
    bool same = !history.times.empty();
    eachColumn(history, moment, [&same](const auto& column, const auto& value) {
        same = same && column.back() == value;
    });
    return same;
}

bool hasPast(const View& view) {
    // What the file kept may still be read; what has started is there before.
    if (!view.document.rests() || view.key.started > 0 || view.key.running > 0 ||
        view.key.ended > 0)
        return true;
    return view.history != nullptr &&
           std::any_of(view.history->waiting.begin(), view.history->waiting.end(),
                       [](int waiting) { return waiting != History::kUnknown; });
}

PoolMoment momentOf(const History& history, std::size_t point) {
    PoolMoment moment = unknownMoment(history.teams.size());
    eachColumn(history, moment,
               [point](const auto& column, auto& value) { value = column[point]; });
    return moment;
}

std::size_t mostPoints(std::size_t teams) {
    constexpr std::size_t kMostValues = 640'000;  // in a column of columns: 5 MB
    return std::clamp<std::size_t>(kMostValues / std::max<std::size_t>(teams, 1), 2000, 20'000);
}

void thinPoints(History& history, std::size_t behind) {
    const auto thin = [behind](auto& column) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < column.size(); i += i < behind ? 2 : 1)
            column[kept++] = column[i];
        column.resize(kept);
    };
    PoolMoment unused = unknownMoment(history.teams.size());
    thin(history.times);
    eachColumn(history, unused, [&thin](auto& column, const auto&) { thin(column); });
}

}  // namespace apportion
