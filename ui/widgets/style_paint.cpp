// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/style_paint.h"

#include <array>
#include <utility>

#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QStyleOption>
#include <QVariant>
#include <QWidget>

#include "ui/widgets/theme.h"

namespace apportion::ui {

void paintBox(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border,
              double radius, double width) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (border.isValid()) {
        const double half = width / 2;
        painter.setPen(QPen(border, width));
        painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
        const double inner = std::max(0.0, radius - half);
        painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), inner, inner);
    } else if (fill.isValid()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(rect, radius, radius);
    }
    painter.restore();
}

void paintFocusRing(QPainter& painter, const QRectF& rect, double radius) {
    paintBox(painter, rect, {}, color(Role::accentText), radius, 2);
}

void paintHairline(QPainter& painter, double x1, double x2, double y, const QColor& color) {
    painter.fillRect(QRectF(x1, y, x2 - x1, 1), color);
}

namespace style {

Kind kindOf(const QWidget* widget) {
    if (!widget)
        return Kind::plain;
    static constexpr std::array<std::pair<const char*, Kind>, 6> kKinds = {{
        {"primary", Kind::primary},
        {"quiet", Kind::quiet},
        {"danger", Kind::danger},
        {"switch", Kind::switchKind},
        {"card", Kind::card},
        {"well", Kind::well},
    }};
    const QVariant value = widget->property("kind");
    if (!value.isValid())
        return Kind::plain;
    const QString name = value.toString();
    for (const auto& [text, kind] : kKinds)
        if (name == QLatin1String(text))
            return kind;
    return Kind::plain;
}

bool hasError(const QWidget* widget) {
    return widget && widget->property("error").toBool();
}

bool isTextEdit(const QWidget* widget) {
    return qobject_cast<const QPlainTextEdit*>(widget) != nullptr;
}

bool isCompact(const QWidget* widget) {
    return widget && widget->property("compact").toBool();
}

bool isEnabled(const QStyleOption& option) {
    return option.state & QStyle::State_Enabled;
}

bool isHovered(const QStyleOption& option) {
    return isEnabled(option) && (option.state & QStyle::State_MouseOver);
}

bool isPressed(const QStyleOption& option) {
    return isEnabled(option) && (option.state & QStyle::State_Sunken);
}

bool isOn(const QStyleOption& option) {
    return option.state & QStyle::State_On;
}

bool hasFocus(const QStyleOption& option) {
    return isEnabled(option) && (option.state & QStyle::State_HasFocus);
}

bool hasKeyboardFocus(const QStyleOption& option) {
    return hasFocus(option) && (option.state & QStyle::State_KeyboardFocusChange);
}

}  // namespace style
}  // namespace apportion::ui
