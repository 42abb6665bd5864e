// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of a TimeChart.
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_plot.h"
#include "ui/charts/mark_tip.h"
#include "ui/charts/time_chart.h"

namespace apportion::ui {
namespace {

constexpr qint64 kShortestRange = 1000;  // ms
constexpr double kZoomStep = 1.25;
constexpr double kDragThreshold = 4;

}  // namespace

// What the user chose: within the data, and told to others.
void TimeChart::moveRange(qint64 from, qint64 to) {
    const std::optional<TimeSpan> all = m_limits ? m_limits : spanOf(m_data);
    if (!all)
        return;
    const qint64 length = std::min(to - from, all->to - all->from);
    if (length < kShortestRange)
        return;
    from = std::clamp(from, all->from, all->to - length);
    setRange(from, from + length);
    emit rangeChanged(from, from + length);
}

void TimeChart::reset() {
    if (m_limits) {
        emit resetWanted();
        return;
    }
    showAll();
    emit rangeChanged(range().from, range().to);
}

void TimeChart::zoom(double factor, double aroundX) {
    const ChartGeometry geometry = m_plot->geometry(size());
    const double share =
        std::clamp((aroundX - geometry.plot.left()) / geometry.plot.width(), 0.0, 1.0);
    const TimeSpan now = range();
    const auto length = static_cast<double>(now.to - now.from);
    const double wanted = std::max(static_cast<double>(kShortestRange), length * factor);
    const qint64 from = now.from + std::llround((length - wanted) * share);
    moveRange(from, from + std::llround(wanted));
}

void TimeChart::moveCrosshair(qint64 at) {
    const TimeSpan shown = range();
    at = std::clamp(at, shown.from, shown.to);
    setCrosshair(at, true);
    emit crosshairMoved(at);
}

void TimeChart::stepCrosshair(int direction) {
    const TimeSpan shown = range();
    const qint64 start = m_crosshair.value_or(direction > 0 ? shown.from - 1 : shown.to + 1);
    if (const auto next = neighbourSample(m_data, start, direction))
        moveCrosshair(*next);
    else
        moveCrosshair(direction > 0 ? std::min(shown.to, m_data.until.value_or(shown.to))
                                    : shown.from);
}

void TimeChart::leaveCrosshair() {
    if (!m_crosshair)
        return;
    setCrosshair(std::nullopt, true);
    emit crosshairLeft();
}

int TimeChart::markAt(const QPointF& position) const {
    const ChartGeometry geometry = m_plot->geometry(size());
    if (position.y() > geometry.plot.top())
        return -1;
    const auto group = marksAt(m_data, geometry, position.x());
    return group ? group->marks.front() : -1;
}

QString TimeChart::gesturesText() {
    return tr("Ctrl+wheel zooms, Shift+wheel and dragging move in time; a double click shows all.");
}

bool TimeChart::event(QEvent* event) {
    // The plot covers the chart: without this its ring would neither come nor go.
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        m_overlay->update();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const ChartGeometry geometry = m_plot->geometry(size());
    if (help->pos().y() <= geometry.plot.top()) {
        if (const auto group = marksAt(m_data, geometry, help->pos().x())) {
            QToolTip::showText(
                help->globalPos(),
                markTip(m_data, group->marks, [this](qint64 at) { return m_plot->moment(at); }),
                this);
            return true;
        }
    }
    // At the pointer it would lie on the card of the crosshair.
    if (m_crosshair)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), gesturesText(), this);
    return true;
}

void TimeChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    m_dragFrom = event->position();
    m_dragRange = range();
    m_dragged = false;
}

void TimeChart::mouseMoveEvent(QMouseEvent* event) {
    const ChartGeometry geometry = m_plot->geometry(size());
    if (m_dragFrom) {
        const double moved = event->position().x() - m_dragFrom->x();
        m_dragged = m_dragged || std::abs(moved) >= kDragThreshold;
        if (m_dragged) {
            const auto length = static_cast<double>(m_dragRange.to - m_dragRange.from);
            const qint64 shift = std::llround(-moved / geometry.plot.width() * length);
            moveRange(m_dragRange.from + shift, m_dragRange.to + shift);
            return;
        }
    }
    if (geometry.plot.contains(event->position()))
        moveCrosshair(geometry.at(event->position().x()));
    else
        leaveCrosshair();
    setCursor(markAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragFrom && !m_dragged)
        if (const int mark = markAt(event->position()); mark >= 0)
            emit markActivated(mark);
    m_dragFrom.reset();
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent*) {
    reset();
}

void TimeChart::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    leaveCrosshair();
}

void TimeChart::wheelEvent(QWheelEvent* event) {
    const QPoint turned = event->angleDelta();
    const bool sideways = turned.x() != 0 || (event->modifiers() & Qt::ShiftModifier);
    if (!sideways && !(event->modifiers() & Qt::ControlModifier)) {
        event->ignore();
        emit turnedPlainly();
        return;
    }
    if (!sideways) {
        zoom(std::pow(kZoomStep, -turned.y() / 120.0), event->position().x());
    } else {
        const int by = turned.x() != 0 ? turned.x() : turned.y();
        const TimeSpan now = range();
        const qint64 shift = -(now.to - now.from) * by / 120 / 10;
        moveRange(now.from + shift, now.to + shift);
    }
    event->accept();
}

void TimeChart::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copyValues();
        return;
    }
    const TimeSpan now = range();
    const qint64 step = std::max<qint64>(1, (now.to - now.from) / 10);
    const bool pan = event->modifiers() & Qt::ShiftModifier;
    const double middle = m_plot->geometry(size()).plot.center().x();
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right: {
            const int direction = event->key() == Qt::Key_Right ? 1 : -1;
            if (pan)
                moveRange(now.from + direction * step, now.to + direction * step);
            else
                stepCrosshair(direction);
            return;
        }
        case Qt::Key_Home:
            moveCrosshair(now.from);
            return;
        case Qt::Key_End:
            moveCrosshair(now.to);
            return;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoom(1 / kZoomStep, middle);
            return;
        case Qt::Key_Minus:
            zoom(kZoomStep, middle);
            return;
        case Qt::Key_0:
            reset();
            return;
        case Qt::Key_Escape:
            if (m_crosshair) {
                leaveCrosshair();
                return;
            }
            break;
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace apportion::ui
