// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/priority_strip.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>

#include "ui/preemption/priority_strip_accessible.h"
#include "ui/widgets/fonts.h"

namespace apportion::ui {

namespace {

constexpr int kCells = kHighestPriority - kLowestPriority + 1;
constexpr double kGap = 4;
constexpr int kBracket = 20;  // above and below the cells
constexpr int kCellHeight = 40;
constexpr int kGrab = 9;  // pixels around a handle that grab it

}  // namespace

PriorityStrip::PriorityStrip(bool twoBands, QWidget* parent)
    : QWidget(parent), twoBands_(twoBands) {
    installStripAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    setAccessibleName(tr("Priorities"));
    setAccessibleDescription(
        tr("Arrow keys move an edge, Shift and an arrow key its band, 1 to 9 set it."));
}

PriorityStrip::Handle PriorityStrip::handle(int index) const {
    return {index < 2 ? Low : High, index % 2 == 1};
}

int PriorityStrip::value(Handle handle) const {
    const PriorityRange& range = bands_[handle.band];
    return handle.upper ? range.to : range.from;
}

QString PriorityStrip::handleName(Handle handle) const {
    if (!twoBands_)
        return handle.upper ? tr("Can be evicted, to") : tr("Can be evicted, from");
    if (handle.band == High)
        return handle.upper ? tr("High, to") : tr("High, from");
    return handle.upper ? tr("Low, to") : tr("Low, from");
}

void PriorityStrip::setBand(Band band, PriorityRange range) {
    if (bands_[band] == range)
        return;
    bands_[band] = range;
    update();
    announce();
}

void PriorityStrip::setKnown(Band band, bool known) {
    if (known_[band] == known)
        return;
    known_[band] = known;
    update();
    announce();
}

void PriorityStrip::setSingle(Band band, bool single) {
    single_[band] = single;
}

void PriorityStrip::change(Band band, PriorityRange range) {
    if (bands_[band] == range && known_[band])
        return;
    setKnown(band, true);
    setBand(band, range);
    emit bandChanged(band, range);
}

void PriorityStrip::setValue(Handle handle, int priority) {
    priority = std::clamp(priority, kLowestPriority, kHighestPriority);
    PriorityRange range = bands_[handle.band];
    if (single_[handle.band])
        range = {priority, priority};
    else if (handle.upper)
        range = {std::min(range.from, priority), priority};
    else
        range = {priority, std::max(range.to, priority)};
    change(handle.band, range);
}

void PriorityStrip::moveBand(Band band, int by) {
    PriorityRange range = bands_[band];
    by = std::clamp(by, kLowestPriority - range.from, kHighestPriority - range.to);
    change(band, {range.from + by, range.to + by});
}

bool PriorityStrip::inConflict() const {
    return twoBands_ && known_[Low] && known_[High] && bands_[Low].to >= bands_[High].from;
}

bool PriorityStrip::covers(Band band, int priority) const {
    return (band == Low || twoBands_) && known_[band] && bands_[band].contains(priority);
}

void PriorityStrip::setCurrentHandle(int index) {
    current_ = std::clamp(index, 0, handleCount() - 1);
    update();
    if (hasFocus()) {
        QAccessibleEvent event(this, QAccessible::Focus);
        event.setChild(current_);
        QAccessible::updateAccessibility(&event);
    }
}

void PriorityStrip::announce() {
    for (int i = 0; i < handleCount(); ++i) {
        QAccessibleValueChangeEvent event(this, value(handle(i)));
        event.setChild(i);
        QAccessible::updateAccessibility(&event);
    }
}

QSize PriorityStrip::sizeHint() const {
    const int line = QFontMetrics(ui::font(Type::small)).height() + 6;
    const int bracket = std::max(kBracket, line);
    return {640, kCellHeight + bracket * (twoBands_ ? 2 : 1)};
}

QSize PriorityStrip::minimumSizeHint() const {
    return {360, sizeHint().height()};
}

QRectF PriorityStrip::cell(int priority) const {
    const int bracket = (sizeHint().height() - kCellHeight) / (twoBands_ ? 2 : 1);
    const double step = (width() + kGap) / kCells;
    const double left = std::round((priority - kLowestPriority) * step);
    const double right = std::round((priority - kLowestPriority + 1) * step - kGap);
    return {left, static_cast<double>(bracket), right - left, kCellHeight};
}

int PriorityStrip::priorityAt(double x) const {
    const double step = (width() + kGap) / kCells;
    return std::clamp(kLowestPriority + static_cast<int>(std::floor((x + kGap / 2) / step)),
                      kLowestPriority, kHighestPriority);
}

std::optional<int> PriorityStrip::handleAt(QPointF point) const {
    std::optional<int> best;
    double least = kGrab + 0.5;
    for (int i = 0; i < handleCount(); ++i) {
        const QRectF rect = handleRect(i);
        const double away = std::abs(point.x() - rect.center().x());
        const bool level = point.y() >= cell(1).top() - 4 && point.y() <= cell(1).bottom() + 4;
        // Of two at one place the one that was touched last.
        if (known_[handle(i).band] && level && (away < least || (away == least && i == current_))) {
            least = away;
            best = i;
        }
    }
    return best;
}

int PriorityStrip::nearestHandle(double x) const {
    int best = 0;
    double least = width() * 2.0;
    for (int i = 0; i < handleCount(); ++i)
        if (const double away = std::abs(x - handleRect(i).center().x()); away < least) {
            least = away;
            best = i;
        }
    return best;
}

void PriorityStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF point = event->position();
    const int priority = priorityAt(point.x());
    const Band preferred = handle(current_).band;
    if (const auto grabbed = handleAt(point)) {
        setCurrentHandle(*grabbed);
        drag_ = Drag{*grabbed, false, priority, bands_[handle(*grabbed).band]};
    } else if (covers(Low, priority) || covers(High, priority)) {
        const Band band = covers(preferred, priority) ? preferred
                          : covers(Low, priority)     ? Low
                                                      : High;
        if (handle(current_).band != band)
            setCurrentHandle(band == Low ? 0 : 2);
        drag_ = Drag{current_, true, priority, bands_[band]};
    } else {
        // An empty cell: the nearest edge comes here, and goes on with the mouse.
        const int nearest = nearestHandle(point.x());
        setCurrentHandle(nearest);
        drag_ = Drag{nearest, false, priority, bands_[handle(nearest).band]};
        setValue(handle(nearest), priority);
    }
    update();
}

void PriorityStrip::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = event->position();
    if (!drag_) {
        const int priority = priorityAt(point.x());
        const bool onBand = covers(Low, priority) || covers(High, priority);
        setCursor(handleAt(point) ? Qt::SplitHCursor
                  : onBand        ? Qt::OpenHandCursor
                                  : Qt::ArrowCursor);
        return;
    }
    const Band band = handle(drag_->handle).band;
    const int priority = priorityAt(point.x());
    if (drag_->whole || single_[band]) {
        const PriorityRange now = bands_[band];
        moveBand(band, drag_->before.from + priority - drag_->grabbed - now.from);
        return;
    }
    // An edge stands between cells: it takes the boundary that is nearest.
    const double step = (width() + kGap) / kCells;
    const int boundary = static_cast<int>(std::lround(point.x() / step));
    setValue(handle(drag_->handle),
             handle(drag_->handle).upper ? boundary : boundary + kLowestPriority);
}

void PriorityStrip::mouseReleaseEvent(QMouseEvent*) {
    drag_.reset();
    update();
}

void PriorityStrip::keyPressEvent(QKeyEvent* event) {
    const Handle edge = handle(current_);
    const bool whole = event->modifiers() & Qt::ShiftModifier;
    const auto by = [&](int step) {
        if (whole || single_[edge.band])
            moveBand(edge.band, step);
        else
            setValue(edge, value(edge) + step);
    };
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Down:
            by(-1);
            return;
        case Qt::Key_Right:
        case Qt::Key_Up:
            by(1);
            return;
        case Qt::Key_Home:
            setValue(edge, kLowestPriority);
            return;
        case Qt::Key_End:
            setValue(edge, kHighestPriority);
            return;
        default:
            break;
    }
    if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9)
        setValue(edge, event->key() - Qt::Key_0);
    else
        QWidget::keyPressEvent(event);
}

void PriorityStrip::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason)
        setCurrentHandle(0);
    else if (event->reason() == Qt::BacktabFocusReason)
        setCurrentHandle(handleCount() - 1);
    update();
}

bool PriorityStrip::focusNextPrevChild(bool next) {
    const int beside = current_ + (next ? 1 : -1);
    if (!hasFocus() || beside < 0 || beside >= handleCount())
        return QWidget::focusNextPrevChild(next);
    window()->setAttribute(Qt::WA_KeyboardFocusChange);
    setCurrentHandle(beside);
    return true;
}

void PriorityStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::EnabledChange || event->type() == QEvent::PaletteChange)
        update();
}

}  // namespace apportion::ui
