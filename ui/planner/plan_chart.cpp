// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/plan_chart.h"

#include <algorithm>

#include <QComboBox>
#include <QVBoxLayout>

#include "ui/charts/time_chart.h"
#include "ui/planner/plan_tables.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

double valueIn(const MetricBucket& bucket, PlanSeries of) {
    switch (of) {
        case PlanSeries::meanWait:
            return static_cast<double>(bucket.meanWait) / (60.0 * kSecond);
        case PlanSeries::pending:
            return static_cast<double>(bucket.pending) / kOneGpu;
        case PlanSeries::utilization:
            return static_cast<double>(bucket.utilizationMillionths) / 10'000;
        case PlanSeries::evictions:
            return static_cast<double>(bucket.evictions);
    }
    return 0;
}

QString unitOf(PlanSeries of) {
    return of == PlanSeries::meanWait      ? PlanChart::tr("min")
           : of == PlanSeries::pending     ? PlanChart::tr("GPUs")
           : of == PlanSeries::utilization ? PlanChart::tr("%")
                                           : QString();
}

// Minutes by the thousand are read as hours.
void asHours(ChartData& data) {
    constexpr double kMostMinutes = 600;
    double most = 0;
    for (const Series& each : data.series)
        for (const double value : each.values)
            most = std::max(most, value);
    if (most < kMostMinutes)
        return;
    data.unit = PlanChart::tr("h", "hours");
    for (Series& each : data.series)
        for (double& value : each.values)
            value /= 60;
}

// The day in which a pool fills that nothing runs in at first, and the last one of a run that ends
// before its work.
QList<std::pair<qint64, qint64>> partialDays(const Scenario& scenario, const PlanRun& base,
                                             qint64 start) {
    constexpr Duration kDay = 24 * 3600 * kSecond;
    const Instant end = base.metrics.buckets.back().at;
    QList<std::pair<qint64, qint64>> days;
    if (end < 3 * kDay)
        return days;
    if (std::none_of(scenario.workloads.begin(), scenario.workloads.end(),
                     [](const Workload& each) { return each.running.has_value(); }))
        days.append({start, start + kDay});
    if (base.pastEnd > 0)
        days.append({start + end - kDay, start + end});
    return days;
}

}  // namespace

ChartData planChartData(const PlanResults& results, PlanSeries of) {
    ChartData data;
    data.unit = unitOf(of);
    data.emptyText = PlanChart::tr("The base has not run yet");
    if (of == PlanSeries::utilization)
        data.top = 100;
    const TimeText time(results.scenario->epoch);
    const qint64 start = time.hasEpoch() ? time.moment(0).toMSecsSinceEpoch() : 0;
    const std::size_t count = std::min(results.runs.size(), kSideBySide + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& run = results.runs[i];
        if (!run || run->refused)
            continue;
        Series series;
        series.name = i == 0 ? PlanChart::tr("Base") : qt(results.sets[i - 1].name);
        series.look = i == 0 ? Series::Look::neutral : Series::Look::team;
        series.team = i == 0 ? -1 : colourOf(results, i - 1);
        for (const MetricBucket& bucket : run->metrics.buckets) {
            series.at.append(start + bucket.at);
            // In the last one nothing may have started: that is no wait of 0.
            const bool none = of == PlanSeries::meanWait && bucket.started == 0 &&
                              &bucket == &run->metrics.buckets.back() && !series.values.isEmpty();
            series.values.append(none ? series.values.back() : valueIn(bucket, of));
        }
        data.series.append(series);
    }
    if (of == PlanSeries::meanWait)
        asHours(data);
    if (const auto& base = results.runs[0]; base && !base->metrics.buckets.empty())
        data.partial = partialDays(*results.scenario, *base, start);
    return data;
}

PlanChart::PlanChart(QWidget* parent)
    : QWidget(parent),
      metric_(new QComboBox(this)),
      chart_(new TimeChart(tr("Base and variants over time"), this)),
      note_(new TextLabel({}, Type::second, Role::text2, this)) {
    metric_->addItems({tr("Mean wait"), tr("Waiting GPUs"), tr("Utilization"), tr("Evictions")});
    metric_->setAccessibleName(tr("What the chart shows"));
    auto* head = new SectionHead(tr("Over time"), this);
    head->setToolTip(tr("As recorded, one run each"));
    head->addControl(metric_);
    chart_->setShape(ChartShape::lines);
    chart_->setMinimumHeight(180);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    auto* room = new QVBoxLayout;
    room->setContentsMargins(16, 0, 16, 4);
    room->addWidget(chart_);
    column->addLayout(room, 1);
    note_->setContentsMargins(16, 0, 16, 6);
    note_->setWordWrap(true);
    column->addWidget(note_);
    connect(metric_, &QComboBox::currentIndexChanged, this, &PlanChart::show);
}

void PlanChart::setResults(const std::shared_ptr<const PlanResults>& results) {
    results_ = results;
    show();
}

void PlanChart::show() {
    if (!results_)
        return;
    const ChartData drawn =
        planChartData(*results_, static_cast<PlanSeries>(metric_->currentIndex()));
    results_->scenario->epoch.empty() ? chart_->setElapsedTime() : chart_->setWallClock();
    QStringList names;
    for (const Series& each : drawn.series)
        names.append(each.name);
    const bool fills = !drawn.partial.isEmpty() && !drawn.series.isEmpty() &&
                       drawn.partial.front().first <= drawn.series.front().at.front();
    note_->setText(drawn.partial.size() > 1
                       ? tr("Hatched: the pool fills, and work goes on past the end.")
                   : fills ? tr("Hatched: the pool fills.")
                           : tr("Hatched: work goes on past the end."));
    note_->setVisible(!drawn.partial.isEmpty());
    chart_->setEndNames(names);
    chart_->setData(drawn);
    chart_->showAll();
}

}  // namespace apportion::ui
