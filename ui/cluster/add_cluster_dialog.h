// SPDX-License-Identifier: GPL-3.0-or-later
// Adds a cluster in three steps: where it is, who asks it, and what was found there. It is asked on
// a thread of its own, and going back or closing ends that.
#pragma once

#include <array>

#include "core/cluster/slurm/check.h"
#include "ui/cluster_task.h"
#include "ui/dialogs/dialog_frame.h"

class QLineEdit;
class QStackedWidget;

namespace apportion::ui {

class ChoiceCard;
class StepsBand;
class TreeView;

class AddClusterDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit AddClusterDialog(Mode mode, QWidget* parent = nullptr);

    // As if somebody had filled in this place, as connectionTo() takes it, and gone on to the
    // check.
    void checkNow(const QString& place);

    bool isUpToDate() const override { return !task_->isRunning(); }

signals:
    void added(const QString& name);

private:
    enum Step { kWhere, kWho, kCheck };

    QWidget* makeWhere();
    QWidget* makeWho();
    QWidget* makeCheck();
    void go(int step);
    void next();
    void enable();
    // What the cluster or its place is called, where nobody has typed a name.
    void suggestName();
    void suggest(const QString& name);
    Result<slurm::Connection> connection() const;
    void check();
    void tell(const slurm::Checked& checked, qint64 took);
    void add();

    int step_ = kWhere;
    bool named_ = false;  // by the person
    ClusterTask* task_;
    StepsBand* steps_;
    QStackedWidget* pages_;
    std::array<ChoiceCard*, 3> ways_{};
    QLineEdit* host_ = nullptr;
    QLineEdit* url_ = nullptr;
    QLineEdit* name_ = nullptr;
    QLineEdit* user_ = nullptr;
    QLineEdit* tokenFile_ = nullptr;
    TextLabel* found_ = nullptr;
    TreeView* facts_ = nullptr;
    TextLabel* remedy_ = nullptr;
    TextLabel* used_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* back_ = nullptr;
    QPushButton* next_ = nullptr;
};

}  // namespace apportion::ui
