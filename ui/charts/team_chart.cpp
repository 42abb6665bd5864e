// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/team_chart.h"

#include <QVBoxLayout>

#include "ui/charts/run_series.h"
#include "ui/charts/time_chart.h"
#include "ui/time_text.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

// More entries would push the controls out of the head; the end labels name them.
constexpr int kMostInLegend = 6;
constexpr int kMargin = 16;

}  // namespace

TeamChart::TeamChart(Kind kind, const QString& title, bool switchable, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      head_(new SectionHead(title, this)),
      legend_(new Legend(head_)),
      cursor_(new TextLabel({}, Type::second, Role::text2, head_)),
      chart_(new TimeChart(title, this)) {
    head_->addControl(cursor_);
    head_->addControl(legend_);
    if (switchable) {
        auto* shape = new Segmented(tr("Shape of the chart"), head_);
        shape->addSegment(Icon::chartArea, tr("Stacked"));
        shape->addSegment(Icon::chartLine, tr("Lines against the guarantees"));
        head_->addControl(shape);
        connect(shape, &Segmented::currentChanged, this, [this](int index) {
            setShape(index == 0 ? ChartShape::stacked : ChartShape::lines);
        });
    }
    chart_->setShape(kind == Kind::stacked ? ChartShape::stacked : ChartShape::lines);
    legend_->setVisible(kind != Kind::queue);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    auto* room = new QVBoxLayout;
    room->setContentsMargins(kMargin, 0, kMargin, 4);
    room->addWidget(chart_);
    layout->addLayout(room, 1);
    connect(legend_, &Legend::toggled, chart_, &TimeChart::setSeriesShown);
    connect(legend_, &Legend::pointedAt, chart_, &TimeChart::highlightSeries);
    connect(chart_, &TimeChart::crosshairMoved, this,
            [this] { cursor_->setText(tr("%1 at the cursor").arg(chart_->crosshairText())); });
    connect(chart_, &TimeChart::crosshairLeft, this, [this] { cursor_->setText({}); });
}

void TeamChart::setShape(ChartShape shape) {
    chart_->setShape(shape);
}

void TeamChart::setAxis(const View& view) {
    const TimeText time(view.document.epoch);
    qint64 start = 0;
    if (time.hasEpoch()) {
        start = time.moment(0).toMSecsSinceEpoch();
        chart_->setWallClock(QTimeZone(time.moment(0).offsetFromUtc()));
    } else {
        chart_->setElapsedTime();
    }
    if (view.play.end > 0)
        chart_->setRange(start, start + view.play.end);
}

void TeamChart::setView(const ViewPtr& view) {
    if (!view->history)
        return;
    const bool sameRun = history_ == view->history && epoch_ == view->document.epoch;
    if (sameRun && clock_ == view->clock && end_ == view->play.end)
        return;
    const bool newAxis = epoch_ != view->document.epoch || end_ != view->play.end;
    history_ = view->history;
    epoch_ = view->document.epoch;
    clock_ = view->clock;
    end_ = view->play.end;
    const QList<Series> before = chart_->data().series;
    ChartData shown = kind_ == Kind::queue ? queueData(*view) : teamData(*view);
    if (kind_ == Kind::lines)
        shown.capacity.reset();  // the guarantees are what matters: they get the room
    for (int i = 0; i < shown.series.size() && i < before.size(); ++i)
        if (shown.series[i].name == before[i].name)
            shown.series[i].shown = before[i].shown;
    chart_->setData(shown);
    if (newAxis)
        setAxis(*view);
    showLegend(shown);
}

void TeamChart::showLegend(const ChartData& shown) {
    if (kind_ == Kind::queue)
        return;
    QList<LegendEntry> entries;
    if (shown.series.size() <= kMostInLegend)
        for (const Series& series : shown.series)
            entries.append({series.name, series.team, false, series.shown});
    legend_->setEntries(entries);
}

void TeamChart::follow(TeamChart* other) {
    TimeChart* source = other->timeChart();
    connect(source, &TimeChart::crosshairMoved, chart_,
            [this](qint64 at) { chart_->setCrosshair(at, false); });
    connect(source, &TimeChart::crosshairLeft, chart_,
            [this] { chart_->setCrosshair(std::nullopt, false); });
    connect(source, &TimeChart::rangeChanged, chart_, &TimeChart::setRange);
}

}  // namespace apportion::ui
