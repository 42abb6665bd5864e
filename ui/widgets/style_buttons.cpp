// SPDX-License-Identifier: GPL-3.0-or-later
// Push buttons (plain, primary, quiet, danger) and tool buttons.
#include <QPainter>
#include <QStyleOption>
#include <QToolButton>
#include <QWidget>

#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui::style {
namespace {

struct Look {
    QColor fill;
    QColor border;
    QColor text;
};

Look lookOf(const QStyleOption& option, Kind kind) {
    const bool hot = isHovered(option) || isPressed(option);
    if (!isEnabled(option)) {
        if (kind == Kind::quiet)
            return {{}, {}, disabledText()};
        return {color(Role::sunken), color(Role::line), disabledText()};
    }
    switch (kind) {
        case Kind::primary:
            return {color(hot ? Role::accentHover : Role::accent), {}, color(Role::onAccent)};
        case Kind::quiet:
            return {hot || isOn(option) ? color(Role::hover) : QColor(),
                    {},
                    color(isOn(option) ? Role::text : Role::text2)};
        case Kind::danger:
            return {color(hot ? Role::errSoft : Role::raised), color(Role::err), color(Role::err)};
        default:
            break;
    }
    if (isOn(option))
        return {color(Role::accentSoft), color(Role::accentText), color(Role::text)};
    return {color(hot ? Role::hover : Role::raised), color(hot ? Role::ctl : Role::line2),
            color(Role::text)};
}

void drawBevel(const QStyleOption& option, QPainter& painter, const QWidget* widget) {
    const Kind kind = kindOf(widget);
    const Look look = lookOf(option, kind);
    const QRectF rect(option.rect);
    paintBox(painter, rect, look.fill, look.border);
    if (!hasKeyboardFocus(option))
        return;
    paintFocusRing(painter, rect);
    // In light the primary button has the colour of the ring: a white one inside tells it.
    if (kind == Kind::primary)
        paintBox(painter, rect.adjusted(2, 2, -2, -2), {}, color(Role::onAccent), 2.5, 1);
}

void drawLabel(const QStyleOptionButton& option, QPainter& painter, const QWidget* widget) {
    const Look look = lookOf(option, kindOf(widget));
    const QFontMetrics metrics(painter.font());
    constexpr int kGap = 8;
    const int iconWidth = option.icon.isNull() ? 0 : option.iconSize.width();
    const int gap = iconWidth > 0 && !option.text.isEmpty() ? kGap : 0;
    const int menuWidth = option.features & QStyleOptionButton::HasMenu ? kArrowColumn : 0;
    const QRect inner = option.rect.adjusted(8, 0, -8 - menuWidth, 0);
    const int room = inner.width() - iconWidth - gap;
    const int flags =
        Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine |
        (widget && widget->style()->styleHint(QStyle::SH_UnderlineShortcut, &option, widget)
             ? 0
             : Qt::TextHideMnemonic);
    QString text = option.text;
    int textWidth = metrics.size(Qt::TextShowMnemonic, text).width();
    if (textWidth > room) {
        text = metrics.elidedText(text, Qt::ElideRight, room, Qt::TextShowMnemonic);
        textWidth = metrics.size(Qt::TextShowMnemonic, text).width();
    }
    int x = inner.left() + (inner.width() - iconWidth - gap - textWidth) / 2;
    if (iconWidth > 0) {
        const QRect place(x, option.rect.center().y() - option.iconSize.height() / 2 + 1, iconWidth,
                          option.iconSize.height());
        const QIcon::Mode mode = isEnabled(option) ? QIcon::Normal : QIcon::Disabled;
        option.icon.paint(&painter, place, Qt::AlignCenter, mode,
                          isOn(option) ? QIcon::On : QIcon::Off);
        x += iconWidth + gap;
    }
    if (menuWidth > 0)
        paintIcon(painter,
                  QRectF(option.rect.right() - menuWidth - 2, option.rect.top(), menuWidth,
                         option.rect.height()),
                  Icon::chevronDown, look.text, 14);
    painter.setPen(look.text);
    painter.drawText(QRect(x, option.rect.top(), textWidth + 1, option.rect.height()), flags, text);
}

void drawToolPanel(const QStyleOption& option, QPainter& painter) {
    const QRectF rect(option.rect);
    if (isOn(option))
        paintBox(painter, rect, color(Role::accentSoft), color(Role::accentText));
    else if (isHovered(option) || isPressed(option))
        paintBox(painter, rect, color(isPressed(option) ? Role::trough : Role::hover), {});
    if (hasKeyboardFocus(option))
        paintFocusRing(painter, rect);
}

}  // namespace

bool drawButtonControl(QStyle::ControlElement element, const QStyleOption& option,
                       QPainter& painter, const QWidget* widget) {
    switch (element) {
        case QStyle::CE_PushButtonBevel:
            drawBevel(option, painter, widget);
            return true;
        case QStyle::CE_PushButtonLabel:
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option)) {
                drawLabel(*button, painter, widget);
                return true;
            }
            return false;
        default:
            return false;
    }
}

bool drawButtonPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option,
                         QPainter& painter, const QWidget* widget) {
    switch (element) {
        case QStyle::PE_PanelButtonCommand:
            drawBevel(option, painter, widget);
            return true;
        case QStyle::PE_PanelButtonTool:
            drawToolPanel(option, painter);
            return true;
        case QStyle::PE_FrameFocusRect:
            // Every control draws its own ring; only a raised tool button has no panel to do it.
            if (qobject_cast<const QToolButton*>(widget) && hasKeyboardFocus(option))
                paintFocusRing(painter, QRectF(widget->rect()));
            return true;
        default:
            return false;
    }
}

}  // namespace apportion::ui::style
