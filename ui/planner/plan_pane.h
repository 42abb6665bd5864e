// SPDX-License-Identifier: GPL-3.0-or-later
// The left of the planner: base, variants and assumptions, as cards.
#pragma once

#include <vector>

#include <QWidget>

#include "core/plan/draft/edit_draft.h"
#include "core/session/planning/plan_view.h"

class QVBoxLayout;

namespace apportion::ui {

class AssumptionsCard;
class BaseCard;
class PastAdviceCard;
class SectionHead;
class SetCard;

class PlanPane final : public QWidget {
    Q_OBJECT

public:
    explicit PlanPane(QWidget* parent = nullptr);
    void setView(const PlanView& view);
    void addVariant();
    const std::vector<SetCard*>& cards() const { return cards_; }

signals:
    void changeWanted(const apportion::PlanChange& change);
    void formWanted(std::size_t set, std::size_t edit, apportion::EditDraft::Kind kind);
    void usualWanted(std::size_t set, bool failures);
    void applyWanted(std::size_t set);
    void scheduleWanted(std::size_t set);
    void workWanted(std::size_t set);
    void runWanted();

private:
    SetCard* makeCard();

    SectionHead* head_;
    BaseCard* base_;
    AssumptionsCard* assumptions_;
    PastAdviceCard* past_;
    QVBoxLayout* list_;
    std::vector<SetCard*> cards_;
    std::size_t sets_ = 0;
    Futures futures_;
};

}  // namespace apportion::ui
