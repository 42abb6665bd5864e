// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_chart.h"

#include <algorithm>

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_plot.h"
#include "ui/visible_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

// Pixels, so that the last label of the axis is not cut.
constexpr int kNoEndLabels = 24;

// Lies over the plot, so that the crosshair moves without a replot.
class TimeChart::Overlay final : public QWidget {
public:
    explicit Overlay(TimeChart* chart) : QWidget(chart), m_chart(chart) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        m_chart->paintOverlayOn(painter);
    }

private:
    TimeChart* m_chart;
};

TimeChart::TimeChart(const QString& name, QWidget* parent)
    : QWidget(parent), m_plot(std::make_unique<ChartPlot>(this)), m_overlay(new Overlay(this)) {
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownArrows", true);  // they move the crosshair
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    describe();
    rebuild();
}

TimeChart::~TimeChart() = default;

void TimeChart::setData(const ChartData& data) {
    m_data = data;
    rebuild();
}

void TimeChart::append(qint64 at, const QList<double>& values) {
    const std::optional<TimeSpan> before = spanOf(m_data);
    for (qsizetype i = 0; i < std::min(values.size(), m_data.series.size()); ++i) {
        m_data.series[i].at.append(at);
        m_data.series[i].values.append(values[i]);
    }
    m_data.until = at;
    if (!before) {
        rebuild();
        return;
    }
    m_plot->setData(m_data, m_shape);
    // Whoever looks at now wants to go on doing so; whoever looks at the past is left alone.
    const TimeSpan shown = range();
    if (!m_ranged)
        m_plot->setRange({before->from, at});
    else if (shown.to >= before->to)
        m_plot->setRange({shown.from + at - shown.to, at});
    refresh();
}

void TimeChart::addMark(const Mark& mark) {
    m_data.marks.append(mark);
    m_overlay->update();
}

void TimeChart::setShape(ChartShape shape) {
    if (shape == m_shape)
        return;
    m_shape = shape;
    rebuild();
}

void TimeChart::setWallClock(const QTimeZone& zone) {
    m_plot->setTimeAxis(TimeAxis::wall, zone);
    refresh();
}

void TimeChart::setElapsedTime() {
    m_plot->setTimeAxis(TimeAxis::elapsed, {});
    refresh();
}

void TimeChart::setRange(qint64 from, qint64 to) {
    if (to <= from)
        return;
    m_ranged = true;
    m_plot->setRange({from, to});
    refresh();
}

void TimeChart::showAll() {
    m_ranged = false;
    if (const auto span = spanOf(m_data); span && span->to > span->from)
        m_plot->setRange(*span);
    refresh();
}

TimeSpan TimeChart::range() const {
    return m_plot->range();
}

void TimeChart::setSeriesShown(int series, bool shown) {
    if (series < 0 || series >= m_data.series.size() || m_data.series[series].shown == shown)
        return;
    m_data.series[series].shown = shown;
    rebuild();
}

void TimeChart::setGuaranteesShown(bool shown) {
    m_data.guaranteesShown = shown;
    rebuild();
}

void TimeChart::moveOn(qint64 until, std::optional<qint64> staleSince, const TimeSpan& range) {
    m_data.until = until;
    m_data.staleSince = staleSince;
    m_plot->holdUntil(until);
    setRange(range.from, range.to);
}

void TimeChart::highlightSeries(int series) {
    if (series == m_highlighted)
        return;
    m_highlighted = series;
    refresh();
}

void TimeChart::setEndLabelsShown(bool shown) {
    m_endLabels = shown;
    fitEndLabels();
    refresh();
}

void TimeChart::setEndNames(const QStringList& names) {
    const QFontMetricsF metrics(ui::font(Type::small));
    m_endName = 0;
    for (const QString& name : names)
        m_endName = std::max(m_endName, metrics.horizontalAdvance(visible(name)));
    fitEndLabels();
    refresh();
}

void TimeChart::fitEndLabels() {
    const int least = chartMargins().right;
    if (!m_endLabels)
        return m_plot->setRightMargin(kNoEndLabels);
    m_plot->setRightMargin(
        std::clamp(endLabelWidth(m_endName), least, std::max(least, width() / 4)));
}

void TimeChart::setCrosshair(std::optional<qint64> at, bool card) {
    if (at == m_crosshair && card == m_card)
        return;
    m_crosshair = at;
    m_card = card;
    describe();
    m_overlay->update();
}

QString TimeChart::crosshairText() const {
    return m_crosshair ? m_plot->moment(*m_crosshair) : QString();
}

QString TimeChart::toCsv() const {
    return chartTable(m_data, m_shape, range(), m_plot->timeAxis() == TimeAxis::wall,
                      QLatin1Char(','));
}

void TimeChart::copyValues() const {
    QApplication::clipboard()->setText(chartTable(
        m_data, m_shape, range(), m_plot->timeAxis() == TimeAxis::wall, QLatin1Char('\t')));
}

void TimeChart::rebuild() {
    m_plot->setData(m_data, m_shape);
    if (!m_ranged)
        showAll();
    else
        refresh();
}

void TimeChart::refresh() {
    m_plot->recolor(m_data, Theme::isDark(), m_highlighted);
    m_plot->replot();
    m_overlay->update();
}

OverlayInput TimeChart::overlayInput() const {
    return {.data = m_data,
            .shape = m_shape,
            .geometry = m_plot->geometry(size()),
            .dark = Theme::isDark(),
            .endLabelsShown = m_endLabels,
            .highlighted = m_highlighted};
}

void TimeChart::paintOverlayOn(QPainter& painter) const {
    const OverlayInput input = overlayInput();
    paintOverlay(painter, input);
    if (m_crosshair)
        paintCrosshair(painter, input, *m_crosshair, crosshairText(), m_card);
    if (hasKeyboardFocus(*this))
        paintFocusRing(painter, QRectF(rect()));
}

// The values at the crosshair, for those who cannot see it.
void TimeChart::describe() {
    QStringList said;
    if (m_crosshair) {
        for (const ChartValue& value : valuesAt(m_data, m_shape, *m_crosshair))
            //: A series of a chart and its value, for screen readers.
            said << tr("%1 %2").arg(m_data.series[value.series].name, chartNumber(value.value));
        if (const QString words = unknownTextAt(m_data, *m_crosshair); !words.isEmpty())
            said << words;
        //: A moment and the values of all series then, for screen readers.
        setAccessibleDescription(tr("%1: %2").arg(crosshairText(), said.join(QLatin1String(", "))));
    } else {
        setAccessibleDescription(gesturesText());
    }
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void TimeChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LocaleChange)
        refresh();
}

void TimeChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitEndLabels();
    m_plot->widget()->setGeometry(rect());
    m_overlay->setGeometry(rect());
    m_plot->replot();
}

}  // namespace apportion::ui
