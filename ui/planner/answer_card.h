// SPDX-License-Identifier: GPL-3.0-or-later
// One answer of the advisor: its seal, its changes, what they do, and why not less.
#pragma once

#include <QFrame>

#include "core/session/planning/plan_view.h"

namespace apportion::ui {

class AnswerCard final : public QFrame {
    Q_OBJECT

public:
    AnswerCard(const AdviceView& advice, std::size_t answer, QWidget* parent = nullptr);

signals:
    void taken();
};

// "p95 wait of Quota1.1", without its bound.
QString goalText(const Goal& goal);
// A value as the goal counts it.
QString goalValue(GoalMetric metric, std::int64_t value);

}  // namespace apportion::ui
