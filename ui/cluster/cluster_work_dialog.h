// SPDX-License-Identifier: GPL-3.0-or-later
// All jobs and nodes of a cluster, also those that a scenario cannot say, with why each job waits;
// and the verbs on them, each with its line before it is run.
#pragma once

#include <memory>
#include <optional>

#include "core/cluster/slurm/carry_out.h"
#include "core/cluster/slurm/connection.h"
#include "ui/cluster_task.h"
#include "ui/dialogs/dialog_frame.h"

class QComboBox;
class QLineEdit;

namespace apportion::ui {

class ClusterLock;
class TreeView;

class ClusterWorkDialog final : public DialogFrame {
    Q_OBJECT

public:
    ClusterWorkDialog(Mode mode, const QString& cluster, QWidget* parent = nullptr);

    // With this verb, on jobs with this text.
    void begin(slurm::Verb verb, const QString& jobs);

    bool isUpToDate() const override { return !task_->isRunning(); }

private:
    void read();
    void take(Result<slurm::Picture> picture);
    void showJobs();
    void showNodes();
    void preview();
    void run();
    bool isOfNodes() const;
    slurm::VerbRequest request() const;

    Result<slurm::Connection> connection_;
    ClusterTask* task_;
    std::optional<slurm::Picture> picture_;
    std::vector<std::string> shownJobs_;  // ids, as they are listed
    std::optional<slurm::Line> line_;     // of the request, once that can be done
    QLineEdit* filter_;
    TextLabel* counts_;
    TreeView* jobs_;
    TextLabel* whole_;
    TreeView* nodes_;
    QComboBox* verb_;
    QLineEdit* text_;
    TextLabel* command_;
    TextLabel* effect_;
    ClusterLock* lock_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* run_ = nullptr;
};

}  // namespace apportion::ui
