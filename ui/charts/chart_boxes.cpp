// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_boxes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QPainter>

namespace apportion::ui {

namespace {

// All corners at one place.
struct Place {
    double x = 0;
    double top = 0;
    double bottom = 0;
    double leaves = 0;  // the height that holds from here on
};

std::vector<Place> placesOf(const QPolygonF& steps) {
    std::vector<Place> places;
    places.reserve(static_cast<std::size_t>(steps.size()));
    for (const QPointF& point : steps) {
        if (places.empty() || places.back().x != point.x())
            places.push_back({point.x(), point.y(), point.y(), point.y()});
        Place& place = places.back();
        place.top = std::min(place.top, point.y());
        place.bottom = std::max(place.bottom, point.y());
        place.leaves = point.y();
    }
    return places;
}

}  // namespace

void snapTo(double pixel, QPolygonF& steps) {
    for (QPointF& point : steps)
        point = {std::round(point.x() / pixel) * pixel, std::round(point.y() / pixel) * pixel};
}

QList<QRectF> boxesAlong(const QPolygonF& steps, double thickness) {
    const std::vector<Place> places = placesOf(steps);
    QList<QRectF> boxes;
    boxes.reserve(static_cast<qsizetype>(2 * places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Place& place = places[i];
        boxes.append({place.x, place.top, thickness, place.bottom - place.top + thickness});
        if (i + 1 < places.size() && places[i + 1].x > place.x + thickness)
            boxes.append({place.x + thickness, place.leaves, places[i + 1].x - place.x - thickness,
                          thickness});
    }
    return boxes;
}

QList<QRectF> boxesBetween(const QPolygonF& upper, const QPolygonF& lower, double zero) {
    const std::vector<Place> tops = placesOf(upper);
    const std::vector<Place> bottoms = placesOf(lower);
    QList<QRectF> boxes;
    boxes.reserve(static_cast<qsizetype>(tops.size() + bottoms.size()));
    std::size_t below = 0;  // places of `bottoms` at or before x
    for (std::size_t i = 0; i + 1 < tops.size(); ++i) {
        const double end = tops[i + 1].x;
        for (double x = tops[i].x; x < end;) {
            while (below < bottoms.size() && bottoms[below].x <= x)
                ++below;
            const double next = below < bottoms.size() ? std::min(end, bottoms[below].x) : end;
            const double floor = below > 0 ? bottoms[below - 1].leaves : zero;
            if (floor > tops[i].leaves)
                boxes.append({x, tops[i].leaves, next - x, floor - tops[i].leaves});
            x = next;
        }
    }
    return boxes;
}

void fillBoxes(QPainter& painter, const QList<QRectF>& boxes, const QBrush& brush) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(brush);
    const QTransform toDevice = painter.deviceTransform();
    if (toDevice.type() <= QTransform::TxScale) {
        QList<QRect> pixels;
        pixels.reserve(boxes.size());
        for (const QRectF& box : boxes) {
            const QRectF at = toDevice.mapRect(box);
            pixels.append(QRect(QPoint(qRound(at.left()), qRound(at.top())),
                                QPoint(qRound(at.right()) - 1, qRound(at.bottom()) - 1)));
        }
        QBrush onPixels = brush;
        onPixels.setTransform(brush.transform() * toDevice);  // patterns stay as they are
        painter.setBrush(onPixels);
        painter.setWorldTransform(toDevice.inverted() * painter.worldTransform());
        painter.drawRects(pixels);
    } else {
        painter.drawRects(boxes);
    }
    painter.restore();
}

}  // namespace apportion::ui
