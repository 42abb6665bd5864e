// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/playback/time_slider.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/view/view.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kHandle = 7;  // radius
constexpr double kGroove = 3;  // height

QColor tickColor(apportion::Mark::Kind kind) {
    switch (kind) {
        case apportion::Mark::Kind::preemption:
        case apportion::Mark::Kind::node:
            return color(Role::err);
        case apportion::Mark::Kind::scale:
        case apportion::Mark::Kind::policy:
        case apportion::Mark::Kind::ended:
            return color(Role::info);
    }
    return {};
}

}  // namespace

TimeSlider::TimeSlider(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Position on the scenario clock"));
}

QSize TimeSlider::sizeHint() const {
    return {240, 26};
}

QSize TimeSlider::minimumSizeHint() const {
    return {80, 26};
}

void TimeSlider::setView(const View& view) {
    end_ = std::max(view.play.end, view.clock);
    reached_ = view.play.complete ? end_ : view.play.reached;
    marks_ = view.history ? view.history->marks : std::vector<apportion::Mark>();
    time_ = TimeText(view.document.epoch);
    if (!dragging_)
        clock_ = view.clock;
    // In seconds: what assistive technology reads.
    const QSignalBlocker quiet(this);
    setRange(0, static_cast<int>(std::min<Instant>(end_ / kSecond, 2'000'000'000)));
    setValue(static_cast<int>(clock_ / kSecond));
    setAccessibleDescription(time_.clock(clock_, end_));
    update();
}

double TimeSlider::xOf(Instant at) const {
    const double span = width() - 2 * kHandle - 2;
    if (end_ <= 0)
        return kHandle + 1;
    return kHandle + 1 +
           span * static_cast<double>(std::clamp<Instant>(at, 0, end_)) / static_cast<double>(end_);
}

Instant TimeSlider::at(double x) const {
    const double span = std::max(1.0, width() - 2 * kHandle - 2);
    const double share = std::clamp((x - kHandle - 1) / span, 0.0, 1.0);
    return static_cast<Instant>(std::llround(share * static_cast<double>(end_)));
}

void TimeSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double middle = height() / 2.0;
    const auto groove = [&](double from, double to, const QColor& fill) {
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(from, middle - kGroove / 2, to - from, kGroove), 1.5, 1.5);
    };
    const QColor main = isEnabled() ? color(Role::replay) : color(Role::ctl);
    groove(kHandle + 1, width() - kHandle - 1, mix(main, color(Role::surface), 0.72));
    groove(kHandle + 1, xOf(reached_), mix(main, color(Role::surface), 0.55));
    groove(kHandle + 1, xOf(clock_), main);
    for (const apportion::Mark& mark : marks_)
        painter.fillRect(QRectF(std::round(xOf(mark.at)) - 1, middle - 6, 2, 12),
                         tickColor(mark.kind));
    painter.setBrush(color(Role::surface));
    painter.setPen(QPen(main, 2));
    painter.drawEllipse(QPointF(xOf(clock_), middle), kHandle - 1, kHandle - 1);
    if (hasKeyboardFocus(*this)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color(Role::accentText), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void TimeSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    dragging_ = true;
    mouseMoveEvent(event);
}

void TimeSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_)
        return;
    clock_ = at(event->position().x());
    update();
    emit sought(clock_);
}

void TimeSlider::mouseReleaseEvent(QMouseEvent*) {
    dragging_ = false;
}

void TimeSlider::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            emit stepRequested(-1);
            break;
        case Qt::Key_Right:
            emit stepRequested(+1);
            break;
        case Qt::Key_PageUp:
            emit sought(std::max<Instant>(0, clock_ - end_ / 10));
            break;
        case Qt::Key_PageDown:
            emit sought(std::min(end_, clock_ + end_ / 10));
            break;
        case Qt::Key_Home:
            emit sought(0);
            break;
        case Qt::Key_End:
            emit sought(end_);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

bool TimeSlider::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), time_.clock(at(help->pos().x()), end_), this);
        return true;
    }
    return QAbstractSlider::event(event);
}

}  // namespace apportion::ui
