// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/palette_field.h"

#include <QAction>
#include <QPainter>

#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

PaletteField::PaletteField(QAction* action, QWidget* parent)
    : QAbstractButton(parent), action_(action) {
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMaximumWidth(380);
    setCursor(Qt::IBeamCursor);
    setAttribute(Qt::WA_Hover);
    setAccessibleName(tr("Search or run a command"));
    connect(this, &QAbstractButton::clicked, action_, &QAction::trigger);
}

QSize PaletteField::sizeHint() const {
    return {380, controlHeight(28)};
}

QSize PaletteField::minimumSizeHint() const {
    return {120, controlHeight(28)};
}

void PaletteField::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(rect());
    paintBox(painter, box, color(Role::surface), color(underMouse() ? Role::ctl : Role::line2));
    paintIcon(painter, QRectF(8, 0, 16, height()), Icon::search, color(Role::text2), 16);
    const QString keys = action_->shortcut()
                             .toString(QKeySequence::NativeText)
                             .replace(QLatin1Char('+'), QLatin1Char(' '));
    const QFont keyFont = ui::font(Type::small);
    const double keyWidth = QFontMetricsF(keyFont).horizontalAdvance(keys) + 12;
    const QRectF cap(width() - keyWidth - 6, height() / 2.0 - 9, keyWidth, 18);
    paintBox(painter, cap, color(Role::sunken), color(Role::line2), kCheckRadius);
    painter.setFont(keyFont);
    painter.setPen(color(Role::text2));
    painter.drawText(cap, Qt::AlignCenter, keys);
    const QFont body = ui::font(Type::body);
    painter.setFont(body);
    const QRectF room(30, 0, cap.left() - 36, height());
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(body).elidedText(tr("Search or run a command"), Qt::ElideRight,
                                                    room.width()));
    if (hasKeyboardFocus(*this))
        paintFocusRing(painter, box);
}

}  // namespace apportion::ui
