// SPDX-License-Identifier: GPL-3.0-or-later
// What a workload runs on this machine: its command, whether it may run, its runs and the end of
// their logs. Asks the session once a second while it can be seen.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "core/session/local/run_logs.h"
#include "core/session/local/work_runs.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace apportion::ui {

class ArgumentList;
class CardList;
class TextLabel;

class RunSection final : public QWidget {
    Q_OBJECT

public:
    explicit RunSection(SessionBridge& bridge, QWidget* parent = nullptr);

    void setWorkload(const View& view, const WorkloadRow& row);
    bool isUpToDate() const { return asked_ == answered_; }
    QString logText() const;
    bool asksForApproval() const { return unapproved_; }

signals:
    void approvalWanted(const QString& workload);

private:
    void askRuns();
    void showRuns(const WorkRuns& runs);
    void showCommand(const WorkCommand& command, const std::string& approvedBy);
    void showApproval();
    void fillChooser();
    void showRun();
    void askLog();
    void showLog(const LogTail& tail);
    bool isAtEnd() const;
    const RunShown* chosen() const;

    SessionBridge& bridge_;
    QString workload_;
    QString user_;
    bool unapproved_ = false;
    QString epoch_;
    WorkRuns runs_;
    LogTail tail_;
    bool follows_ = true;  // its end is in sight
    std::string folder_;   // of the run whose log is shown
    int asked_ = 0;
    int answered_ = 0;
    CardList* approval_;
    TextLabel* title_;
    ArgumentList* words_;
    TextLabel* place_;
    QWidget* runPart_;
    QComboBox* chooser_;
    TextLabel* state_;
    QPlainTextEdit* log_;
    TextLabel* hint_;
    QPushButton* open_;
    QTimer timer_;
};

}  // namespace apportion::ui
