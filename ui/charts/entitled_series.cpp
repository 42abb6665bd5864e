// SPDX-License-Identifier: GPL-3.0-or-later
// What teams use beside what they are due, and how long is waited.
#include <algorithm>

#include <QCoreApplication>

#include "ui/charts/series_parts.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct EntitledSeries {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EntitledSeries)
};

constexpr qint64 kEntitledSeriesMinute = 60 * 1000;
constexpr qint64 kEntitledSeriesHour = 60 * kEntitledSeriesMinute;

// The unit of durations up to this one.
struct TimeUnit {
    double length;
    QString axis;
    QString name;
};
TimeUnit unitOf(qint64 longest) {
    if (longest <= 2 * kEntitledSeriesMinute)
        return {1000.0, EntitledSeries::tr("Longest wait, seconds"),
                EntitledSeries::tr("longest wait, s")};
    if (longest <= 3 * kEntitledSeriesHour)
        return {double(kEntitledSeriesMinute), EntitledSeries::tr("Longest wait, minutes"),
                EntitledSeries::tr("longest wait, min")};
    return {double(kEntitledSeriesHour), EntitledSeries::tr("Longest wait, hours"),
            EntitledSeries::tr("longest wait, h")};
}

}  // namespace

ChartData waitData(const ChartSource& source) {
    const History& history = source.history;
    ChartData data = chartStart(source, {});
    Series series;
    series.look = Series::Look::neutral;
    series.filled = true;
    series.stepped = false;
    // Where it comes from and where it goes: it falls when the one that waited longest starts.
    const auto put = [&](qint64 at, double wait) {
        series.at.append(at);
        series.values.append(wait);
    };
    const auto waited = [&](std::size_t point, qint64 at) -> double {
        if (history.waiting[point] == History::kUnknown)
            return std::numeric_limits<double>::quiet_NaN();
        if (history.waitsSince[point] == History::kNobody)
            return 0;
        return static_cast<double>(
            std::max<qint64>(0, at - source.start - history.waitsSince[point]));
    };
    const std::size_t points = pointsUntil(source);
    double longest = 0;
    for (std::size_t i = 0; i < points; ++i) {
        const bool same = i > 0 && history.waitsSince[i] == history.waitsSince[i - 1] &&
                          (history.waiting[i] < 0) == (history.waiting[i - 1] < 0);
        if (same)
            continue;
        const qint64 at = source.start + std::max<Instant>(history.times[i], 0);
        if (i > 0)
            put(at, waited(i - 1, at));
        put(at, waited(i, at));
    }
    if (points > 0)
        put(std::max(source.until, source.start + history.times[points - 1]),
            waited(points - 1, source.until));
    for (const double wait : series.values)
        longest = std::max(longest, wait);
    const TimeUnit unit = unitOf(static_cast<qint64>(longest));
    for (double& wait : series.values)
        wait /= unit.length;
    data.unit = unit.axis;
    series.name = unit.name;
    series.shortName = EntitledSeries::tr("max", "wait");
    data.series.append(series);
    return data;
}

ChartData fairShareData(const ChartSource& source) {
    // More pairs of lines than these are not told apart: the others wait in the legend.
    constexpr qsizetype kShownAtFirst = 4;
    const View& view = source.view;
    const History& history = source.history;
    ChartData data = chartStart(source, EntitledSeries::tr("GPUs"));
    std::vector<Gpu> most(view.teams.size(), 0);
    for (std::size_t team = 0; team < view.teams.size(); ++team)
        for (const auto* column : {&history.subtree[team], &history.fairShare[team]})
            for (const Gpu value : *column)
                most[team] = std::max(most[team], value);
    std::vector<std::size_t> bySize(view.teams.size());
    for (std::size_t team = 0; team < bySize.size(); ++team)
        bySize[team] = team;
    std::stable_sort(bySize.begin(), bySize.end(),
                     [&](std::size_t a, std::size_t b) { return most[a] > most[b]; });
    const auto rank = [&](std::size_t team) {
        return std::find(bySize.begin(), bySize.end(), team) - bySize.begin();
    };
    for (std::size_t team = 0; team < view.teams.size(); ++team) {
        if (rank(team) >= static_cast<std::ptrdiff_t>(kMostTeams))
            continue;
        const TeamInfo& info = view.teams[team];
        Series used;
        used.name = history.teams[team] == history.subtree[team]
                        ? qt(info.name)
                        : EntitledSeries::tr("%1 with all below").arg(qt(info.name));
        used.shortName = qt(info.name);
        used.team = info.colour;
        used.group = static_cast<int>(team);
        used.shown = rank(team) < kShownAtFirst;
        fillSeries(used, source, history.subtree[team], kOneGpu);
        Series due = used;
        due.name = EntitledSeries::tr("%1, fair share").arg(used.name);
        due.shortName = EntitledSeries::tr("fair share");
        due.look = Series::Look::fairShare;
        due.at.clear();
        due.values.clear();
        fillSeries(due, source, history.fairShare[team], kOneGpu);
        data.series.append(used);
        data.series.append(due);
    }
    return data;
}

}  // namespace apportion::ui
