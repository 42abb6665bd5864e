// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr double kBadgePad = 6;
constexpr double kBadgeIcon = 12;
constexpr double kBadgeGap = 4;

double iconRoom(const Badge& badge) {
    return badge.icon == Icon::none ? 0 : kBadgeIcon + (badge.text.isEmpty() ? 0 : kBadgeGap);
}

}  // namespace

Role toneRole(Tone tone) {
    switch (tone) {
        case Tone::good:
            return Role::good;
        case Tone::warn:
            return Role::warn;
        case Tone::err:
            return Role::err;
        case Tone::info:
            return Role::info;
        case Tone::neutral:
            break;
    }
    return Role::text2;
}

Role toneSoftRole(Tone tone) {
    switch (tone) {
        case Tone::good:
            return Role::goodSoft;
        case Tone::warn:
            return Role::warnSoft;
        case Tone::err:
            return Role::errSoft;
        case Tone::info:
            return Role::infoSoft;
        case Tone::neutral:
            break;
    }
    return Role::sunken;
}

Icon toneIcon(Tone tone) {
    switch (tone) {
        case Tone::good:
            return Icon::checkCircle;
        case Tone::warn:
            return Icon::warning;
        case Tone::err:
            return Icon::error;
        case Tone::info:
        case Tone::neutral:
            break;
    }
    return Icon::info;
}

QSize badgeSize(const Badge& badge) {
    const QFont face = font(Type::small);
    const double text = figuresWidth(badge.text, face);
    const double height = std::max(18.0, std::ceil(QFontMetricsF(face).height()) + 4);
    return QSizeF(std::ceil(2 * kBadgePad + iconRoom(badge) + text), height).toSize();
}

double paintBadge(QPainter& painter, const QRectF& rect, const Badge& badge) {
    const QSizeF wanted = badgeSize(badge);
    const double width = std::min(wanted.width(), rect.width());
    const QRectF box(rect.left(), std::round(rect.center().y() - wanted.height() / 2), width,
                     wanted.height());
    paintBox(painter, box, color(toneSoftRole(badge.tone)),
             badge.tone == Tone::neutral ? color(Role::line2) : QColor());
    const QColor ink = color(toneRole(badge.tone));
    paintIcon(painter, QRectF(box.left() + kBadgePad - 1, box.top(), kBadgeIcon, box.height()),
              badge.icon, ink, kBadgeIcon);
    const QFont face = font(Type::small);
    const QRectF text = box.adjusted(
        kBadgePad + iconRoom(badge) - (badge.icon == Icon::none ? 0 : 1), 0, -kBadgePad + 1, 0);
    const QString fitting = width < wanted.width() ? QFontMetricsF(face).elidedText(
                                                         badge.text, Qt::ElideRight, text.width())
                                                   : badge.text;
    drawFigures(painter, text, Qt::AlignLeft, fitting, face, ink);
    return width;
}

BadgeLabel::BadgeLabel(const Badge& badge, QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setBadge(badge);
}

void BadgeLabel::setBadge(const Badge& badge) {
    m_badge = badge;
    setAccessibleName(badge.text);
    updateGeometry();
    update();
}

void BadgeLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBadge(painter, QRectF(rect()), m_badge);
}

}  // namespace apportion::ui
