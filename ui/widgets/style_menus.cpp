// SPDX-License-Identifier: GPL-3.0-or-later
// Menu bar, menus, tool tips and frames.
#include <QFrame>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui::style {
namespace {

constexpr int kStyleMenusIconColumn = 32;

int mnemonicFlags(const QStyleOption& option, const QWidget* widget) {
    const bool underline =
        widget && widget->style()->styleHint(QStyle::SH_UnderlineShortcut, &option, widget);
    return Qt::TextShowMnemonic | Qt::TextSingleLine | (underline ? 0 : Qt::TextHideMnemonic);
}

void drawMenuBarItem(const QStyleOptionMenuItem& option, QPainter& painter, const QWidget* widget) {
    painter.fillRect(option.rect, color(Role::bg));
    const bool open = option.state & QStyle::State_Selected;
    if (open && isEnabled(option))
        paintBox(painter, QRectF(option.rect).adjusted(0, 4, 0, -4), color(Role::trough), {});
    painter.setPen(isEnabled(option) ? color(Role::text) : disabledText());
    painter.drawText(option.rect, Qt::AlignCenter | mnemonicFlags(option, widget), option.text);
}

void drawCheckMark(const QStyleOptionMenuItem& option, QPainter& painter, const QRect& rect,
                   const QColor& ink) {
    const QRect column(rect.left(), rect.top(), kStyleMenusIconColumn, rect.height());
    if (option.checkType != QStyleOptionMenuItem::NotCheckable && option.checked)
        paintIcon(painter, column, Icon::check, ink, 14);
    else if (!option.icon.isNull())
        option.icon.paint(&painter, column.adjusted(8, 0, -8, 0), Qt::AlignCenter,
                          isEnabled(option) ? QIcon::Normal : QIcon::Disabled);
}

void drawMenuItem(const QStyleOptionMenuItem& option, QPainter& painter, const QWidget* widget) {
    const QRect rect = option.rect;
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        if (option.text.isEmpty()) {
            paintHairline(painter, rect.left() + 8, rect.right() - 7, rect.center().y(),
                          color(Role::line));
        } else {
            painter.setFont(font(Type::small));
            painter.setPen(color(Role::text3));
            painter.drawText(rect.adjusted(12, 0, -12, 0), Qt::AlignVCenter, option.text);
        }
        return;
    }
    const bool active = (option.state & QStyle::State_Selected) && isEnabled(option);
    if (active)
        paintBox(painter, QRectF(rect).adjusted(4, 0, -4, 0), color(Role::accentSoft), {});
    const QColor ink = isEnabled(option) ? color(Role::text) : disabledText();
    drawCheckMark(option, painter, rect, ink);

    const auto tab = option.text.indexOf(QLatin1Char('\t'));
    const QString label = tab < 0 ? option.text : option.text.left(tab);
    const QRect text = rect.adjusted(kStyleMenusIconColumn, 0, -12, 0);
    painter.setPen(ink);
    painter.setFont(option.font);
    painter.drawText(text, Qt::AlignVCenter | mnemonicFlags(option, widget), label);
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu) {
        paintIcon(painter, QRectF(rect.right() - 22, rect.top(), 16, rect.height()),
                  Icon::chevronRight, ink, 12);
    } else if (tab >= 0) {
        painter.setFont(font(Type::small));
        painter.setPen(isEnabled(option) ? color(Role::text3) : disabledText());
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, option.text.mid(tab + 1));
    }
}

void drawFrame(const QStyleOption& option, QPainter& painter, const QWidget* widget) {
    const QRectF rect(option.rect);
    switch (kindOf(widget)) {
        case Kind::card:
            paintBox(painter, rect, color(Role::surface), color(Role::line), kCardRadius);
            return;
        case Kind::well:
            paintBox(painter, rect, color(Role::sunken), {}, kControlRadius);
            return;
        default:
            paintBox(painter, rect, {}, color(Role::line2), 0);
    }
}

}  // namespace

bool drawMenuControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                     const QWidget* widget) {
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    switch (element) {
        case QStyle::CE_MenuBarItem:
            if (item)
                drawMenuBarItem(*item, painter, widget);
            return item;
        case QStyle::CE_MenuBarEmptyArea:
            painter.fillRect(option.rect, color(Role::bg));
            return true;
        case QStyle::CE_MenuItem:
            if (item)
                drawMenuItem(*item, painter, widget);
            return item;
        case QStyle::CE_MenuEmptyArea:
            painter.fillRect(option.rect, color(Role::raised));
            return true;
        case QStyle::CE_ShapedFrame: {
            const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
            if (!frame || frame->frameShape == QFrame::NoFrame)
                return false;
            if (frame->frameShape == QFrame::HLine)
                paintHairline(painter, option.rect.left(), option.rect.right() + 1,
                              option.rect.center().y(), color(Role::line));
            else if (frame->frameShape == QFrame::VLine)
                painter.fillRect(
                    QRectF(option.rect.center().x(), option.rect.top(), 1, option.rect.height()),
                    color(Role::line));
            else if (isTextEdit(widget))
                drawFieldPrimitive(QStyle::PE_Frame, option, painter, widget);
            else
                drawFrame(option, painter, widget);
            return true;
        }
        default:
            return false;
    }
}

bool drawMenuPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option,
                       QPainter& painter, const QWidget* widget) {
    switch (element) {
        case QStyle::PE_PanelMenu:
        case QStyle::PE_PanelTipLabel:
            painter.fillRect(option.rect, color(Role::raised));
            paintBox(painter, QRectF(option.rect), {}, color(Role::line2), 0);
            return true;
        case QStyle::PE_FrameMenu:
        case QStyle::PE_FrameTabBarBase:
        case QStyle::PE_IndicatorTabTearLeft:
        case QStyle::PE_IndicatorTabTearRight:
        case QStyle::PE_FrameStatusBarItem:
        case QStyle::PE_PanelMenuBar:
        case QStyle::PE_FrameWindow:
        // The arrow of a sorted column stands beside its title (style_tabs.cpp).
        case QStyle::PE_IndicatorHeaderArrow:
            return true;
        case QStyle::PE_Frame:
            drawFrame(option, painter, widget);
            return true;
        default:
            return false;
    }
}

}  // namespace apportion::ui::style
