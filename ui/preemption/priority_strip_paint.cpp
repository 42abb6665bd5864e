// SPDX-License-Identifier: GPL-3.0-or-later
// How the strip looks: cells, brackets with their words, handles.
#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "ui/preemption/priority_strip.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kHandleWidth = 7;
constexpr double kHandleHeight = 16;
constexpr double kNumberDisc = 20;

void paintHatchedCell(QPainter& painter, const QRectF& rect, Role line, Role soft) {
    QPainterPath path;
    path.addRoundedRect(rect, kControlRadius, kControlRadius);
    painter.setBrushOrigin(rect.topLeft());
    Hatch hatch;
    hatch.line = mix(color(line), color(soft), 0.3);
    hatch.ground = color(soft);
    fillHatched(painter, path, hatchBrush(hatch));
    paintBox(painter, rect, {}, color(line), kControlRadius, 1.5);
    const QRectF disc(rect.center().x() - kNumberDisc / 2, rect.center().y() - kNumberDisc / 2,
                      kNumberDisc, kNumberDisc);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(Role::surface));
    painter.drawEllipse(disc);
}

}  // namespace

QColor PriorityStrip::ink(Band band) const {
    if (!isEnabled())
        return disabledText();
    if (band == High)
        return color(Role::accentText);
    return color(inConflict() ? Role::err : Role::warn);
}

QString PriorityStrip::bandText(Band band) const {
    const PriorityRange range = bands_[band];
    if (range.from == range.to)
        return band == High ? tr("%1 can evict", "a priority").arg(range.from)
                            : tr("%1 can be evicted", "a priority").arg(range.from);
    return band == High ? tr("%1–%2 can evict", "priorities").arg(range.from).arg(range.to)
                        : tr("%1–%2 can be evicted", "priorities").arg(range.from).arg(range.to);
}

void PriorityStrip::paintCell(QPainter& painter, int priority) const {
    const QRectF rect = cell(priority);
    const bool low = covers(Low, priority);
    const bool high = covers(High, priority);
    const bool wrong = low && inConflict() && priority >= bands_[High].from;
    QColor number = color(Role::text);
    if (!isEnabled()) {
        paintBox(painter, rect, color(low || high ? Role::trough : Role::sunken),
                 color(Role::line));
        number = disabledText();
    } else if (wrong) {
        paintHatchedCell(painter, rect, Role::err, Role::errSoft);
    } else if (low) {
        paintHatchedCell(painter, rect, Role::warn, Role::warnSoft);
    } else if (high) {
        paintBox(painter, rect, color(Role::accent), {});
        number = color(Role::onAccent);
    } else {
        paintBox(painter, rect, color(Role::sunken), color(Role::line2));
        number = color(Role::text3);
    }
    drawFigures(painter, rect, Qt::AlignHCenter, QString::number(priority), ui::font(Type::head),
                number);
}

void PriorityStrip::paintBracket(QPainter& painter, Band band) const {
    const bool above = band == High || !twoBands_;
    const PriorityRange range = bands_[band];
    const QRectF from = cell(range.from);
    const QRectF to = cell(range.to);
    QFont font = ui::font(Type::small);
    font.setWeight(QFont::DemiBold);
    const QString text = bandText(band);
    const double words = QFontMetricsF(font).horizontalAdvance(text) + 2;
    const double middle = (from.left() + to.right()) / 2;
    const double left = std::clamp(middle - words / 2, 0.0, std::max(0.0, width() - words));
    const double y = above ? from.top() - 10 : from.bottom() + 9;
    painter.setFont(font);
    painter.setPen(ink(band));
    const double line = QFontMetricsF(font).height();
    painter.drawText(QRectF(left, y - line / 2 + 0.5, words, line), Qt::AlignCenter, text);

    constexpr double kAir = 8;
    constexpr double kLeast = 6;
    if (middle - words / 2 - kAir < from.left() + kLeast ||
        words + 2 * kAir > to.right() - from.left())
        return;  // no room for more than the words
    const double foot = above ? from.top() - 4 : from.bottom() + 4;
    constexpr double kPen = 1.5;
    const QColor stroke = ink(band);
    const double top = std::min(y, foot);
    const double high = std::abs(foot - y) + kPen / 2;
    painter.fillRect(QRectF(from.left(), y - kPen / 2, left - kAir - from.left(), kPen), stroke);
    painter.fillRect(
        QRectF(left + words + kAir, y - kPen / 2, to.right() - left - words - kAir, kPen), stroke);
    painter.fillRect(QRectF(from.left(), top - (above ? kPen / 2 : 0), kPen, high), stroke);
    painter.fillRect(QRectF(to.right() - kPen, top - (above ? kPen / 2 : 0), kPen, high), stroke);
}

QRectF PriorityStrip::handleRect(int index) const {
    const Handle edge = handle(index);
    const QRectF at = cell(value(edge));
    // Half in the cell, half in the gap; at the ends of the strip wholly inside.
    double x = edge.upper ? at.right() : at.left();
    x = std::clamp(x, 6.0, width() - 6.0);
    return {x - kHandleWidth / 2, at.center().y() - kHandleHeight / 2, kHandleWidth, kHandleHeight};
}

void PriorityStrip::paintHandle(QPainter& painter, int index) const {
    const QRectF rect = handleRect(index);
    const bool current = index == current_ && (drag_ || hasKeyboardFocus(*this));
    // Of a band that is not known only where the keyboard is.
    if (!known_[handle(index).band] && !current)
        return;
    const QColor stroke = ink(handle(index).band);
    if (current) {
        const QRectF ring = rect.adjusted(-4, -5, 4, 5);
        paintBox(painter, ring, color(Role::surface), {}, ring.width() / 2);
        paintFocusRing(painter, ring, ring.width() / 2);
    }
    paintBox(painter, rect, color(Role::surface), stroke, rect.width() / 2, 1.5);
    painter.fillRect(QRectF(rect.center().x() - 0.5, rect.center().y() - 3, 1, 6), stroke);
}

void PriorityStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int priority = kLowestPriority; priority <= kHighestPriority; ++priority)
        paintCell(painter, priority);
    for (const Band band : {Low, High})
        if (known_[band] && (band == Low || twoBands_))
            paintBracket(painter, band);
    if (!isEnabled())
        return;
    for (int i = 0; i < handleCount(); ++i)
        if (i != current_)
            paintHandle(painter, i);
    paintHandle(painter, current_);
}

}  // namespace apportion::ui
