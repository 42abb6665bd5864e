// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/before_after.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kBeforeAfterBar = 26;
constexpr float kVeil = 0.35F;          // over what is no more
constexpr double kBeforeAfterGap = 14;  // holds the lines from where a part ended to where it ends

Gpu amount(const BeforeAfterPart& part, bool after) {
    return after ? part.after : part.before;
}

}  // namespace

BeforeAfter::BeforeAfter(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize BeforeAfter::sizeHint() const {
    return {480, static_cast<int>(2 * kBeforeAfterBar + kBeforeAfterGap)};
}

void BeforeAfter::setParts(const std::vector<BeforeAfterPart>& parts, Gpu whole) {
    parts_ = parts;
    Gpu before = 0, after = 0;
    QStringList told;
    for (const BeforeAfterPart& part : parts) {
        before += part.before;
        after += part.after;
        told << tr("%1: %2, then %3", "what a quota runs before and after")
                    .arg(part.name, gpusText(part.before), gpusText(part.after));
    }
    whole_ = std::max({whole, before, after, Gpu{1}});
    setAccessibleName(tr("GPUs that run. %1").arg(told.join(QStringLiteral("; "))));
    update();
}

double BeforeAfter::labelWidth() const {
    const QFontMetricsF metrics(apportion::ui::font(Type::name));
    return std::max(metrics.horizontalAdvance(tr("Before")),
                    metrics.horizontalAdvance(tr("After"))) +
           16;
}

double BeforeAfter::xOf(Gpu gpu) const {
    const double left = labelWidth();
    return left + (width() - left) * static_cast<double>(gpu) / static_cast<double>(whole_);
}

void BeforeAfter::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(apportion::ui::font(Type::body));
    painter.setPen(color(Role::text2));
    painter.drawText(
        QPointF(0, baselineIn(QRectF(0, 0, 10, kBeforeAfterBar), apportion::ui::font(Type::body))),
        tr("Before"));
    painter.setFont(apportion::ui::font(Type::head));
    painter.setPen(color(Role::text));
    painter.drawText(
        QPointF(0, baselineIn(QRectF(0, kBeforeAfterBar + kBeforeAfterGap, 10, kBeforeAfterBar),
                              apportion::ui::font(Type::head))),
        tr("After"));
    paintBar(painter, 0, false);
    paintBar(painter, kBeforeAfterBar + kBeforeAfterGap, true);
    Gpu before = 0, after = 0;
    for (const BeforeAfterPart& part : parts_) {
        before += part.before;
        after += part.after;
        if (before != after) {
            painter.setPen(QPen(color(Role::text2), 1));
            painter.drawLine(QPointF(xOf(before), kBeforeAfterBar + 2),
                             QPointF(xOf(after), kBeforeAfterBar + kBeforeAfterGap - 2));
        }
    }
}

void BeforeAfter::paintBar(QPainter& painter, double top, bool after) const {
    QPainterPath trough;
    trough.addRoundedRect(QRectF(xOf(0), top, xOf(whole_) - xOf(0), kBeforeAfterBar), kBarRadius,
                          kBarRadius);
    painter.fillPath(trough, color(Role::trough));
    const QFont face = apportion::ui::font(after ? Type::head : Type::name);
    const QFontMetricsF metrics(face);
    Gpu from = 0;
    for (const BeforeAfterPart& part : parts_) {
        const Gpu gpu = amount(part, after);
        if (gpu <= 0)
            continue;
        QRectF box(xOf(from), top, xOf(from + gpu) - xOf(from), kBeforeAfterBar);
        from += gpu;
        if (box.width() > 3)
            box.adjust(0, 0, -1, 0);
        const QColor team = teamColor(part.colour);
        const QColor fill = after ? team : mix(team, color(Role::surface), kVeil);
        QPainterPath path;
        path.addRoundedRect(box, kBarRadius, kBarRadius);
        painter.setBrushOrigin(box.topLeft());
        fillHatched(painter, path, teamBrush(part.colour));
        if (!after) {
            QColor veil = color(Role::surface);
            veil.setAlphaF(kVeil);
            painter.fillPath(path, veil);
        }
        // The number is never cut; the name stands where both fit.
        const QString number = gpuNumber(gpu);
        const double wide = figuresWidth(number, face);
        if (wide + 8 > box.width())
            continue;
        const double room = box.width() - wide - 16;
        const QString whole = visible(part.name);
        const QString name = room > 48 || metrics.horizontalAdvance(whole) <= room
                                 ? metrics.elidedText(whole, Qt::ElideRight, room)
                                 : QString();
        const double named = name.isEmpty() ? 0 : metrics.horizontalAdvance(name) + 8;
        const double x = box.center().x() - (named + wide) / 2;
        // A hatch is no ground for text.
        if (teamIsHatched(part.colour))
            paintBox(painter,
                     QRectF(x - 4, box.center().y() - metrics.height() / 2, named + wide + 8,
                            metrics.height()),
                     fill, {}, kBarRadius);
        painter.setFont(face);
        painter.setPen(textOn(fill));
        if (!name.isEmpty())
            painter.drawText(QPointF(x, baselineIn(box, face)), name);
        drawFigures(painter, QPointF(x + named, baselineIn(box, face)), number, face, textOn(fill));
    }
}

bool BeforeAfter::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const bool after = help->pos().y() > kBeforeAfterBar + kBeforeAfterGap / 2;
    Gpu end = 0;
    const auto tell = [&](const QString& text) {
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    };
    for (const BeforeAfterPart& part : parts_) {
        end += amount(part, after);
        if (help->pos().x() <= xOf(end) && help->pos().x() >= xOf(0)) {
            return tell(tr("%1: %2, then %3", "what a quota runs before and after")
                            .arg(part.name, gpusText(part.before), gpusText(part.after)));
        }
    }
    if (help->pos().x() > xOf(end))
        return tell(tr("%1 of %2 that these quotas divide are idle")
                        .arg(gpuNumber(whole_ - end), gpusText(whole_)));
    QToolTip::hideText();
    return true;
}

}  // namespace apportion::ui
