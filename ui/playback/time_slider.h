// SPDX-License-Identifier: GPL-3.0-or-later
// The position on the scenario clock, with a tick for every mark of the run.
#pragma once

#include <QAbstractSlider>

#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

namespace apportion::ui {

class TimeSlider final : public QAbstractSlider {
    Q_OBJECT

public:
    explicit TimeSlider(QWidget* parent = nullptr);

    void setView(const View& view);
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

    Instant clock_ = 0;
    Instant end_ = 0;
    Instant reached_ = 0;
    std::vector<apportion::Mark> marks_;  // the charts have a Mark of their own
    TimeText time_;
    bool dragging_ = false;
};

}  // namespace apportion::ui
