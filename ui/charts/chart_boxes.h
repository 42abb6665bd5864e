// SPDX-License-Identifier: GPL-3.0-or-later
// Steps as boxes on whole device pixels. Qt fills and strokes polygons of thousands of corners ten
// times as slowly as the boxes that they are made of. Seams are seen where a file is scaled later,
// so these are for screens and pictures.
#pragma once

#include <QBrush>
#include <QList>
#include <QPolygonF>
#include <QRectF>

class QPainter;

namespace apportion::ui {

// Every corner at a whole number of pixels.
void snapTo(double pixel, QPolygonF& steps);

// A line of this thickness along steps: of each place one box up and down, one box to the next.
QList<QRectF> boxesAlong(const QPolygonF& steps, double thickness);

// What lies between two lines of steps over the same time; `lower` empty = a level at `zero`.
QList<QRectF> boxesBetween(const QPolygonF& upper, const QPolygonF& lower, double zero);

// Draws boxes that stand on whole device pixels. Boxes of whole numbers, which Qt fills without its
// rasterizer.
void fillBoxes(QPainter& painter, const QList<QRectF>& boxes, const QBrush& brush);

}  // namespace apportion::ui
