// SPDX-License-Identifier: GPL-3.0-or-later
// The Charts tab: GPUs per team, against the guarantees and the fair shares, the queue and how
// long is waited, and how much of the pool is used, on one time axis. Which of them are shown is
// remembered.
#pragma once

#include <functional>
#include <vector>

#include "ui/charts/time_chart.h"
#include "ui/pages/page.h"

class QAction;
class QMenu;
class QStackedWidget;
class QVBoxLayout;

namespace apportion::ui {

class ChartTimeline;
class EmptyState;
class RangeControls;
class Settings;
class TeamChart;

class ChartsPage final : public Page {
    Q_OBJECT

public:
    // The settings remember what is shown; without them it is forgotten.
    explicit ChartsPage(Settings* settings = nullptr, QWidget* parent = nullptr);
    void setView(const ViewPtr& view) override;

    TeamChart* chart(const QString& name) const;
    bool hasCharts() const;  // to be saved
    // Asks which of those that are shown, where there are several, and for the place.
    void exportAs(TimeChart::Format format);
    // Which charts are shown.
    QMenu* choice() const { return choice_; }
    RangeControls* rangeControls() const { return ranges_; }

signals:
    void shownChanged();
    void said(const QString& text);
    void failed(const QString& text, const std::function<void()>& again);
    void pastWanted(apportion::Instant from, apportion::Instant to);

private:
    struct Entry {
        QString name;  // in the settings
        TeamChart* chart;
        QAction* action;
    };

    QWidget* makeHead();
    void makeCharts(QVBoxLayout* layout);
    void setShown(const Entry& entry, bool shown);

    Settings* settings_;
    ChartTimeline* timeline_;
    QMenu* choice_ = nullptr;
    RangeControls* ranges_ = nullptr;
    std::vector<Entry> entries_;
    QStackedWidget* stack_;  // the charts, or why there are none
    EmptyState* empty_;
};

PageRegistration chartsPage();

}  // namespace apportion::ui
