// SPDX-License-Identifier: GPL-3.0-or-later
// The position on the scenario clock, with a tick for every mark of the run, or, of many, their
// density.
#pragma once

#include <memory>
#include <optional>

#include <QAbstractSlider>

#include "core/view/view.h"
#include "ui/charts/event_density.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

namespace apportion::ui {

class TimeSlider final : public QAbstractSlider {
    Q_OBJECT

public:
    explicit TimeSlider(QWidget* parent = nullptr);

    void setView(const View& view);
    // Of the card at `x`.
    QString textAt(double x) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void sought(qint64 at);  // by the user
    void stepRequested(int direction);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    double xOf(Instant at) const;
    Instant at(double x) const;
    double grooveY() const;

    Instant clock_ = 0;
    Instant end_ = 0;
    Instant reached_ = 0;
    QRectF densityLane() const;

    std::shared_ptr<const History> history_;
    std::optional<EventDensity> density_;  // of more marks than have a tick each
    TimeText time_;
    bool dragging_ = false;
};

}  // namespace apportion::ui
