// SPDX-License-Identifier: GPL-3.0-or-later
// Tabular figures. Inter's digits are proportional and Qt 6.4 cannot switch font features, so
// numbers that stand in columns, badges and crosshairs are set by hand: each digit centred in the
// width of '0', all else at its own advance, drawn at once as a glyph run.
#pragma once

#include <QFont>
#include <QString>

class QColor;
class QPainter;
class QPointF;
class QRectF;

namespace apportion::ui {

// Width of `text` as drawFigures() sets it.
double figuresWidth(const QString& text, const QFont& font);

// `left` is where the baseline starts.
void drawFigures(QPainter& painter, const QPointF& left, const QString& text, const QFont& font,
                 const QColor& color);

// In `rect`, vertically centred, at its right edge (Qt::AlignRight), left edge or centre.
void drawFigures(QPainter& painter, const QRectF& rect, Qt::Alignment alignment,
                 const QString& text, const QFont& font, const QColor& color);

// Baseline of a line of `font` centred in `rect`: the one all cells of a row share.
double baselineIn(const QRectF& rect, const QFont& font);

}  // namespace apportion::ui
