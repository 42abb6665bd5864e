// SPDX-License-Identifier: GPL-3.0-or-later
// The pens and brushes of a ChartPlot.
#include <qcustomplot.h>

#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_plot.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr double kStackAlpha = 0.82;
constexpr double kBandAlpha = 0.16;
constexpr double kFadedAlpha = 0.35;

QColor faint(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

QBrush layerBrush(const Series& series, bool dark, double alpha) {
    const QColor ground = faint(seriesColor(series, dark), alpha);
    if (series.look != Series::Look::team || !teamIsHatched(series.team))
        return ground;
    return hatchBrush(
        {.line = faint(Theme::color(Role::surface, dark), alpha), .ground = ground, .spacing = 7});
}

}  // namespace

QPen ChartPlot::linePen(const Series& series, bool dark, double width) const {
    QPen pen(seriesColor(series, dark), width);
    pen.setJoinStyle(Qt::MiterJoin);
    pen.setCapStyle(Qt::FlatCap);
    if (series.look == Series::Look::fairShare) {
        pen.setWidthF(1.25);
        pen.setDashPattern({4, 3});
    } else if (series.look == Series::Look::team && teamIsHatched(series.team)) {
        // What the hatch is to an area, short gaps are to a line.
        pen.setDashPattern({7, 1.5});
    }
    return pen;
}

void ChartPlot::recolor(const ChartData& data, bool dark, int highlighted) {
    const auto role = [dark](Role r) { return Theme::color(r, dark); };
    m_plot->setBackground(role(Role::surface));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setTickLabelColor(role(Role::text3));
    m_plot->xAxis->setBasePen(QPen(role(Role::line2), 0));
    m_plot->xAxis->setTickPen(QPen(role(Role::line2), 0));
    m_plot->yAxis->grid()->setPen(QPen(role(Role::line), 0));
    m_plot->yAxis->grid()->setZeroLinePen(QPen(role(Role::line2), 0));

    const double width = isCrowded() ? 1 : 1.75;
    for (const Use& use : m_graphs) {
        const Series& series = data.series[use.series];
        const bool faded = isFaded(data, use.series, highlighted);
        const double alpha = faded ? kFadedAlpha : 1;
        switch (use.part) {
            case Use::layer:
                use.graph->setPen(QPen(role(Role::surface), 1));
                use.graph->setBrush(layerBrush(series, dark, kStackAlpha * alpha));
                break;
            case Use::line: {
                QPen pen = linePen(series, dark, width);
                pen.setColor(faint(pen.color(), alpha));
                use.graph->setPen(pen);
                use.graph->setBrush(series.filled ? QBrush(faint(pen.color(), kBandAlpha * alpha))
                                                  : QBrush(Qt::NoBrush));
                break;
            }
            case Use::bandLow:
            case Use::bandHigh:
                use.graph->setPen(Qt::NoPen);
                use.graph->setBrush(
                    use.part == Use::bandHigh
                        ? QBrush(faint(seriesColor(series, dark), kBandAlpha * alpha))
                        : QBrush(Qt::NoBrush));
                break;
        }
    }
}

}  // namespace apportion::ui
