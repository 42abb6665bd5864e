// SPDX-License-Identifier: GPL-3.0-or-later
// What came of the variants: verdicts first, then the chart beside who gains and who pays, then all
// numbers.
#pragma once

#include <memory>

#include <QWidget>

#include "core/session/planning/plan_view.h"

class QComboBox;

namespace apportion::ui {

class CellTable;
class BadgeLabel;
class EmptyState;
class MessageBar;
class PlanChart;
class TextLabel;
class TreeView;

class ResultsPane final : public QWidget {
    Q_OBJECT

public:
    explicit ResultsPane(QWidget* parent = nullptr);

    void setView(const PlanView& view);
    TreeView* verdicts() const { return verdicts_; }
    TreeView* gains() const { return gains_; }
    TreeView* metrics() const { return metrics_; }
    PlanChart* chart() const { return chart_; }
    // The quota that the verdicts are about; empty = all.
    QString subject() const;
    void setSubject(const QString& quota);
    // All tables, for a spreadsheet.
    QString toText() const;

signals:
    void workWanted(std::size_t set);  // that differs; place in the draft
    void variantWanted();

private:
    void show();
    void fillSubjects(const PlanView& view);

    std::shared_ptr<const PlanResults> results_;
    const Scenario* asked_ = nullptr;  // whose quotas the subjects are
    bool chosen_ = false;              // the subject, by the person
    EmptyState* noVariants_;
    QWidget* head_;
    QComboBox* subjects_;
    TreeView* verdicts_;
    PlanChart* chart_;
    QWidget* gainsPart_;
    TreeView* gains_;
    BadgeLabel* gainsRefused_ = nullptr;
    TextLabel* gainsNote_;
    MessageBar* refused_;
    TreeView* metrics_;
};

}  // namespace apportion::ui
