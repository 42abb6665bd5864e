// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/team_chart.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/charts/chart_saver.h"
#include "ui/charts/chart_timeline.h"
#include "ui/charts/range_controls.h"
#include "ui/charts/run_series.h"
#include "ui/charts/time_chart.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 16;
constexpr int kGap = 8;
// The title is never cut.
constexpr int kTitleLeast = 120;

}  // namespace

TeamChart::TeamChart(Kind kind, const QString& title, bool switchable, ChartTimeline* timeline,
                     QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      timeline_(timeline),
      head_(new SectionHead(title, this)),
      legend_(new Legend(head_)),
      legendButton_(new QPushButton(tr("Teams"), head_)),
      legendMenu_(new QMenu(legendButton_)),
      cursor_(new TextLabel({}, Type::second, Role::text2, head_)),
      exportButton_(new IconButton(Icon::download, tr("Save or copy %1").arg(title), head_)),
      chart_(new TimeChart(title, this)),
      saver_(new ChartSaver(chart_, title, this)) {
    // Its controls give way instead, see fitHead().
    head_->setMinimumWidth(kTitleLeast);
    legendButton_->setProperty("compact", true);
    legendButton_->setAutoDefault(false);
    legendButton_->setMenu(legendMenu_);
    legendButton_->setToolTip(tr("Teams in the chart"));
    head_->addControl(cursor_);
    head_->addControl(legend_);
    head_->addControl(legendButton_);
    if (switchable) {
        shapes_ = new Segmented(tr("Shape of the chart"), head_);
        shapes_->addSegment(Icon::chartArea, tr("Stacked"));
        shapes_->addSegment(Icon::chartLine, tr("Lines against the guarantees"));
        head_->addControl(shapes_);
        connect(shapes_, &Segmented::currentChanged, this, [this](int index) {
            setShape(index == 0 ? ChartShape::stacked : ChartShape::lines);
        });
    }
    connect(exportButton_, &QAbstractButton::clicked, this, [this] {
        saver_->menu()->popup(exportButton_->mapToGlobal(QPoint(0, exportButton_->height())));
    });
    head_->addControl(exportButton_);
    chart_->setShape(kind == Kind::stacked ? ChartShape::stacked : ChartShape::lines);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    auto* room = new QVBoxLayout;
    room->setContentsMargins(kMargin, 0, kMargin, 4);
    room->addWidget(chart_);
    layout->addLayout(room, 1);
    connect(legend_, &Legend::toggled, this, &TeamChart::toggle);
    connect(legend_, &Legend::pointedAt, chart_, [this](int entry) {
        const bool team = entry >= 0 && entry < entries_.size() && !entries_[entry].dashed;
        chart_->highlightSeries(team ? seriesOf(entry) : -1);
    });
    connect(chart_, &TimeChart::crosshairMoved, this,
            [this] { cursor_->setText(tr("%1 at the cursor").arg(chart_->crosshairText())); });
    connect(chart_, &TimeChart::crosshairLeft, this, [this] { cursor_->setText({}); });
    connect(chart_, &TimeChart::rangeChanged, timeline_, &ChartTimeline::look);
    // Who turns the wheel over a chart may want to zoom: told once, and the page scrolls.
    connect(
        chart_, &TimeChart::turnedPlainly, this, [this] { emit said(TimeChart::gesturesText()); },
        Qt::SingleShotConnection);
    connect(chart_, &TimeChart::resetWanted, timeline_, &ChartTimeline::reset);
    connect(timeline_, &ChartTimeline::dataChanged, this, &TeamChart::takeData);
    connect(timeline_, &ChartTimeline::spanChanged, this, &TeamChart::moveOn);
    connect(saver_, &ChartSaver::said, this, &TeamChart::said);
    connect(saver_, &ChartSaver::failed, this, &TeamChart::failed);
    fitHead();
}

void TeamChart::addRangeControls() {
    ranges_ = new RangeControls(timeline_, head_);
    head_->addControl(ranges_);
    head_->addControl(exportButton_);  // last
    connect(timeline_, &ChartTimeline::controlsChanged, this, &TeamChart::fitHead);
    fitHead();
}

QMenu* TeamChart::exportMenu() const {
    return saver_->menu();
}

void TeamChart::setShape(ChartShape shape) {
    chart_->setShape(shape);
    showLegend();
}

ChartData TeamChart::freshData() const {
    const ChartSource source = timeline_->source();
    switch (kind_) {
        case Kind::stacked:
            break;
        case Kind::lines: {
            ChartData lines = teamData(source);
            lines.capacity.reset();  // the guarantees are what matters: they get the room
            return lines;
        }
        case Kind::fairShare:
            return fairShareData(source);
        case Kind::queue:
            return queueData(source);
        case Kind::wait:
            return waitData(source);
        case Kind::utilisation:
            return utilisationData(source);
    }
    return teamData(source);
}

// The line is of who has waited longest: how long most wait stands beside the title.
void TeamChart::showWaits() {
    const ViewPtr& view = timeline_->view();
    if (view == nullptr)
        return;
    const apportion::KeyNumbers& key = view->key;
    if (kind_ != Kind::wait) {
        QStringList said;
        // The head of the page counts them: the line would seem to be another number.
        if (kind_ == Kind::queue && key.unapproved > 0)
            said << tr("without %Ln waiting for approval", nullptr, key.unapproved);
        if (view->document.inPart)
            said << quotasInPart();
        return head_->setSecond(said.join(QStringLiteral(" · ")));
    }
    const QString now = key.waiting > key.unapproved ? tr("now: half up to %1, 9 in 10 up to %2")
                                                           .arg(TimeText::duration(key.waitingP50),
                                                                TimeText::duration(key.waitingP90))
                                                     : tr("now: nothing waits");
    head_->setSecond(view->document.inPart ? now + QStringLiteral(", ") + workInPart() : now);
}

void TeamChart::takeData() {
    stale_ = !isVisible();
    if (stale_)
        return;
    showWaits();
    if (!timeline_->history())
        return;
    const ChartData& before = chart_->data();
    ChartData shown = freshData();
    for (Series& series : shown.series)
        for (const Series& known : before.series)
            if (known.name == series.name && known.team == series.team)
                series.shown = known.shown;
    shown.guaranteesShown = before.guaranteesShown;
    if (timeline_->isWallClock())
        chart_->setWallClock(timeline_->zone());
    else
        chart_->setElapsedTime();
    const TimeSpan span = timeline_->window().span();
    chart_->setLimits(timeline_->window().limits());
    chart_->setRange(span.from, span.to);
    QStringList names;
    for (const TeamInfo& team : timeline_->view()->teams)
        names << qt(team.name);
    chart_->setEndNames(names);
    if (const std::string& pool = timeline_->view()->document.name; !pool.empty())
        saver_->setTitle(
            tr("%1, %2", "a pool, a chart of it").arg(qt(pool), chart_->accessibleName()));
    chart_->setData(shown);
    showLegend();
}

void TeamChart::moveOn() {
    if (!isVisible()) {
        stale_ = true;
        return;
    }
    showWaits();
    chart_->setLimits(timeline_->window().limits());
    chart_->moveOn(timeline_->until(), timeline_->staleSince(), timeline_->window().span());
}

void TeamChart::showLegend() {
    if (!hasLegend())
        return;
    const ChartData& drawn = chart_->data();
    QList<LegendEntry> entries;
    entries.reserve(drawn.series.size() + 1);
    for (int i = 0; seriesOf(i) < drawn.series.size(); ++i) {
        const Series& series = drawn.series[seriesOf(i)];
        entries.append(
            {series.name, series.team, false, series.shown, series.look == Series::Look::neutral});
    }
    if (kind_ == Kind::fairShare && !entries.isEmpty())
        entries.append({tr("fair share"), -1, true, sharesShown_});
    if (chart_->shape() == ChartShape::lines && !drawn.guarantees.isEmpty())
        entries.append({tr("guarantee"), -1, true, drawn.guaranteesShown});
    if (entries == entries_)
        return;
    entries_ = entries;
    legend_->setEntries(entries);
    legendMenu_->clear();
    for (int i = 0; i < entries.size(); ++i) {
        QAction* action = legendMenu_->addAction(buttonText(entries[i].text));
        action->setCheckable(true);
        action->setChecked(entries[i].shown);
        connect(action, &QAction::toggled, this, [this, i](bool shown) { toggle(i, shown); });
    }
    fitHead();
}

void TeamChart::toggle(int entry, bool shown) {
    if (entry < 0 || entry >= entries_.size() || entries_[entry].shown == shown)
        return;
    entries_[entry].shown = shown;
    if (QAbstractButton* chip = legend_->entry(entry))
        chip->setChecked(shown);
    if (QAction* action = legendMenu_->actions().value(entry))
        action->setChecked(shown);
    if (kind_ == Kind::fairShare)
        togglePair(entry);
    else if (entries_[entry].dashed)
        chart_->setGuaranteesShown(shown);
    else
        chart_->setSeriesShown(entry, shown);
}

// What a team is due is shown with what it uses, unless all of that is hidden.
void TeamChart::togglePair(int entry) {
    if (entries_[entry].dashed)
        sharesShown_ = entries_[entry].shown;
    else
        chart_->setSeriesShown(seriesOf(entry), entries_[entry].shown);
    for (int i = 0; i < entries_.size(); ++i)
        if (!entries_[i].dashed)
            chart_->setSeriesShown(seriesOf(i) + 1, entries_[i].shown && sharesShown_);
}

// Legend and ranges as they are drawn where there is room; else as buttons with menus.
void TeamChart::fitHead() {
    int room = width() - 2 * kMargin - kTitleLeast - exportButton_->sizeHint().width() - kGap;
    if (shapes_ != nullptr)
        room -= shapes_->sizeHint().width() + kGap;
    if (ranges_ != nullptr) {
        const bool narrow = ranges_->fullWidth() + kGap + kTitleLeast > room;
        ranges_->setNarrow(narrow);
        room -= (narrow ? ranges_->sizeHint().width() : ranges_->fullWidth()) + kGap;
    }
    const bool any = entries_.size() > 1;
    const bool fits = legend_->sizeHint().width() <= room;
    legend_->setVisible(any && fits);
    legendButton_->setVisible(any && !fits);
}

void TeamChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stale_)
        takeData();
    timeline_->askForPast();
    fitHead();
}

void TeamChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHead();
}

void TeamChart::contextMenuEvent(QContextMenuEvent* event) {
    saver_->menu()->popup(event->globalPos());
}

void TeamChart::follow(TeamChart* other) {
    TimeChart* source = other->timeChart();
    connect(source, &TimeChart::crosshairMoved, chart_,
            [this](qint64 at) { chart_->setCrosshair(at, false); });
    connect(source, &TimeChart::crosshairLeft, chart_,
            [this] { chart_->setCrosshair(std::nullopt, false); });
}

}  // namespace apportion::ui
