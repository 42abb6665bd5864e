// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/run_series.h"

#include <algorithm>
#include <set>

#include <QCoreApplication>

#include "ui/charts/series_parts.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct RunSeries {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::RunSeries)
};

// Nothing is known of a sum of which a part is not known.
void addColumn(std::vector<Gpu>& sum, const std::vector<Gpu>& column) {
    std::transform(sum.begin(), sum.end(), column.begin(), sum.begin(), [](Gpu a, Gpu b) {
        return a == History::kUnknown || b == History::kUnknown ? History::kUnknown : a + b;
    });
}

// The teams that get a line of their own, in order. A parent that never ran work of its own has
// nothing to draw.
std::vector<std::size_t> drawnTeams(const ChartSource& source, std::vector<std::size_t>& rest) {
    const View& view = source.view;
    std::vector<std::size_t> drawn;
    std::vector<Gpu> most(view.teams.size(), 0);
    for (std::size_t team = 0; team < view.teams.size(); ++team) {
        const auto& own = source.history.teams[team];
        const auto& subtree = source.history.subtree[team];
        most[team] = own.empty() ? 0 : *std::max_element(own.begin(), own.end());
        if (most[team] > 0 || own == subtree)
            drawn.push_back(team);
    }
    if (drawn.size() <= kMostTeams)
        return drawn;
    std::vector<std::size_t> bySize = drawn;
    std::stable_sort(bySize.begin(), bySize.end(),
                     [&](std::size_t a, std::size_t b) { return most[a] > most[b]; });
    bySize.resize(kMostTeams - 1);
    std::sort(bySize.begin(), bySize.end());
    std::set_difference(drawn.begin(), drawn.end(), bySize.begin(), bySize.end(),
                        std::back_inserter(rest));
    return bySize;
}

Mark markOf(const apportion::Mark& mark, qint64 start) {
    Mark shown;
    shown.at = start + mark.at;
    shown.count = mark.count;
    const QString subject = qt(mark.subject);
    switch (mark.kind) {
        case apportion::Mark::Kind::preemption:
            shown.kind = MarkKind::preemption;
            shown.text = subject.isEmpty() || mark.from.empty()
                             ? RunSeries::tr("%1 evicted").arg(gpusText(mark.gpu))
                             : RunSeries::tr("%1 evicts %2 of %3")
                                   .arg(subject, gpuNumber(mark.gpu), qt(mark.from));
            break;
        case apportion::Mark::Kind::node:
            shown.kind = mark.nodeState == NodeState::down ? MarkKind::nodeDown : MarkKind::other;
            shown.text =
                mark.nodeState == NodeState::down       ? RunSeries::tr("%1 down").arg(subject)
                : mark.nodeState == NodeState::cordoned ? RunSeries::tr("%1 cordoned").arg(subject)
                : mark.nodeState == NodeState::draining ? RunSeries::tr("%1 drained").arg(subject)
                                                        : RunSeries::tr("%1 ready").arg(subject);
            break;
        case apportion::Mark::Kind::scale:
            shown.kind = MarkKind::scale;
            shown.text = !mark.applied ? RunSeries::tr("scaling refused")
                         : subject.isEmpty()
                             ? RunSeries::tr("%Ln quotas scaled", nullptr, mark.count)
                             : RunSeries::tr("%1 scaled").arg(subject);
            break;
        case apportion::Mark::Kind::policy:
            shown.text = RunSeries::tr("policy of %1").arg(subject);
            break;
        case apportion::Mark::Kind::ended:
            shown.text = mark.count > 1 && !mark.from.empty()
                             ? RunSeries::tr("%1 ends").arg(qt(mark.from))
                             : RunSeries::tr("%1 ends").arg(subject);
            break;
    }
    return shown;
}

// Where it is not known it is as it was; before all that is known, as it is now. Empty = it was
// always so.
Steps stepsOf(const ChartSource& source, const std::vector<Gpu>& values, Gpu now) {
    Steps steps;
    Gpu last = History::kUnknown;
    const auto add = [&](Instant at, Gpu value) {
        if (value == last)
            return;
        steps.at.append(source.start + std::max<Instant>(at, 0));
        steps.values.append(static_cast<double>(value) / kOneGpu);
        last = value;
    };
    const std::size_t points = pointsUntil(source);
    for (std::size_t i = 0; i < points; ++i)
        if (values[i] != History::kUnknown)
            add(source.history.times[i], values[i]);
    add(source.view.clock, now);
    // A quota that came later had nothing before, and no pool was there before its first moment.
    const auto came = std::find_if(steps.values.begin(), steps.values.end(),
                                   [](double value) { return value > 0; });
    const qint64 since = came == steps.values.begin() || came == steps.values.end()
                             ? source.start
                             : steps.at[came - steps.values.begin()];
    if (steps.at.size() <= 1)
        steps = {};
    steps.since = since;
    return steps;
}

void addMarks(ChartData& data, const ChartSource& source) {
    for (const apportion::Mark& mark : source.history.marks) {
        if (mark.at > source.view.clock)
            break;
        data.marks.append(markOf(mark, source.start));
    }
}

}  // namespace

std::size_t pointsUntil(const ChartSource& source) {
    const auto& times = source.history.times;
    return static_cast<std::size_t>(
        std::upper_bound(times.begin(), times.end(), source.view.clock) - times.begin());
}

ChartData chartStart(const ChartSource& source, const QString& unit) {
    ChartData data;
    data.unit = unit;
    data.until = source.until;
    data.staleSince = source.staleSince;
    if (source.view.document.can.journal) {
        data.unknownText = RunSeries::tr("not live");
        data.beforeText = RunSeries::tr("nothing recorded yet");
        data.emptyText = RunSeries::tr("No history yet");
    }
    return data;
}

namespace {

Series neutral(const QString& name, const QString& shortName) {
    Series series;
    series.name = name;
    series.shortName = shortName;
    series.look = Series::Look::neutral;
    series.filled = true;
    return series;
}

}  // namespace

ChartData teamData(const ChartSource& source) {
    const View& view = source.view;
    const History& history = source.history;
    ChartData data = chartStart(source, RunSeries::tr("GPUs"));
    std::vector<std::size_t> rest;
    for (const std::size_t team : drawnTeams(source, rest)) {
        const TeamInfo& info = view.teams[team];
        Series series;
        series.name = qt(info.name);
        series.team = info.colour;
        fillSeries(series, source, history.teams[team], kOneGpu);
        data.series.append(series);
        const auto row = std::find_if(view.quotas.begin(), view.quotas.end(),
                                      [&](const QuotaRow& one) { return one.name == info.quota; });
        const bool leaf = history.teams[team] == history.subtree[team];
        if (!leaf || row == view.quotas.end())
            continue;
        const Gpu now = row->numbers.guaranteed;
        Steps steps = stepsOf(source, history.guaranteed[team], now);
        if (now > 0 || !steps.at.isEmpty())
            data.guarantees.append(
                {series.name, static_cast<double>(now) / kOneGpu, info.colour, std::move(steps)});
    }
    if (!rest.empty()) {
        std::vector<Gpu> sum(history.times.size(), 0);
        for (const std::size_t team : rest)
            addColumn(sum, history.teams[team]);
        Series series;
        series.name = RunSeries::tr("%Ln others", nullptr, static_cast<int>(rest.size()));
        series.shortName = RunSeries::tr("others");
        fillSeries(series, source, sum, kOneGpu);
        data.series.append(series);
    }
    if (std::any_of(history.gone.begin(), history.gone.end(), [](Gpu held) { return held > 0; })) {
        data.series.append(neutral(RunSeries::tr("deleted quotas"), RunSeries::tr("deleted")));
        data.series.back().filled = false;
        fillSeries(data.series.back(), source, history.gone, kOneGpu);
    }
    addMarks(data, source);
    data.capacitySteps = stepsOf(source, history.capacity, view.key.capacity);
    // A pool that has no GPUs yet has no line, and no fractions of one either.
    data.whole = view.key.capacity == 0 && data.capacitySteps.at.isEmpty();
    if (!data.whole)
        data.capacity = static_cast<double>(view.key.capacity) / kOneGpu;
    data.capacityName = RunSeries::tr("pool %1");
    return data;
}

ChartData queueData(const ChartSource& source) {
    ChartData data = chartStart(source, RunSeries::tr("Workloads waiting"));
    data.whole = true;
    data.series = {neutral(RunSeries::tr("waiting"), RunSeries::tr("wait"))};
    fillSeries(data.series[0], source, source.history.waiting, 1);
    return data;
}

ChartData utilisationData(const ChartSource& source) {
    const History& history = source.history;
    ChartData data = chartStart(source, RunSeries::tr("Used, % of the ready GPUs"));
    data.top = 100;
    std::vector<Gpu> used(history.times.size(), 0);
    for (const auto& team : history.teams)
        addColumn(used, team);
    addColumn(used, history.gone);
    // Hundredths of a percent.
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] != History::kUnknown)
            used[i] = history.capacity[i] > 0 ? used[i] * 10'000 / history.capacity[i] : 0;
    data.series = {neutral(RunSeries::tr("used, %"), RunSeries::tr("% used"))};
    fillSeries(data.series[0], source, used, 100);
    return data;
}

}  // namespace apportion::ui
