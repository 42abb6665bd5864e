// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_graphs.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/chart_boxes.h"

namespace apportion::ui {

namespace {

// Of the device, in units of the painter: files may be scaled by a factor of their own, screens by
// the ratio of the device.
double pixelOf(const QCPPainter& painter) {
    const double scale = painter.device()->devicePixelRatioF() * painter.worldTransform().m11();
    return 1.0 / std::max(scale, 0.01);
}

bool isRaster(const QCPPainter& painter) {
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

}  // namespace

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
    const double pixel = pixelOf(*painter);
    for (const QPolygonF& piece : pieces)
        if (m_trace.stepped && isRaster(*painter) &&
            static_cast<double>(piece.size()) > where.width)
            drawBoxes(*painter, piece, pixel);
        else {
            painter->setPen(pen());
            painter->drawPolyline(piece);
        }
    painter->translate(0, -m_shift);
}

// So many steps that they are but boxes. Of a dashed line those in the gaps are left out.
void LineGraph::drawBoxes(QCPPainter& painter, QPolygonF steps, double pixel) const {
    const double thickness = std::max(1.0, std::round(pen().widthF() / pixel)) * pixel;
    for (QPointF& point : steps)
        point -= QPointF(thickness / 2, thickness / 2);
    painter.translate(0, -m_shift);
    for (QPointF& point : steps)
        point.ry() += m_shift;
    snapTo(pixel, steps);
    QList<QRectF> boxes = boxesAlong(steps, thickness);
    if (pen().style() != Qt::SolidLine && pen().dashPattern().size() >= 2) {
        const double dash = pen().dashPattern()[0] * pen().widthF();
        const double period = dash + pen().dashPattern()[1] * pen().widthF();
        boxes.removeIf([&](const QRectF& box) { return std::fmod(box.left(), period) >= dash; });
    }
    fillBoxes(painter, boxes, pen().color());
    painter.translate(0, m_shift);
}

void LayerGraph::draw(QCPPainter* painter) {
    const double pixel = pixelOf(*painter);
    const TracePlace where = place();
    m_edge = edgeThrough(m_trace, where);
    for (QPolygonF& piece : m_edge)
        snapTo(pixel, piece);
    const double zero = std::round(where.zero / pixel) * pixel;
    const double width = std::max(1.0, std::round(1.0 / pixel)) * pixel;
    painter->setAntialiasing(false);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    for (std::size_t i = 0; i < m_edge.size(); ++i) {
        const QPolygonF& upper = m_edge[i];
        const bool above = m_below != nullptr && i < m_below->m_edge.size();
        const QPolygonF lower = above ? m_below->m_edge[i] : QPolygonF();
        const QList<QRectF> edge = boxesAlong(upper, width);
        if (isRaster(*painter)) {
            fillBoxes(*painter, boxesBetween(upper, lower, zero), brush());
            fillBoxes(*painter, edge, pen().color());
        } else {
            painter->setPen(Qt::NoPen);
            painter->setBrush(brush());
            QPolygonF area(upper);
            for (auto point = lower.crbegin(); point != lower.crend(); ++point)
                area << *point;
            if (!above)
                area << QPointF(upper.last().x(), zero) << QPointF(upper.first().x(), zero);
            painter->drawPolygon(area);
            painter->setBrush(pen().color());
            painter->drawRects(edge);
        }
    }
}

}  // namespace apportion::ui
