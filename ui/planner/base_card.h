// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan is put on, and what it takes for granted. Both are always in sight.
#pragma once

#include <QFrame>

#include "core/session/planning/plan_view.h"

class QPushButton;

namespace apportion::ui {

class BadgeLabel;
class FactList;
class TextLabel;

// "Since the run before: the pool 128 GPUs → 144 GPUs."
QString changesText(const BaseChanges& changes);

class BaseCard final : public QFrame {
    Q_OBJECT

public:
    explicit BaseCard(QWidget* parent = nullptr);
    void setView(const PlanView& view);

signals:
    void runWanted();  // with the base as it is now

private:
    BadgeLabel* badge_;
    TextLabel* name_;
    TextLabel* about_;
    QPushButton* again_;
};

class AssumptionsCard final : public QFrame {
    Q_OBJECT

public:
    explicit AssumptionsCard(QWidget* parent = nullptr);
    void setView(const PlanView& view);

signals:
    // As a variant of its own.
    void arrivalsWanted();
    void failuresWanted();
    void apartWanted(bool apart);

private:
    FactList* facts_;
    TextLabel* notes_;  // how the base was read
    QPushButton* apart_;
    bool isApart_ = false;
};

}  // namespace apportion::ui
