// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_graphs.h"

#include <algorithm>
#include <cmath>

namespace apportion::ui {

QCPRange TraceGraph::getKeyRange(bool& found, QCP::SignDomain) const {
    found = false;
    return {};
}

QCPRange TraceGraph::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = false;
    return {};
}

TracePlace TraceGraph::place() const {
    const QRect box = keyAxis()->axisRect()->rect();
    const QCPRange keys = keyAxis()->range();
    TracePlace place;
    place.left = box.left();
    place.width = box.width();
    place.from = std::llround(keys.lower * 1000);
    place.to = std::max(place.from + 1, std::llround(keys.upper * 1000));
    place.zero = valueAxis()->coordToPixel(0);
    place.perUnit = place.zero - valueAxis()->coordToPixel(1);
    return place;
}

LineGraph::LineGraph(QCPAxis* keys, QCPAxis* values, int index)
    : TraceGraph(keys, values), m_shift(1.25 * (index % 3 - 1)) {}

void LineGraph::draw(QCPPainter* painter) {
    const TracePlace where = place();
    const std::vector<QPolygonF> pieces = lineThrough(m_trace, where);
    painter->translate(0, m_shift);
    if (brush().style() != Qt::NoBrush) {
        applyFillAntialiasingHint(painter);
        painter->setPen(Qt::NoPen);
        painter->setBrush(brush());
        for (const QPolygonF& piece : pieces) {
            QPolygonF area = piece;
            area << QPointF(piece.last().x(), where.zero) << QPointF(piece.first().x(), where.zero);
            painter->drawPolygon(area);
        }
        painter->setBrush(Qt::NoBrush);
    }
    applyDefaultAntialiasingHint(painter);
    painter->setPen(pen());
    for (const QPolygonF& piece : pieces)
        painter->drawPolyline(piece);
    painter->translate(0, -m_shift);
}

void LayerGraph::draw(QCPPainter* painter) {
    // Files may be scaled by a factor of their own; screens by the ratio of the device.
    const double scale = painter->device()->devicePixelRatioF() * painter->worldTransform().m11();
    const double pixel = 1.0 / std::max(scale, 0.01);
    const TracePlace where = place();
    m_edge = edgeThrough(m_trace, where);
    for (QPolygonF& piece : m_edge)
        for (QPointF& point : piece)
            point = {std::round(point.x() / pixel) * pixel, std::round(point.y() / pixel) * pixel};
    const double zero = std::round(where.zero / pixel) * pixel;
    const double width = std::max(1.0, std::round(1.0 / pixel)) * pixel;
    painter->setAntialiasing(false);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    for (std::size_t i = 0; i < m_edge.size(); ++i) {
        const QPolygonF& upper = m_edge[i];
        QPolygonF area(upper);
        if (m_below != nullptr && i < m_below->m_edge.size()) {
            const QPolygonF& lower = m_below->m_edge[i];
            for (auto point = lower.crbegin(); point != lower.crend(); ++point)
                area << *point;
        } else {
            area << QPointF(upper.last().x(), zero) << QPointF(upper.first().x(), zero);
        }
        painter->setPen(Qt::NoPen);
        painter->setBrush(brush());
        painter->drawPolygon(area);
        for (qsizetype k = 1; k < upper.size(); ++k) {
            const QPointF from = upper[k - 1];
            const QPointF to = upper[k];
            const QRectF line(std::min(from.x(), to.x()), std::min(from.y(), to.y()),
                              std::abs(to.x() - from.x()) + width,
                              std::abs(to.y() - from.y()) + width);
            painter->fillRect(line, pen().color());
        }
    }
}

}  // namespace apportion::ui
