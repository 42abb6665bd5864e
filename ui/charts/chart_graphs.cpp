// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_graphs.h"

#include <algorithm>
#include <cmath>

namespace apportion::ui {

LineGraph::LineGraph(QCPAxis* keys, QCPAxis* values, int index)
    : QCPGraph(keys, values), m_shift(1.25 * (index % 3 - 1)) {}

void LineGraph::draw(QCPPainter* painter) {
    painter->translate(0, m_shift);
    QCPGraph::draw(painter);
    painter->translate(0, -m_shift);
}

QVector<QPointF> LayerGraph::edge(double pixel) const {
    QVector<QPointF> points;
    getLines(&points, QCPDataRange(0, dataCount()));
    for (QPointF& point : points)
        point = {std::round(point.x() / pixel) * pixel, std::round(point.y() / pixel) * pixel};
    return points;
}

void LayerGraph::draw(QCPPainter* painter) {
    // Files may be scaled by a factor of their own; screens by the ratio of the device.
    const double scale = painter->device()->devicePixelRatioF() * painter->worldTransform().m11();
    const double pixel = 1.0 / std::max(scale, 0.01);
    const QVector<QPointF> upper = edge(pixel);
    if (upper.size() < 2)
        return;
    QPolygonF area(upper);
    if (const auto* below = dynamic_cast<const LayerGraph*>(channelFillGraph())) {
        const QVector<QPointF> lower = below->edge(pixel);
        for (auto point = lower.crbegin(); point != lower.crend(); ++point)
            area << *point;
    } else {
        const double zero = std::round(valueAxis()->coordToPixel(0) / pixel) * pixel;
        area << QPointF(upper.last().x(), zero) << QPointF(upper.first().x(), zero);
    }
    painter->setAntialiasing(false);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    painter->setPen(Qt::NoPen);
    painter->setBrush(brush());
    painter->drawPolygon(area);

    const double width = std::max(1.0, std::round(1.0 / pixel)) * pixel;
    for (qsizetype i = 1; i < upper.size(); ++i) {
        const QPointF from = upper[i - 1];
        const QPointF to = upper[i];
        const QRectF line(std::min(from.x(), to.x()), std::min(from.y(), to.y()),
                          std::abs(to.x() - from.x()) + width, std::abs(to.y() - from.y()) + width);
        painter->fillRect(line, pen().color());
    }
}

}  // namespace apportion::ui
