// SPDX-License-Identifier: GPL-3.0-or-later
// A command that waits for an approval: who wants it, and exactly what would run, before one lets
// it run or declines.
#pragma once

#include "core/session/local/work_runs.h"
#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"

class QLineEdit;

namespace apportion::ui {

class ArgumentList;
class FactList;

// Where several are asked about, one after the other.
struct ApprovalTurn {
    std::size_t number = 1;
    std::size_t of = 1;
};

class ApprovalDialog final : public DialogFrame {
    Q_OBJECT

public:
    ApprovalDialog(SessionBridge& bridge, CommandRunner& runner, const WorkloadRow& work,
                   const ApprovalTurn& turn, QWidget* parent = nullptr);

    bool isUpToDate() const override { return answered_; }

signals:
    void approved(const QString& workload);
    void declined(const QString& workload);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // What waits now: another command than the one that is shown is not put in its place.
    void look();
    void take(const WorkRuns& runs);
    void follow(const View& view);
    void show(const WorkRuns& runs);
    void enableApprove();
    void approve();
    void decline();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    const std::string workload_;
    std::string digest_;
    ArgumentList* words_;
    ArgumentList* folder_;
    FactList* facts_;
    QLineEdit* why_;
    QPushButton* showNow_;
    QPushButton* decline_;
    QPushButton* approve_;
    WorkRuns latest_;
    Revision seen_;
    bool answered_ = false;
    bool approvable_ = false;
    bool settled_ = true;
};

}  // namespace apportion::ui
