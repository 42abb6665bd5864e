// SPDX-License-Identifier: GPL-3.0-or-later
// The Overview tab: key numbers, GPUs per team over time, the queue.
#pragma once

#include <functional>

#include <QWidget>

#include "core/view/explain/next_step.h"
#include "ui/session_bridge.h"

class QSplitter;
class QStackedWidget;

namespace apportion::ui {

class ChartTimeline;
class EmptyState;
class KeyNumbers;
class SectionHead;
class TeamChart;

class OverviewPage final : public QWidget {
    Q_OBJECT

public:
    // Takes the table that shows the queue.
    explicit OverviewPage(QWidget* queue, QWidget* parent = nullptr);

    void setView(const ViewPtr& view);

signals:
    void workloadsWanted();
    void stepWanted(apportion::NextStep step);
    void said(const QString& text);
    void failed(const QString& text, const std::function<void()>& again);
    void pastWanted(apportion::Instant from, apportion::Instant to);

private:
    QWidget* makeQueue(QWidget* queue);
    void showNextSteps(const View& view);
    void showQueue(const View& view);
    static QString textOf(NextStep step);

    KeyNumbers* numbers_;
    ChartTimeline* timeline_;
    TeamChart* chart_;
    SectionHead* queueHead_;
    QStackedWidget* chartStack_;
    EmptyState* noChart_;  // while the past is read
    QStackedWidget* queueStack_;
    EmptyState* noQueue_;
    EmptyState* unread_;
    NextSteps steps_;
};

}  // namespace apportion::ui
