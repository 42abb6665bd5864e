// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/run_series.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <QCoreApplication>

#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

struct RunSeries {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::RunSeries)
};

constexpr std::size_t kMostSeries = 16;

// Milliseconds as the time axis wants them.
class Axis {
public:
    explicit Axis(const View& view) {
        const TimeText time(view.document.epoch);
        if (time.hasEpoch())
            start_ = time.moment(0).toMSecsSinceEpoch();
    }
    qint64 at(Instant instant) const { return start_ + instant; }

private:
    qint64 start_ = 0;
};

std::size_t pointsUntil(const View& view) {
    const auto& times = view.history->times;
    return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), view.clock) -
                                    times.begin());
}

// Only where something changes: flat stretches need no points.
template <typename Values>
void fill(Series& series, const View& view, const Axis& axis, const Values& values, double unit) {
    const std::size_t points = pointsUntil(view);
    for (std::size_t i = 0; i < points; ++i) {
        if (i > 0 && i + 1 < points && values[i] == values[i - 1])
            continue;
        series.at.append(axis.at(std::max<Instant>(view.history->times[i], 0)));
        series.values.append(static_cast<double>(values[i]) / unit);
    }
}

// The teams that get a line of their own, in order. A parent that never ran work of its own has
// nothing to draw.
std::vector<std::size_t> drawnTeams(const View& view, std::vector<std::size_t>& rest) {
    std::vector<std::size_t> drawn;
    std::vector<Gpu> most(view.teams.size(), 0);
    for (std::size_t team = 0; team < view.teams.size(); ++team) {
        const auto& own = view.history->teams[team];
        const auto& subtree = view.history->subtree[team];
        most[team] = own.empty() ? 0 : *std::max_element(own.begin(), own.end());
        if (most[team] > 0 || own == subtree)
            drawn.push_back(team);
    }
    if (drawn.size() <= kMostSeries)
        return drawn;
    std::vector<std::size_t> bySize = drawn;
    std::stable_sort(bySize.begin(), bySize.end(),
                     [&](std::size_t a, std::size_t b) { return most[a] > most[b]; });
    bySize.resize(kMostSeries - 1);
    std::sort(bySize.begin(), bySize.end());
    std::set_difference(drawn.begin(), drawn.end(), bySize.begin(), bySize.end(),
                        std::back_inserter(rest));
    return bySize;
}

Mark markOf(const apportion::Mark& mark, const Axis& axis) {
    Mark shown;
    shown.at = axis.at(mark.at);
    const QString subject = qt(mark.subject);
    switch (mark.kind) {
        case apportion::Mark::Kind::preemption:
            shown.kind = MarkKind::preemption;
            shown.text = subject.isEmpty() || mark.from.empty()
                             ? RunSeries::tr("%1 taken").arg(gpusText(mark.gpu))
                             : RunSeries::tr("%1 takes %2 from %3")
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
                             ? RunSeries::tr("%n quotas scaled", nullptr, mark.count)
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

void addMarks(ChartData& data, const View& view, const Axis& axis) {
    for (const apportion::Mark& mark : view.history->marks) {
        if (mark.at > view.clock)
            break;
        data.marks.append(markOf(mark, axis));
    }
}

}  // namespace

ChartData teamData(const View& view) {
    ChartData data;
    if (!view.history)
        return data;
    const Axis axis(view);
    data.unit = RunSeries::tr("GPUs");
    std::vector<std::size_t> rest;
    for (const std::size_t team : drawnTeams(view, rest)) {
        const TeamInfo& info = view.teams[team];
        Series series;
        series.name = qt(info.name);
        series.team = info.colour;
        fill(series, view, axis, view.history->teams[team], kOneGpu);
        data.series.append(series);
        const auto row = std::find_if(view.quotas.begin(), view.quotas.end(),
                                      [&](const QuotaRow& one) { return one.name == info.quota; });
        const bool leaf = view.history->teams[team] == view.history->subtree[team];
        if (leaf && row != view.quotas.end() && row->numbers.guaranteed > 0)
            data.guarantees.append(
                {series.name, static_cast<double>(row->numbers.guaranteed) / kOneGpu, info.colour});
    }
    if (!rest.empty()) {
        std::vector<Gpu> sum(view.history->times.size(), 0);
        for (const std::size_t team : rest)
            std::transform(sum.begin(), sum.end(), view.history->teams[team].begin(), sum.begin(),
                           std::plus<>());
        Series series;
        series.name = RunSeries::tr("%n others", nullptr, static_cast<int>(rest.size()));
        series.shortName = RunSeries::tr("others");
        fill(series, view, axis, sum, kOneGpu);
        data.series.append(series);
    }
    addMarks(data, view, axis);
    data.capacity = static_cast<double>(view.key.capacity) / kOneGpu;
    data.capacityName = RunSeries::tr("pool %1").arg(gpuNumber(view.key.capacity));
    data.until = axis.at(view.clock);
    return data;
}

ChartData queueData(const View& view) {
    ChartData data;
    if (!view.history)
        return data;
    const Axis axis(view);
    data.unit = RunSeries::tr("Workloads waiting");
    Series series;
    series.name = RunSeries::tr("waiting");
    series.shortName = RunSeries::tr("wait");
    series.look = Series::Look::neutral;
    series.filled = true;
    fill(series, view, axis, view.history->waiting, 1);
    data.series.append(series);
    data.until = axis.at(view.clock);
    return data;
}

}  // namespace apportion::ui
