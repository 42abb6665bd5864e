// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_paint.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include "ui/widgets/cell.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr double kCellPaintIcon = 14;
constexpr double kCellPaintGap = 6;
constexpr double kVoiceGap = 8;
constexpr double kLeastSentence = 72;  // of a reason beside its badge
constexpr double kMinimumBar = 64;

double advance(const QString& text, Type type) {
    return QFontMetricsF(font(type)).horizontalAdvance(text);
}

// One line of text in `rect`, cut at its end or in its middle; returns the width it takes.
double drawLine(QPainter& painter, const QRectF& rect, const QString& text, Type type,
                const QColor& ink, Qt::TextElideMode cut = Qt::ElideRight) {
    if (text.isEmpty() || rect.width() <= 0)
        return 0;
    const QFont face = font(type);
    const QFontMetricsF metrics(face);
    const double width = metrics.horizontalAdvance(text);
    // Half a pixel of grace: widths are fractions and columns are not.
    const bool fits = width <= rect.width() + 0.5;
    const QString shown = fits ? text : metrics.elidedText(text, cut, rect.width());
    painter.setFont(face);
    painter.setPen(ink);
    painter.drawText(QPointF(rect.left(), baselineIn(rect, face)), shown);
    return std::min(width, rect.width());
}

// One line, or two where the cell may wrap.
void drawVoice(QPainter& painter, const QRectF& rect, const Cell& cell) {
    const QStringList lines = cell.wraps ? voiceLines(cell.second, rect.size()) : QStringList();
    if (lines.size() < 2) {
        drawLine(painter, rect, cell.second, Type::second, color(Role::text2));
        return;
    }
    const double height = QFontMetricsF(font(Type::second)).height();
    QRectF line(rect.left(), rect.center().y() - height, rect.width(), height);
    for (const QString& each : lines) {
        drawLine(painter, line, each, Type::second, color(Role::text2));
        line.translate(0, height);
    }
}

double marksWidth(const Cell& cell) {
    return static_cast<double>(cell.marks.size()) * (kCellPaintIcon + 4) +
           (cell.marks.isEmpty() ? 0 : 2);
}

double headWidth(const Cell& cell) {
    return (cell.team ? cell.dotSize + kCellPaintGap : 0) +
           (cell.icon == Icon::none ? 0 : kCellPaintIcon + kCellPaintGap);
}

void paintText(QPainter& painter, QRectF rect, const Cell& cell, const QColor& ink) {
    if (cell.team) {
        paintTeamDot(painter, rect.left(), rect.center().y(), *cell.team, cell.dotSize);
        rect.setLeft(rect.left() + cell.dotSize + kCellPaintGap);
    }
    if (cell.icon != Icon::none) {
        paintIcon(painter, QRectF(rect.left(), rect.top(), kCellPaintIcon, rect.height()),
                  cell.icon, color(cell.iconRole), kCellPaintIcon);
        rect.setLeft(rect.left() + kCellPaintIcon + kCellPaintGap);
    }
    QRectF room = rect.adjusted(0, 0, -marksWidth(cell), 0);
    const double used = drawLine(painter, room, cell.text, cell.type, ink,
                                 cell.cutInside ? Qt::ElideMiddle : Qt::ElideRight);
    double x = room.left() + used + kCellPaintGap;
    for (const Icon mark : cell.marks) {
        paintIcon(painter, QRectF(x, rect.top(), kCellPaintIcon, rect.height()), mark,
                  color(mark == Icon::warning ? Role::warn : Role::accentText), kCellPaintIcon);
        x += kCellPaintIcon + 4;
    }
    // The second voice only where a readable piece of it fits.
    const QRectF voice(cell.marks.isEmpty() ? room.left() + used + kVoiceGap : x + 4, rect.top(),
                       rect.right() - room.left() - used - kVoiceGap - marksWidth(cell),
                       rect.height());
    if (voice.width() >= 24 || voice.width() >= advance(cell.second, Type::second))
        drawVoice(painter, voice, cell);
}

void paintNumberOf(QPainter& painter, const QRectF& rect, const Cell& cell, const QColor& ink) {
    const QString rest = QStringLiteral(" / %1").arg(cell.second);
    drawFigures(painter, rect, Qt::AlignRight, rest, font(Type::body), color(Role::text3));
    const double shift = figuresWidth(rest, font(Type::body));
    drawFigures(painter, rect.adjusted(0, 0, -shift, 0), Qt::AlignRight, cell.text, font(cell.type),
                ink);
}

void paintChange(QPainter& painter, const QRectF& rect, const Cell& cell, const QColor& ink) {
    constexpr double kArrow = 12;
    if (cell.second.isEmpty() || cell.second == cell.text) {
        // Nothing changes: the value alone, quiet.
        drawFigures(painter, rect, Qt::AlignRight, cell.text, font(Type::body), color(Role::text3));
        return;
    }
    drawFigures(painter, rect, Qt::AlignRight, cell.second, font(Type::head), ink);
    double right = rect.right() - figuresWidth(cell.second, font(Type::head)) - kVoiceGap;
    paintIcon(painter, QRectF(right - kArrow, rect.top(), kArrow, rect.height()), Icon::arrowRight,
              color(Role::text3), kArrow);
    right -= kArrow + kVoiceGap;
    drawFigures(painter, QRectF(rect.left(), rect.top(), right - rect.left(), rect.height()),
                Qt::AlignRight, cell.text, font(Type::body), color(Role::text2));
}

constexpr double kSpan = 8;       // thickness of a band
constexpr double kTallyCell = 2;  // of one of all, and the gap behind it is 1
constexpr int kMostTallied = 60;  // beyond, the text alone says it
constexpr double kLeastScale = 96;

void paintSpans(QPainter& painter, const QRectF& rect, const Cell& cell) {
    const double middle = std::round(rect.center().y());
    painter.fillRect(QRectF(rect.left(), middle, rect.width(), 1), color(Role::line));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const CellSpan& span : cell.spans) {
        const double left = rect.left() + span.low * rect.width();
        const double width = std::max(kSpan, (span.high - span.low) * rect.width());
        painter.setBrush(teamColor(span.team));
        painter.drawRoundedRect(
            QRectF(std::min(left, rect.right() - width), middle + 0.5 - kSpan / 2, width, kSpan),
            kSpan / 2, kSpan / 2);
    }
    painter.restore();
    if (cell.mark >= 0)
        painter.fillRect(
            QRectF(std::round(rect.left() + cell.mark * (rect.width() - 2)), middle - 6, 2, 13),
            color(Role::text));
}

double tallyWidth(const Cell& cell) {
    return cell.whole > kMostTallied ? 0 : cell.whole * (kTallyCell + 1) + kVoiceGap;
}

void paintTally(QPainter& painter, const QRectF& rect, const Cell& cell, const QColor& ink) {
    const double width = tallyWidth(cell);
    const double text = advance(cell.text, cell.type);
    const bool fits = width + text <= rect.width() + 0.5;
    for (int i = 0; fits && width > 0 && i < cell.whole; ++i)
        painter.fillRect(
            QRectF(rect.left() + i * (kTallyCell + 1), rect.center().y() - 6, kTallyCell, 12),
            color(i < cell.part ? Role::good : cell.iconRole));
    drawLine(painter, fits ? rect.adjusted(width, 0, 0, 0) : rect, cell.text, cell.type, ink);
}

}  // namespace

QStringList voiceLines(const QString& text, const QSizeF& room) {
    const QFont face = font(Type::second);
    const QFontMetricsF metrics(face);
    if (metrics.horizontalAdvance(text) <= room.width() + 0.5 ||
        2 * metrics.height() > room.height())
        return {text};
    QTextLayout layout(text, face);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    first.setLineWidth(room.width());
    layout.endLayout();
    const int length = first.textLength();
    return {text.left(length).trimmed(),
            metrics.elidedText(text.mid(length), Qt::ElideRight, room.width())};
}

void paintTeamDot(QPainter& painter, double x, double centerY, int team, double size) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(std::round(x), std::round(centerY - size / 2), size, size);
    painter.setBrushOrigin(box.topLeft());
    QPainterPath path;
    path.addRoundedRect(box, kBarRadius, kBarRadius);
    fillHatched(painter, path, teamBrush(team));
    painter.restore();
}

void paintCell(QPainter& painter, const QRectF& rect, const Cell& cell, bool enabled) {
    const QColor ink = enabled ? color(cell.role) : disabledText();
    switch (cell.kind) {
        case CellKind::text:
            paintText(painter, rect, cell, ink);
            return;
        case CellKind::number:
            drawFigures(painter, rect, Qt::AlignRight, cell.text, font(cell.type), ink);
            return;
        case CellKind::numberOfNumber:
            paintNumberOf(painter, rect, cell, ink);
            return;
        case CellKind::bar:
            paintUsageBar(painter, rect, cell.bar);
            return;
        case CellKind::badge:
            paintBadge(painter, rect, cell.badge);
            return;
        case CellKind::reason: {
            const double badge = paintBadge(painter, rect, cell.badge);
            const QRectF rest = rect.adjusted(badge + kVoiceGap, 0, 0, 0);
            // The badge says it in short; two words of a sentence say nothing more.
            if (rest.width() >= kLeastSentence || advance(cell.text, cell.type) <= rest.width())
                drawLine(painter, rest, cell.text, cell.type, ink);
            return;
        }
        case CellKind::change:
            paintChange(painter, rect, cell, ink);
            return;
        case CellKind::spans:
            paintSpans(painter, rect, cell);
            return;
        case CellKind::tally:
            paintTally(painter, rect, cell, ink);
            return;
    }
}

double cellWidth(const Cell& cell) {
    switch (cell.kind) {
        case CellKind::text:
            return headWidth(cell) + advance(cell.text, cell.type) + marksWidth(cell) +
                   (cell.second.isEmpty() ? 0 : kVoiceGap + advance(cell.second, Type::second));
        case CellKind::number:
            return figuresWidth(cell.text, font(cell.type));
        case CellKind::numberOfNumber:
            return figuresWidth(cell.text, font(cell.type)) +
                   figuresWidth(QStringLiteral(" / %1").arg(cell.second), font(Type::body));
        case CellKind::bar:
            return kMinimumBar;
        case CellKind::badge:
            return badgeSize(cell.badge).width();
        case CellKind::reason:
            return badgeSize(cell.badge).width() + kVoiceGap + advance(cell.text, cell.type);
        case CellKind::change:
            return figuresWidth(cell.text, font(Type::body)) + 12 + 2 * kVoiceGap +
                   figuresWidth(cell.second, font(Type::head));
        case CellKind::spans:
            return kLeastScale;
        case CellKind::tally:
            return tallyWidth(cell) + advance(cell.text, cell.type);
    }
    return 0;
}

bool isVoiceCut(const Cell& cell, const QSizeF& room) {
    const double left = room.width() - headWidth(cell) - advance(cell.text, cell.type) -
                        marksWidth(cell) - kVoiceGap;
    if (advance(cell.second, Type::second) <= left + 0.5)
        return false;
    const QStringList lines =
        cell.wraps && left > 0 ? voiceLines(cell.second, {left, room.height()}) : QStringList();
    return lines.size() < 2 || lines.join(QLatin1Char(' ')) != cell.second.simplified();
}

}  // namespace apportion::ui
