// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong, in the place where it is, with buttons that mend it. Keeps its height while there
// is nothing to say, so that nothing below it moves.
#pragma once

#include <vector>

#include <QWidget>

#include "core/plan/draft/policy_draft.h"

class QPushButton;

namespace apportion::ui {

class TextLabel;

class ProblemLine final : public QWidget {
    Q_OBJECT

public:
    explicit ProblemLine(QWidget* parent = nullptr);

    void say(const QString& sentence, const std::vector<PolicyRepair>& repairs = {});
    void clear();
    QString sentence() const;
    std::vector<QPushButton*> buttons() const;  // those that show

signals:
    void repairChosen(const apportion::PreemptionChoice& choice);
    // The button that has the focus goes: what it mended should have it.
    void mended();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* sentence_;
    std::vector<QPushButton*> buttons_;
    std::vector<PolicyRepair> repairs_;
};

}  // namespace apportion::ui
