// SPDX-License-Identifier: GPL-3.0-or-later
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/scaling/scale_bar.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kFar = 8;  // GPUs with Shift

}  // namespace

ScaleDivider::ScaleDivider(QWidget* bar) : QAbstractSlider(bar) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SplitHCursor);
    setToolTip(tr("Drag, or use the arrow keys; with Shift by %1 GPUs").arg(kFar));
    // What assistive technology sets comes as a value.
    connect(this, &QAbstractSlider::valueChanged, this, [this](int value) { emit wanted(value); });
}

void ScaleDivider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    // A ring around so narrow a part would hardly be seen: the whole of it is turned round.
    const Role ground = hasFocus() ? Role::accentText : Role::raised;
    const Role grip = hasFocus() ? Role::surface : Role::accentText;
    paintBox(painter, hasFocus() ? QRectF(rect()) : box, color(ground), color(Role::accentText),
             kControlRadius, 2);
    for (const double x : {box.center().x() - 1.5, box.center().x() + 1.5})
        painter.fillRect(QRectF(x - 0.5, box.center().y() - 5, 1, 10), color(grip));
}

void ScaleDivider::keyPressEvent(QKeyEvent* event) {
    const int step = event->modifiers() & Qt::ShiftModifier ? kFar : 1;
    const auto set = [&](int gpu) { emit wanted(std::clamp(gpu, minimum(), maximum())); };
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Down:
            return set(value() - step);
        case Qt::Key_Right:
        case Qt::Key_Up:
            return set(value() + step);
        case Qt::Key_PageDown:
            return set(value() - kFar);
        case Qt::Key_PageUp:
            return set(value() + kFar);
        case Qt::Key_Home:
            return set(minimum());
        case Qt::Key_End:
            return set(maximum());
        default:
            QWidget::keyPressEvent(event);
    }
}

void ScaleDivider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(true);
    from_ = mapToParent(event->position()).x();
    emit taken();
}

void ScaleDivider::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown())
        emit dragged(mapToParent(event->position()).x() - from_);
}

void ScaleDivider::mouseReleaseEvent(QMouseEvent*) {
    setSliderDown(false);
}

}  // namespace apportion::ui
