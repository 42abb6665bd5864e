// SPDX-License-Identifier: GPL-3.0-or-later
// Submits a script to a cluster: the line that an administrator would type and what it does come
// first, and it is run once the cluster is unlocked.
#pragma once

#include <optional>

#include "core/cluster/slurm/carry_out.h"
#include "core/cluster/slurm/connection.h"
#include "ui/cluster_task.h"
#include "ui/dialogs/dialog_frame.h"

class QComboBox;
class QLineEdit;

namespace apportion::ui {

class ClusterLock;
class DurationField;
class FindBox;
class NumberField;
class Segmented;

class ClusterSubmitDialog final : public DialogFrame {
    Q_OBJECT

public:
    // `quota`: the account that it begins with, if it is none of all; empty = one of the user.
    ClusterSubmitDialog(Mode mode, const QString& cluster, QString quota,
                        QWidget* parent = nullptr);

    bool isUpToDate() const override { return !task_->isRunning(); }

private:
    void layOut();
    void browse();
    void read();
    void take(Result<slurm::Picture> picture);
    void fillNames();
    slurm::Submission submission() const;
    void preview();
    void tell(const QString& line, const QString& effect, bool isWarning, bool isWrong = false);
    void submit();

    Result<slurm::Connection> connection_;
    QString first_;
    ClusterTask* task_;
    std::optional<slurm::Picture> picture_;
    slurm::Submitter whose_;
    std::optional<slurm::Line> line_;  // once it can be run
    QLineEdit* script_;
    FindBox* quota_;
    NumberField* gpus_;
    NumberField* nodes_;
    QComboBox* partition_;
    DurationField* limit_;
    Segmented* module_;
    NumberField* priority_;
    TextLabel* qos_ = nullptr;
    QLineEdit* name_;
    TextLabel* command_;
    TextLabel* effect_;
    ClusterLock* lock_ = nullptr;
    QPushButton* submit_ = nullptr;
};

}  // namespace apportion::ui
