// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_plot.h"

#include <qcustomplot.h>

#include "ui/charts/chart_graphs.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/time_ticks.h"
#include "ui/widgets/fonts.h"

namespace apportion::ui {
namespace {

constexpr int kCrowded = 20000;  // points in view
constexpr double kPixelsPerTimeLabel = 90;

double key(qint64 ms) {
    return static_cast<double>(ms) / 1000.0;
}

// Labels and positions come from outside: round times need a time zone, round values powers of two.
class ListTicker final : public QCPAxisTicker {
public:
    void set(const QVector<double>& at, const QVector<QString>& labels) {
        m_at = at;
        m_labels = labels;
    }

    void generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* labels) override {
        ticks = m_at;
        if (subTicks)
            subTicks->clear();
        if (labels)
            *labels = m_labels;
    }

private:
    QVector<double> m_at;
    QVector<QString> m_labels;
};

QVector<QCPGraphData> points(const QList<qint64>& at, const QList<double>& values,
                             std::optional<qint64> until) {
    QVector<QCPGraphData> made;
    made.reserve(at.size() + 1);
    for (qsizetype i = 0; i < at.size(); ++i)
        made.append({key(at[i]), values[i]});
    // The last value holds on.
    if (until && !at.isEmpty() && *until > at.last())
        made.append({key(*until), values.last()});
    return made;
}

void configure(QCustomPlot& plot) {
    plot.setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    plot.setAttribute(Qt::WA_TransparentForMouseEvents);
    plot.setFocusPolicy(Qt::NoFocus);
    QCPAxisRect* rect = plot.axisRect();
    rect->setAutoMargins(QCP::msNone);
    rect->setMinimumMargins(QMargins(0, 0, 0, 0));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setTicker(QSharedPointer<ListTicker>::create());
        axis->setSubTicks(false);
        axis->setTickLabelFont(font(Type::small));
    }
    plot.xAxis->grid()->setVisible(false);
    plot.xAxis->setTickLength(0, 4);
    plot.yAxis->setTicks(true);
    plot.yAxis->setTickLength(0, 0);
    plot.yAxis->setTickLabelPadding(8);
    plot.yAxis->setBasePen(Qt::NoPen);
    plot.yAxis->setTickPen(Qt::NoPen);
}

void setMargins(QCustomPlot& plot, const ChartMargins& margins) {
    plot.axisRect()->setMargins(QMargins(margins.left, margins.top, margins.right, margins.bottom));
}

}  // namespace

ChartPlot::ChartPlot(QWidget* parent)
    : m_plot(new QCustomPlot(parent)), m_zone(QTimeZone::systemTimeZone()) {
    configure(*m_plot);
    setMargins(*m_plot, m_margins);
}

void ChartPlot::setRightMargin(int pixels) {
    m_margins.right = pixels;
    setMargins(*m_plot, m_margins);
}

QWidget* ChartPlot::widget() const {
    return m_plot;
}

void ChartPlot::setTimeAxis(TimeAxis axis, const QTimeZone& zone) {
    m_axis = axis;
    m_zone = zone;
}

QString ChartPlot::longMoment(qint64 at) const {
    return m_axis == TimeAxis::wall ? wallMomentInFull(at, m_zone) : elapsedMoment(at);
}

QString ChartPlot::zoneAt(qint64 at) const {
    return m_axis == TimeAxis::wall
               ? m_zone.abbreviation(QDateTime::fromMSecsSinceEpoch(at, m_zone))
               : QString();
}

QString ChartPlot::moment(qint64 at) const {
    return m_axis == TimeAxis::wall ? wallMoment(at, m_range.to - m_range.from, m_zone)
                                    : elapsedMoment(at);
}

void ChartPlot::setData(const ChartData& data, ChartShape shape) {
    m_plot->clearPlottables();
    m_graphs.clear();
    m_top = topOf(data, shape);
    m_whole = data.whole;
    if (shape == ChartShape::stacked)
        buildStack(data);
    else
        buildLines(data);
}

void ChartPlot::buildStack(const ChartData& data) {
    ChartData samples = data;
    samples.until.reset();
    const Stack stack = stackOf(samples);
    LayerGraph* below = nullptr;
    for (const StackEdge& edge : stack.edges) {
        // Registers with the plot, which owns it.
        auto* layer = new LayerGraph(m_plot->xAxis, m_plot->yAxis);
        layer->setTrace({stack.keys, edge.sums, data.until, true});
        layer->setBelow(below);
        m_graphs.push_back({layer, edge.series, Use::layer});
        below = layer;
    }
}

void ChartPlot::buildLines(const ChartData& data) {
    const std::optional<TimeSpan> span = spanOf(data);
    for (qsizetype i = 0; i < data.series.size(); ++i) {
        const Series& series = data.series[i];
        if (!series.shown || series.at.isEmpty())
            continue;
        const int index = static_cast<int>(i);
        if (series.low.size() == series.at.size() && series.high.size() == series.at.size())
            addBand(index, series, span->to);
        auto* line = new LineGraph(m_plot->xAxis, m_plot->yAxis, index);
        line->setTrace({series.at, series.values, span->to, series.stepped});
        m_graphs.push_back({line, index, Use::line});
    }
}

void ChartPlot::addBand(int index, const Series& series, std::optional<qint64> until) {
    const auto add = [&](Use::Part part, const QList<double>& values) {
        auto* graph = new QCPGraph(m_plot->xAxis, m_plot->yAxis);
        graph->setAntialiasedFill(false);
        graph->setLineStyle(series.stepped ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
        graph->data()->set(points(series.at, values, until), true);
        m_graphs.push_back({graph, index, part});
        return graph;
    };
    QCPGraph* low = add(Use::bandLow, series.low);
    add(Use::bandHigh, series.high)->setChannelFillGraph(low);
}

void ChartPlot::holdUntil(qint64 until) {
    for (const Use& use : m_graphs)
        if (auto* trace = dynamic_cast<TraceGraph*>(use.graph))
            trace->holdUntil(until);
}

void ChartPlot::setRange(const TimeSpan& range) {
    m_range = range;
    m_plot->xAxis->setRange(key(range.from), key(range.to));
}

ChartGeometry ChartPlot::geometry(const QSizeF& size) const {
    ChartGeometry geometry;
    geometry.margins = m_margins;
    geometry.plot =
        QRectF(QPointF(0, 0), size)
            .adjusted(m_margins.left, m_margins.top, -m_margins.right, -m_margins.bottom);
    geometry.range = m_range;
    geometry.top = m_top * 1.04;
    return geometry;
}

void ChartPlot::rebuildTicks(const QSizeF& size) {
    const ChartGeometry place = geometry(size);
    m_plot->yAxis->setRange(0, place.top);
    QVector<double> at;
    QVector<QString> labels;
    for (const double value : axisValues(place, m_top, m_whole)) {
        at << value;
        labels << axisNumber(value);
    }
    m_plot->yAxis->ticker().staticCast<ListTicker>()->set(at, labels);

    at.clear();
    labels.clear();
    const int count = static_cast<int>(place.plot.width() / (kPixelsPerTimeLabel * fontScale()));
    const auto ticks = m_axis == TimeAxis::wall ? wallTicks(m_range.from, m_range.to, count, m_zone)
                                                : elapsedTicks(m_range.from, m_range.to, count);
    for (const TimeTick& tick : ticks) {
        at << key(tick.at);
        labels << tick.label;
    }
    m_plot->xAxis->ticker().staticCast<ListTicker>()->set(at, labels);
}

void ChartPlot::replot() {
    rebuildTicks(m_plot->size());
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ChartPlot::paintPage(QPaintDevice& device, double scale, const QRect& place,
                          const std::function<void(QPainter&)>& before,
                          const std::function<void(QPainter&)>& after) {
    // One painter for all of it: a PDF or SVG takes no second one.
    QCPPainter painter(&device);
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    before(painter);
    painter.save();
    painter.translate(place.topLeft());
    rebuildTicks(place.size());
    m_plot->toPainter(&painter, place.width(), place.height());
    painter.restore();
    painter.save();
    painter.setClipping(false);
    painter.translate(place.topLeft());
    after(painter);
    painter.restore();
    rebuildTicks(m_plot->size());
}

bool ChartPlot::isCrowded() const {
    qsizetype points = 0;
    for (const Use& use : m_graphs)
        if (const auto* trace = dynamic_cast<const TraceGraph*>(use.graph))
            points += trace->samplesInView();
    return points > kCrowded;
}

}  // namespace apportion::ui
