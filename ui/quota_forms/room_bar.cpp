// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/room_bar.h"

#include <algorithm>

#include <QPainter>
#include <QPainterPath>

#include "ui/texts.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kTop = 5;  // the mark reaches so far above the bar
constexpr double kBar = 22;
constexpr double kGap = 2;

double toDouble(Gpu gpu) {
    return static_cast<double>(gpu);
}

}  // namespace

RoomBar::RoomBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RoomBar::sizeHint() const {
    return {320, static_cast<int>(kTop + kBar + 5) + QFontMetrics(ui::font(Type::small)).height()};
}

QSize RoomBar::minimumSizeHint() const {
    return {160, sizeHint().height()};
}

QString RoomBar::whose() const {
    return room_.parent.empty()
               ? tr("%1 on these nodes").arg(gpusText(room_.whole))
               : tr("%1 guaranteed to %2").arg(gpuNumber(room_.whole), qt(room_.parent));
}

Gpu RoomBar::over() const {
    return std::max<Gpu>(0, room_.wanted - room_.unassigned());
}

void RoomBar::setRoom(const QuotaRoom& room, std::vector<int> colours, int own,
                      const QString& name) {
    room_ = room;
    colours_ = std::move(colours);
    own_ = own;
    name_ = name;
    known_ = true;
    const QString left = tr("%1 would be left").arg(gpusText(room.unassigned() - room.wanted));
    setAccessibleName(over() > 0 ? tr("%1, %2 too much").arg(whose(), gpusText(over()))
                                 : tr("%1, %2", "what there is, what is left").arg(whose(), left));
    setToolTip(accessibleName());
    update();
}

void RoomBar::setUnknown() {
    known_ = false;
    room_.wanted = 0;
    setAccessibleName(whose());
    setToolTip(accessibleName());
    update();
}

void RoomBar::paintPart(QPainter& painter, double from, double to, const QString& text, int colour,
                        bool own) const {
    const QRectF box(from, kTop, std::max(1.0, to - from - kGap), kBar);
    const QColor team = teamColor(colour);
    QPainterPath path;
    path.addRoundedRect(box, kBarRadius, kBarRadius);
    painter.setBrushOrigin(box.topLeft());
    const QColor fill = own ? team : mix(team, color(Role::surface), Theme::isDark() ? 0.55 : 0.7);
    if (own)
        fillHatched(painter, path, teamBrush(colour));
    else
        painter.fillPath(path, fill);
    const QFont face = ui::font(Type::small);
    const QString shown = QFontMetricsF(face).elidedText(text, Qt::ElideMiddle, box.width() - 14);
    if (QFontMetricsF(face).horizontalAdvance(text) > box.width() - 14)
        return;
    painter.setFont(face);
    painter.setPen(own ? textOn(fill) : color(Role::text));
    painter.drawText(QPointF(box.left() + 8, baselineIn(box, face)), shown);
}

void RoomBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Gpu left = std::max<Gpu>(0, room_.unassigned());
    const Gpu assigned = room_.whole - room_.unassigned();
    const Gpu scale = std::max({room_.whole, assigned + room_.wanted, Gpu{1}});
    const auto x = [&](Gpu gpu) { return width() * toDouble(gpu) / toDouble(scale); };
    painter.fillRect(QRectF(0, kTop, std::max(0.0, x(room_.whole) - kGap), kBar),
                     color(Role::trough));
    Gpu from = 0;
    double drawn = -1;
    for (std::size_t i = 0; i < room_.parts.size(); ++i) {
        const QuotaRoom::Part& part = room_.parts[i];
        const Gpu to = from + part.guaranteed;
        // Of a crowd only what can be seen is drawn.
        if (x(to) - drawn >= 1) {
            const QString name = part.quota.empty() ? tr("others") : qt(part.quota);
            paintPart(painter, x(from), x(to),
                      tr("%1  %2", "a quota and its GPUs").arg(name, gpuNumber(part.guaranteed)),
                      colours_[i], false);
            drawn = x(to);
        }
        from = to;
    }
    if (const Gpu fits = std::min(left, room_.wanted); fits > 0)
        paintPart(painter, x(assigned), x(assigned + fits),
                  tr("%1  %2", "a quota and its GPUs").arg(name_, gpuNumber(room_.wanted)), own_,
                  true);
    if (over() > 0) {
        const double begin = std::max(x(room_.whole), x(assigned));
        const QRectF box(begin + 1, kTop, std::max(3.0, x(assigned + room_.wanted) - begin - 1),
                         kBar);
        QPainterPath path;
        path.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kBarRadius, kBarRadius);
        painter.setBrushOrigin(box.topLeft());
        fillHatched(painter, path, hatchBrush({color(Role::err), color(Role::errSoft)}));
        painter.setPen(color(Role::err));
        painter.drawPath(path);
    }
    painter.fillRect(QRectF(std::min(x(room_.whole), width() - 2.0) - 1, 0, 2, kTop + kBar + 3),
                     color(Role::text));
    paintCaption(painter);
}

void RoomBar::paintCaption(QPainter& painter) const {
    const QFont face = ui::font(Type::small);
    const QRectF line(0, kTop + kBar + 4, width(), height() - kTop - kBar - 4);
    QFont strong = face;
    strong.setWeight(QFont::DemiBold);
    const Gpu spare = room_.unassigned() - room_.wanted;
    const QString state = !known_      ? QString()
                          : over() > 0 ? tr("%1 over").arg(gpuNumber(over()))
                                       : tr("%1 left").arg(gpuNumber(std::max<Gpu>(0, spare)));
    const double wide = figuresWidth(state, strong);
    drawFigures(painter, line, Qt::AlignRight, state, strong,
                color(over() > 0 ? Role::err : Role::text2));
    drawFigures(painter, line.adjusted(0, 0, -wide - 8, 0), Qt::AlignRight, whose(), face,
                color(Role::text2));
}

}  // namespace apportion::ui
