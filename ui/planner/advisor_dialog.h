// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor of an open plan: goals as sentences, levers with their prices, and the answers.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/session/planning/plan_view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QCheckBox;
class QComboBox;
class QProgressBar;
class QVBoxLayout;

namespace apportion::ui {

class EmptyState;
class HarmChart;
class NumberField;
class TextLabel;

class AdvisorDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit AdvisorDialog(SessionBridge& bridge, QWidget* parent = nullptr);

    bool isUpToDate() const override;
    // As it is filled in.
    AdviceRequest request() const;
    QPushButton* searchButton() const { return search_; }

signals:
    void taken(const QString& name, const apportion::TakenAdvice& advice);
    void said(const QString& sentence);

private:
    void buildGoal();
    void buildLevers();
    Goal goal() const;
    void addGoal();
    void showUnit();
    void showGoals();
    void showAdvice();
    void showAnswers(const AdviceView& advice);
    void take(std::size_t answer);

    SessionBridge& bridge_;
    std::shared_ptr<const PlanView> shown_;
    std::vector<Goal> goals_;  // besides the one that is being filled in
    QComboBox* metric_ = nullptr;
    QComboBox* of_ = nullptr;
    QComboBox* below_ = nullptr;
    NumberField* bound_ = nullptr;
    NumberField* ofTen_ = nullptr;
    QVBoxLayout* more_ = nullptr;  // rows of goals_
    QCheckBox* others_ = nullptr;
    NumberField* othersAtMost_ = nullptr;
    std::array<QCheckBox*, kLevers.size()> levers_ = {};
    QProgressBar* progress_ = nullptr;
    TextLabel* state_ = nullptr;
    QPushButton* search_ = nullptr;
    QPushButton* goOn_ = nullptr;
    QPushButton* stop_ = nullptr;
    HarmChart* chart_ = nullptr;
    EmptyState* none_ = nullptr;  // while nothing was searched
    QVBoxLayout* answers_ = nullptr;
    std::optional<std::int64_t> answered_;  // combinations behind the answers that are shown
};

}  // namespace apportion::ui
