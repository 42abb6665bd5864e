// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts of one page have in common: the view, the values over time behind them, and which
// part of time is shown. While a project is open the axis moves with the wall clock, five times a
// second at most and only as far as can be seen.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimeZone>
#include <QTimer>

#include "ui/charts/run_series.h"
#include "ui/charts/time_window.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class ChartTimeline final : public QObject {
    Q_OBJECT

public:
    explicit ChartTimeline(QObject* parent = nullptr);

    // Milliseconds that only go forward; for tests.
    void setTicks(std::function<qint64()> ticks) { ticks_ = std::move(ticks); }

    void setView(const ViewPtr& view);
    const ViewPtr& view() const { return view_; }
    // What is known of the time in view; null = nothing.
    const std::shared_ptr<const History>& history() const { return history_; }
    // Where history() is something.
    ChartSource source() const;

    const TimeWindow& window() const { return window_; }
    void choose(TimeRange range);
    void setFollowing(bool following);
    void look(qint64 from, qint64 to);
    void reset();

    // Somebody sees it again.
    void askForPast();

    bool isLive() const;
    // The last values hold until then.
    qint64 until() const;
    // From here on what is shown is old: the pool cannot be followed.
    std::optional<qint64> staleSince() const;

    // Milliseconds of the axis: since 1970 where the scenario names the moment of its start.
    qint64 at(Instant instant) const { return start_ + instant; }
    bool isWallClock() const { return wall_; }
    const QTimeZone& zone() const { return zone_; }

signals:
    void dataChanged();
    void spanChanged();      // or how far the last values hold
    void controlsChanged();  // what can be chosen, and what is
    // Of this part of time more is to be known (Session::lookAtPast).
    void pastWanted(apportion::Instant from, apportion::Instant to);

private:
    TimeWindow::Extent extent() const;
    void tick();
    void wantPast();
    void changed();

    ViewPtr view_;
    std::shared_ptr<const History> history_;
    TimeWindow window_;
    bool started_ = false;
    bool wall_ = false;
    QTimeZone zone_ = QTimeZone::utc();
    qint64 start_ = 0;
    std::function<qint64()> ticks_;
    QElapsedTimer elapsed_;
    qint64 seen_ = 0;     // ticks when the view's clock was new
    qint64 shownAt_ = 0;  // until() as told last
    TimeSpan asked_;      // of the past
    qint64 askedLength_ = 0;
    QTimer timer_;
};

}  // namespace apportion::ui
