// SPDX-License-Identifier: GPL-3.0-or-later
// Who has less and who has more than the fair share, now or at a past moment.
#pragma once

#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QTimer>

#include "core/session/commands/report.h"
#include "ui/pages/page.h"

class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class EmptyState;
class IconButton;
class KeyNumbers;
class MessageBar;
class MomentField;
class ReportMaker;
class SectionHead;
class TimeChart;
class TreeView;

class FairnessPage final : public Page {
    Q_OBJECT

public:
    explicit FairnessPage(PageHost& host);

    void setView(const ViewPtr& view) override;
    bool isUpToDate() const override { return isHidden() || (!asking_ && !stale_); }
    bool isWide() const override { return true; }
    void setExplained(const Subject& subject, const View& view) override;

    TimeChart* chart() const { return chart_; }
    TreeView* teams() const { return teams_; }
    TreeView* pairs() const { return pairs_; }
    TreeView* idle() const { return idle_; }
    MessageBar* message() const { return message_; }
    MomentField* moment() const { return moment_; }
    // Of a project: a moment of the views' clock; nothing = now.
    void lookAt(std::optional<Instant> at);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void take(const std::shared_ptr<const Result<PreparedFairness>>& answer);
    void show(const PreparedFairness& shown);
    void step(int hours);

    PageHost& host_;
    ReportMaker& maker_;
    ViewPtr view_;
    std::shared_ptr<const Result<PreparedFairness>> answer_;
    std::optional<report::FairDay> day_;
    QElapsedTimer dayRead_;
    std::optional<Instant> at_;
    bool asking_ = false;
    bool stale_ = true;
    QElapsedTimer asked_;
    QTimer later_;       // of a question that came too soon
    QString explained_;  // a quota
    QStackedWidget* stack_;
    EmptyState* empty_;
    MessageBar* message_;
    SectionHead* head_;
    IconButton* before_;
    MomentField* moment_;
    IconButton* after_;
    SectionHead* dayHead_;
    TimeChart* chart_;
    KeyNumbers* numbers_;
    TreeView* teams_;
    SectionHead* pairsHead_;
    TreeView* pairs_;
    SectionHead* idleHead_;
    TreeView* idle_;
};

PageRegistration fairnessPage();

}  // namespace apportion::ui
