// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fold.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kFoldMark = 16;
constexpr int kFoldGap = 8;
constexpr int kFoldEdge = 4;  // of the ring behind the texts

}  // namespace

Fold::Fold(const QString& title, QWidget* part, QWidget* parent)
    : QAbstractButton(parent), m_part(part) {
    setText(title);
    setAccessibleName(title);
    setFont(apportion::ui::font(Type::name));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_part->hide();
    connect(this, &QAbstractButton::clicked, this, [this] { setOpen(!m_open); });
    describe();
}

void Fold::setSecond(const QString& text) {
    if (text == m_second)
        return;
    m_second = text;
    describe();
    update();
}

void Fold::setOpen(bool open) {
    if (open == m_open)
        return;
    m_open = open;
    m_part->setVisible(open);
    describe();
    update();
}

void Fold::describe() {
    setAccessibleDescription(m_open ? tr("Shown") : tr("Hidden: %1").arg(m_second));
    setToolTip(m_open ? QString() : m_second);
}

QSize Fold::sizeHint() const {
    return {minimumSizeHint().width() + kFoldGap + fontMetrics().horizontalAdvance(m_second),
            controlHeight(28)};
}

QSize Fold::minimumSizeHint() const {
    return {kFoldMark + kFoldGap + fontMetrics().horizontalAdvance(text()) + kFoldEdge,
            controlHeight(28)};
}

void Fold::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Right)
        setOpen(true);
    else if (event->key() == Qt::Key_Left)
        setOpen(false);
    else
        QAbstractButton::keyPressEvent(event);
}

void Fold::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF box(rect());
    if (underMouse() && isEnabled())
        paintBox(painter, box, color(Role::hover), {}, kControlRadius);
    if (hasKeyboardFocus(*this))
        paintFocusRing(painter, box, kControlRadius);
    paintIcon(painter, QRectF(0, 0, kFoldMark, height()),
              m_open ? Icon::chevronDown : Icon::chevronRight, color(Role::text2));
    const double left = kFoldMark + kFoldGap;
    const double baseline = baselineIn(box, font());
    painter.setFont(font());
    painter.setPen(color(Role::text));
    painter.drawText(QPointF(left, baseline), text());
    if (m_open)
        return;
    const double after = left + fontMetrics().horizontalAdvance(text()) + kFoldGap;
    painter.setFont(apportion::ui::font(Type::second));
    painter.setPen(color(Role::text2));
    painter.drawText(QPointF(after, baseline),
                     painter.fontMetrics().elidedText(
                         m_second, Qt::ElideRight, static_cast<int>(width() - after - kFoldEdge)));
}

}  // namespace apportion::ui
