// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <cmath>

#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr int kChipPad = 11;
constexpr int kChipGap = 8;

}  // namespace

Chip::Chip(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setText(text);
    setFont(apportion::ui::font(Type::second));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(text);
}

void Chip::setCount(const QString& count) {
    if (count == m_count)
        return;
    m_count = count;
    if (widthWith(count) > widthWith(m_longest))
        m_longest = count;
    setAccessibleName(count.isEmpty() ? text()
                                      //: A filter and how many rows it shows: "Waiting, 3".
                                      : tr("%1, %2").arg(text(), count));
    updateGeometry();
    update();
}

void Chip::setCountShown(bool shown) {
    if (shown == m_countShown)
        return;
    m_countShown = shown;
    updateGeometry();
    update();
}

int Chip::widthWith(const QString& count) const {
    const double figures = count.isEmpty() ? 0 : kChipGap + figuresWidth(count, font());
    return static_cast<int>(std::ceil(fontMetrics().horizontalAdvance(text()) + figures)) +
           2 * kChipPad;
}

int Chip::fullWidth() const {
    return widthWith(m_longest);
}

QSize Chip::sizeHint() const {
    return {m_countShown ? fullWidth() : widthWith({}), controlHeight(26)};
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF box(rect());
    const double radius = box.height() / 2;
    const bool hot = underMouse() && isEnabled();
    if (isChecked())
        paintBox(painter, box, color(Role::accentSoft), color(Role::accentText), radius);
    else
        paintBox(painter, box, color(hot ? Role::hover : Role::surface),
                 color(hot ? Role::ctl : Role::line2), radius);
    if (hasKeyboardFocus(*this))
        paintFocusRing(painter, box, radius);
    const QColor ink = !isEnabled()  ? disabledText()
                       : isChecked() ? color(Role::accentText)
                                     : color(Role::text2);
    painter.setPen(ink);
    painter.drawText(QPointF(kChipPad, baselineIn(box, font())), text());
    drawFigures(painter, box.adjusted(0, 0, -kChipPad, 0), Qt::AlignRight, shownCount(), font(),
                ink);
}

}  // namespace apportion::ui
