// SPDX-License-Identifier: GPL-3.0-or-later
// From what a cluster is to the tree of a scenario: what Slurm can hold of it, the lines in their
// order with their values, what Slurm would then do, and doing them one by one once they are
// unlocked. What was applied can be undone in the same way.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "core/cluster/slurm/apply.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/imitation.h"
#include "core/cluster/slurm/plan.h"
#include "ui/cluster_task.h"
#include "ui/dialogs/dialog_frame.h"

class QLineEdit;

namespace apportion::ui {

class TreeView;

class ClusterPlanDialog final : public DialogFrame {
    Q_OBJECT

public:
    // `scenario` may be empty: it is chosen here.
    ClusterPlanDialog(Mode mode, const QString& cluster, const QString& scenario,
                      QWidget* parent = nullptr);
    ~ClusterPlanDialog() override;

    bool isUpToDate() const override { return !task_->isRunning(); }

    // What the first look gave, and how far it is done.
    struct Made {
        slurm::Wanted wanted;
        std::vector<slurm::Judged> judged;
        slurm::Recommended recommended;
        slurm::NativePlan plan;
        slurm::Imitated next;
        slurm::Picture picture;
    };

private:
    enum class State { open, done, failed };

    void browse();
    void make();
    void makeUndo();
    void ask(const std::function<Result<Made>()>& work);
    void take(Made made);
    void showLines();
    void showLine();
    void showJudged();
    QStringList valueTexts(const slurm::Line& line) const;
    void unlock(bool unlocked);
    void enable();
    void copy();
    void begin();
    void did(std::size_t line, std::shared_ptr<slurm::Picture> now);
    void settles();
    void finish(const slurm::Applied& applied);
    std::size_t dangers() const;

    QString cluster_;
    Result<slurm::Connection> connection_;
    ClusterTask* task_;
    std::optional<Made> made_;
    std::optional<slurm::Wanted> before_;  // the last apply: what undoes it
    std::shared_ptr<slurm::Picture> now_;  // read back; null = nothing is applied yet
    std::vector<State> states_;
    QString rollback_;
    bool unlocked_ = false;
    std::shared_ptr<std::atomic<bool>> stops_;  // of the apply that runs; null = none does
    std::jthread applying_;
    QLineEdit* scenario_;
    TextLabel* recommended_;
    TreeView* judged_;
    TextLabel* progress_;
    TreeView* lines_;
    TextLabel* line_;
    TextLabel* dry_;
    TextLabel* left_;
    QPushButton* undo_;
    QPushButton* copy_;
    QPushButton* unlock_;
    QPushButton* apply_;
};

}  // namespace apportion::ui
