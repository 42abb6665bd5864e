// SPDX-License-Identifier: GPL-3.0-or-later
// The Overview tab: key numbers, GPUs per team over time, the queue.
#pragma once

#include "core/view/explain/next_step.h"
#include "ui/pages/page.h"

class QSplitter;
class QStackedWidget;

namespace apportion::ui {

class ChartTimeline;
class EmptyState;
class KeyNumbers;
class SectionHead;
class TeamChart;
class WorkloadTable;

class OverviewPage final : public Page {
    Q_OBJECT

public:
    explicit OverviewPage(PageHost& host);

    void setView(const ViewPtr& view) override;
    // It says itself what is missing.
    bool knows(const View&) const override { return true; }
    void setExplained(const Subject& subject, const View& view) override;
    std::optional<QStringList> chosen(ObjectKind kind) const override;
    bool isUpToDate() const override;

private:
    void take(std::optional<NextStep> step);
    QWidget* makeQueue();
    void showNextSteps(const View& view);
    void showQueue(const View& view);
    static QString textOf(NextStep step);

    PageHost& host_;
    WorkloadTable* queue_;
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

PageRegistration overviewPage();

}  // namespace apportion::ui
