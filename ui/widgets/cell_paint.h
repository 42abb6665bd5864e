// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and measuring of one cell, apart from any view: the inspector and dialogs use it too.
#pragma once

#include <QSizeF>
#include <QStringList>

class QPainter;
class QRectF;

namespace apportion::ui {

struct Cell;

// `rect` is the room for the contents, pads already taken off. `enabled` false greys the text.
void paintCell(QPainter& painter, const QRectF& rect, const Cell& cell, bool enabled = true);

// A second voice as it stands in `room`: one line, which may be too long, or two where the height
// has them, the last cut where even they do not do.
QStringList voiceLines(const QString& text, const QSizeF& room);

// The width at which nothing is cut.
double cellWidth(const Cell& cell);

// Whether the second voice of a text is cut in `room`, or does not stand there at all.
bool isVoiceCut(const Cell& cell, const QSizeF& room);

// The 10 px dot of a team (radius 2), hatched for teams 9 to 16, centred vertically at `x`.
void paintTeamDot(QPainter& painter, double x, double centerY, int team, double size = 10);

}  // namespace apportion::ui
