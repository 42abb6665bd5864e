// SPDX-License-Identifier: GPL-3.0-or-later
// Advice that was taken: what it predicted, beside what came.
#pragma once

#include <QFrame>

#include "core/session/planning/plan_view.h"

namespace apportion::ui {

class FactList;
class TextLabel;

class PastAdviceCard final : public QFrame {
    Q_OBJECT

public:
    explicit PastAdviceCard(QWidget* parent = nullptr);
    // Hidden while no advice was taken.
    void setView(const PlanView& view);
    FactList* facts() const { return facts_; }

private:
    TextLabel* pool_;
    FactList* facts_;
};

}  // namespace apportion::ui
