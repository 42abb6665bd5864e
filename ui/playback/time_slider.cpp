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

bool isRed(const apportion::Mark& mark) {
    return mark.kind == apportion::Mark::Kind::preemption ||
           (mark.kind == apportion::Mark::Kind::node && mark.nodeState == NodeState::down);
}

std::optional<EventDensity> densityOfMarks(const std::vector<apportion::Mark>& marks,
                                           const TimeSpan& span) {
    if (marks.size() <= kMostSingleEvents)
        return std::nullopt;
    std::vector<TimedEvent> events;
    events.reserve(marks.size());
    for (const apportion::Mark& mark : marks)
        events.push_back({mark.at, isRed(mark), mark.count});
    return densityOf(events, span);
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
    const Instant end = std::max(view.play.end, view.clock);
    if (history_ != view.history || end != end_)
        density_ = view.history ? densityOfMarks(view.history->marks, {0, end}) : std::nullopt;
    history_ = view.history;
    end_ = end;
    reached_ = view.play.complete ? end_ : view.play.reached;
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

// Bars need the room above it.
double TimeSlider::grooveY() const {
    return density_ ? height() - kHandle - 1 : height() / 2.0;
}

QRectF TimeSlider::densityLane() const {
    return {QPointF(kHandle + 1, 1), QPointF(width() - kHandle - 1, grooveY() - kGroove / 2)};
}

void TimeSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double middle = grooveY();
    const auto groove = [&](double from, double to, const QColor& fill) {
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(from, middle - kGroove / 2, to - from, kGroove), 1.5, 1.5);
    };
    const QColor main = isEnabled() ? color(Role::replay) : color(Role::ctl);
    groove(kHandle + 1, width() - kHandle - 1, mix(main, color(Role::surface), 0.72));
    groove(kHandle + 1, xOf(reached_), mix(main, color(Role::surface), 0.55));
    groove(kHandle + 1, xOf(clock_), main);
    if (density_)
        paintDensity(painter, densityLane(), *density_, Theme::isDark());
    else if (history_)
        for (const apportion::Mark& mark : history_->marks)
            painter.fillRect(QRectF(std::round(xOf(mark.at)) - 1, middle - 6, 2, 12),
                             color(isRed(mark) ? Role::err : Role::info));
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

// The moment, and how much happens then.
QString TimeSlider::textAt(double x) const {
    const Instant moment = at(x);
    const int bin = densityBin(moment, {0, end_});
    QStringList lines{time_.clock(moment, end_)};
    if (density_ && bin >= 0 && density_->bins[static_cast<std::size_t>(bin)].events > 0)
        lines << densityLines(density_->bins[static_cast<std::size_t>(bin)]);
    return lines.join(QLatin1Char('\n'));
}

bool TimeSlider::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos().x()), this);
        return true;
    }
    return QAbstractSlider::event(event);
}

}  // namespace apportion::ui
