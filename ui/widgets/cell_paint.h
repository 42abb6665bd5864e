// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and measuring of one cell, apart from any view: the inspector and dialogs use it too.
#pragma once

class QPainter;
class QRectF;

namespace apportion::ui {

struct Cell;

// `rect` is the room for the contents, pads already taken off. `enabled` false greys the text.
void paintCell(QPainter& painter, const QRectF& rect, const Cell& cell, bool enabled = true);

// The width at which nothing is cut.
double cellWidth(const Cell& cell);

// The 10 px dot of a team (radius 2), hatched for teams 9 to 16, centred vertically at `x`.
void paintTeamDot(QPainter& painter, double x, double centerY, int team, double size = 10);

}  // namespace apportion::ui
