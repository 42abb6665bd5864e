// SPDX-License-Identifier: GPL-3.0-or-later
// Playback in the mode bar: step back, play or pause, step, to the next event, position, speed.
#pragma once

#include <vector>

#include <QWidget>

#include "core/view/view.h"
#include "ui/session_bridge.h"

class QAction;
class QActionGroup;
class QToolButton;

namespace apportion::ui {

class TimeSlider;

// The speeds on offer, in scenario seconds a second.
const std::vector<int>& speeds();

class Transport final : public QWidget {
    Q_OBJECT

public:
    // The buttons, in order.
    explicit Transport(const std::vector<QAction*>& actions, QWidget* parent = nullptr);

    void setView(const View& view);

signals:
    void sought(qint64 at);
    void stepRequested(int direction);
    void speedChosen(int speed);

private:
    QAction* addSpeed(int speed);

    TimeSlider* slider_;
    QToolButton* speed_;
    QActionGroup* group_;
};

}  // namespace apportion::ui
