// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges of time, follow or pause, and back to the chosen range. Where there is little room the
// ranges become one button with a menu.
#pragma once

#include <vector>

#include <QWidget>

#include "ui/charts/time_window.h"

class QMenu;
class QPushButton;

namespace apportion::ui {

class ChartTimeline;
class IconButton;
class Segmented;

class RangeControls final : public QWidget {
    Q_OBJECT

public:
    RangeControls(ChartTimeline* timeline, QWidget* parent);

    int fullWidth() const;
    void setNarrow(bool narrow);

    Segmented* ranges() const { return ranges_; }
    IconButton* follow() const { return follow_; }
    IconButton* resetButton() const { return reset_; }

private:
    void update();
    void rebuild(const std::vector<TimeRange>& offered);

    ChartTimeline* timeline_;
    Segmented* ranges_ = nullptr;
    QPushButton* button_;
    QMenu* menu_;
    IconButton* follow_;
    IconButton* reset_;
    std::vector<TimeRange> offered_;
    bool narrow_ = false;
};

}  // namespace apportion::ui
