// SPDX-License-Identifier: GPL-3.0-or-later
// One answer of the advisor: its seal, its changes, what they do, and why not less.
#pragma once

#include <QFrame>
#include <QStringList>

#include "core/session/planning/plan_view.h"

namespace apportion::ui {

class AnswerCard final : public QFrame {
    Q_OBJECT

public:
    // `view` has the answer.
    AnswerCard(const PlanView& view, std::size_t answer, QWidget* parent = nullptr);

    // The lines of apportionctl that do the same, in order.
    QStringList commands() const { return commands_; }

signals:
    void taken();
    void copied();

private:
    void addButtons(bool takes);
    void addSteps(const PlanView& view, const std::vector<PlanEdit>& edits);

    const std::size_t answer_;
    QStringList commands_;
    QWidget* steps_ = nullptr;
};

// "p95 wait of Quota1.1", without its bound.
QString goalText(const Goal& goal);
// A value as the goal counts it.
QString goalValue(GoalMetric metric, std::int64_t value);

}  // namespace apportion::ui
