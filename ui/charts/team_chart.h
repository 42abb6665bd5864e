// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of a view with its head: GPUs per team stacked or as lines, or the queue. The time axis
// spans the whole run; the drawing ends at the clock.
#pragma once

#include <QWidget>

#include "ui/session_bridge.h"

namespace apportion::ui {

class Legend;
class SectionHead;
class TextLabel;
class TimeChart;
struct ChartData;
enum class ChartShape;

class TeamChart final : public QWidget {
    Q_OBJECT

public:
    // stacked: the user may switch to lines where `switchable`.
    enum class Kind { stacked, lines, queue };

    TeamChart(Kind kind, const QString& title, bool switchable, QWidget* parent = nullptr);

    void setView(const ViewPtr& view);
    // Range and crosshair follow the other's.
    void follow(TeamChart* other);
    TimeChart* timeChart() const { return chart_; }

private:
    void showLegend(const ChartData& shown);
    void setShape(ChartShape shape);
    void setAxis(const View& view);

    Kind kind_;
    SectionHead* head_;
    Legend* legend_;
    TextLabel* cursor_;
    TimeChart* chart_;
    std::shared_ptr<const History> history_;
    std::string epoch_;
    Instant clock_ = -1;
    Instant end_ = -1;
};

}  // namespace apportion::ui
