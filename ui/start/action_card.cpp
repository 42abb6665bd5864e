// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/action_card.h"

#include <QAction>
#include <QPainter>

#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

ActionCard::ActionCard(QAction* action, Icon icon, const QString& title, const QString& detail,
                       bool primary, QWidget* parent)
    : QAbstractButton(parent),
      action_(action),
      icon_(icon),
      title_(title),
      detail_(detail),
      primary_(primary) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
    setAccessibleDescription(detail);
    connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
}

QSize ActionCard::sizeHint() const {
    return {312, 2 * controlHeight(20) + 2};
}

void ActionCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(rect());
    const bool over = underMouse();
    if (primary_)
        paintBox(painter, box, color(over ? Role::accentHover : Role::accent), QColor(),
                 kCardRadius);
    else
        paintBox(painter, box, color(over ? Role::hover : Role::surface),
                 color(over ? Role::ctl : Role::line2), kCardRadius);
    const QColor main = color(primary_ ? Role::onAccent : Role::text);
    const QColor second = primary_ ? main : color(Role::text2);
    paintIcon(painter, QRectF(14, 0, 20, box.height()), icon_, main, 20);
    const QFont small = ui::font(Type::small);
    const QString keys = action_->shortcut()
                             .toString(QKeySequence::NativeText)
                             .replace(QLatin1Char('+'), QLatin1Char(' '));
    const double keyWidth = QFontMetricsF(small).horizontalAdvance(keys);
    const double left = 46;
    const double middle = box.height() / 2;
    painter.setFont(small);
    painter.setPen(second);
    painter.drawText(QRectF(left, 0, box.width() - left - 14, middle + 2),
                     Qt::AlignRight | Qt::AlignBottom, keys);
    const QFont head = ui::font(Type::pool);
    painter.setFont(head);
    painter.setPen(main);
    painter.drawText(QRectF(left, 0, box.width() - left - keyWidth - 26, middle + 2),
                     Qt::AlignLeft | Qt::AlignBottom, title_);
    const QFont line = ui::font(Type::second);
    painter.setFont(line);
    painter.setPen(second);
    const QRectF room(left, middle + 4, box.width() - left - 14, middle);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop,
                     QFontMetricsF(line).elidedText(detail_, Qt::ElideRight, room.width()));
    if (!hasKeyboardFocus(*this))
        return;
    paintFocusRing(painter, box, kCardRadius);
    // In light the primary card has the colour of the ring: a white one inside tells it.
    if (primary_)
        paintBox(painter, box.adjusted(2, 2, -2, -2), {}, color(Role::onAccent), kCardRadius - 1.5,
                 1);
}

}  // namespace apportion::ui
