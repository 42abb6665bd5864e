// SPDX-License-Identifier: GPL-3.0-or-later
// The Charts tab: GPUs per team, the same against the guarantees, and the queue, on one time axis.
#pragma once

#include <QWidget>

#include "ui/session_bridge.h"

namespace apportion::ui {

class TeamChart;

class ChartsPage final : public QWidget {
    Q_OBJECT

public:
    explicit ChartsPage(QWidget* parent = nullptr);
    void setView(const ViewPtr& view);

private:
    TeamChart* stacked_;
    TeamChart* lines_;
    TeamChart* queue_;
};

}  // namespace apportion::ui
