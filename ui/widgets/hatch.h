// SPDX-License-Identifier: GPL-3.0-or-later
// Hatches, as texture brushes: the tile is drawn at four times its size and shrunk by the brush,
// which keeps it crisp at every scale. (Qt's own patterns stay at 8 device pixels.)
#pragma once

#include <QBrush>
#include <QColor>

class QPainter;
class QPainterPath;
class QRectF;

namespace apportion::ui {

enum class Lean { right, left };  // "/" and "\"

struct Hatch {
    QColor line;
    QColor ground;        // may be transparent
    int spacing = 5;      // pixels from line to line, measured along the horizontal
    double width = 1.25;  // of a line, in pixels
    Lean lean = Lean::right;
};

QBrush hatchBrush(const Hatch& hatch);

// The fill of a team: plain for 1 to 8, under a hatch of the surface colour for 9 to 16.
QBrush teamBrush(int index);
QBrush teamBrush(int index, bool dark);

// fillRect and fillPath with the hint that textures need to be shrunk smoothly.
void fillHatched(QPainter& painter, const QRectF& rect, const QBrush& brush);
void fillHatched(QPainter& painter, const QPainterPath& path, const QBrush& brush);

}  // namespace apportion::ui
