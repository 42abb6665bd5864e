// SPDX-License-Identifier: GPL-3.0-or-later
// Tab bars and the heads of tables.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui::style {
namespace {

constexpr int kTabLine = 2;
constexpr int kTabLineOut = 4;  // the line begins before the text

void drawTabShape(const QStyleOptionTab& option, QPainter& painter) {
    const QRectF rect(option.rect);
    if (option.state & QStyle::State_Selected) {
        const int text =
            QFontMetrics(font(Type::head)).size(Qt::TextShowMnemonic, option.text).width() +
            (option.icon.isNull() ? 0 : 24);
        const double inset = (rect.width() - text) / 2 - kTabLineOut;
        painter.fillRect(QRectF(rect.left() + inset, rect.bottom() - kTabLine,
                                rect.width() - 2 * inset, kTabLine),
                         color(Role::accentText));
    } else if (isHovered(option))
        paintBox(painter, rect.adjusted(4, 6, -4, -6), color(Role::hover), {});
    if (hasKeyboardFocus(option))
        paintFocusRing(painter, rect.adjusted(2, 4, -2, -4));
}

void drawTabLabel(const QStyleOptionTab& option, QPainter& painter) {
    const bool selected = option.state & QStyle::State_Selected;
    painter.setFont(font(selected ? Type::head : Type::name));
    painter.setPen(!isEnabled(option) ? disabledText()
                                      : color(selected ? Role::text : Role::text2));
    QRect rect = option.rect;
    if (!option.icon.isNull()) {
        const QRect place(rect.left() + 12, rect.center().y() - 7, 16, 16);
        option.icon.paint(&painter, place, Qt::AlignCenter);
        rect.setLeft(place.right() + 7);
    }
    painter.drawText(rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextHideMnemonic,
                     option.text);
}

// The views tell how far the first and last column stand from the edge (ui/widgets/tree_view.h).
int edgePad(const QWidget* header, const char* property) {
    const QVariant value = header ? header->property(property) : QVariant();
    return value.isValid() ? value.toInt() : 8;
}

void drawHeaderLabel(const QStyleOptionHeader& option, QPainter& painter, const QWidget* widget) {
    const bool first = option.position == QStyleOptionHeader::Beginning ||
                       option.position == QStyleOptionHeader::OnlyOneSection;
    const bool last = option.position == QStyleOptionHeader::End ||
                      option.position == QStyleOptionHeader::OnlyOneSection;
    const QRect rect = option.rect.adjusted(first ? edgePad(widget, "leadingPad") : 8, 0,
                                            last ? -edgePad(widget, "trailingPad") : -8, 0);
    const QFont face = font(Type::small);
    const QFontMetrics metrics(face);
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    constexpr int kArrow = 12;
    const int room = rect.width() - (sorted ? kArrow : 0);
    const QString text = metrics.elidedText(option.text, Qt::ElideRight, room);
    const int width = metrics.horizontalAdvance(text);
    int x = rect.left();
    if (option.textAlignment & Qt::AlignRight)
        x = rect.right() + 1 - width - (sorted ? kArrow : 0);
    else if (option.textAlignment & Qt::AlignHCenter)
        x = rect.left() + (rect.width() - width - (sorted ? kArrow : 0)) / 2;
    painter.setFont(face);
    painter.setPen(color(sorted || isHovered(option) ? Role::text2 : Role::text3));
    if (text != option.text && widget != nullptr && widget->property("twoLines").toBool())
        return painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                                option.text);
    painter.drawText(QRect(x, rect.top(), width + 1, rect.height()),
                     Qt::AlignVCenter | Qt::TextSingleLine, text);
    if (sorted) {
        // Qt says SortDown of an ascending order: the smallest on top, the arrow points up.
        const Icon arrow =
            option.sortIndicator == QStyleOptionHeader::SortDown ? Icon::arrowUp : Icon::arrowDown;
        paintIcon(painter, QRectF(x + width + 2, rect.top(), kArrow - 2, rect.height()), arrow,
                  color(Role::text2), 10);
    }
}

}  // namespace

bool drawTabControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                    const QWidget*) {
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(&option);
    if (!tab)
        return false;
    if (element == QStyle::CE_TabBarTabShape) {
        drawTabShape(*tab, painter);
        return true;
    }
    if (element == QStyle::CE_TabBarTabLabel) {
        drawTabLabel(*tab, painter);
        return true;
    }
    return false;
}

bool drawHeaderControl(QStyle::ControlElement element, const QStyleOption& option,
                       QPainter& painter, const QWidget* widget) {
    switch (element) {
        case QStyle::CE_Header:
            // Whole, because Fusion would inset the label by a margin of its own.
            drawHeaderControl(QStyle::CE_HeaderSection, option, painter, widget);
            return drawHeaderControl(QStyle::CE_HeaderLabel, option, painter, widget);
        case QStyle::CE_HeaderSection:
        case QStyle::CE_HeaderEmptyArea:
            painter.fillRect(option.rect, color(Role::surface));
            paintHairline(painter, option.rect.left(), option.rect.right() + 1,
                          option.rect.bottom(), color(Role::line));
            return true;
        case QStyle::CE_HeaderLabel:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option)) {
                drawHeaderLabel(*header, painter, widget);
                return true;
            }
            return false;
        default:
            return false;
    }
}

}  // namespace apportion::ui::style
