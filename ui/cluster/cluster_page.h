// SPDX-License-Identifier: GPL-3.0-or-later
// While a cluster is open: all clusters that were added, side by side; of the open one, what is not
// represented, and what Slurm says of its QOS, accounts, waiting jobs, scheduler, and settings.
#pragma once

#include <map>
#include <optional>

#include <QElapsedTimer>

#include "core/cluster/slurm/work.h"
#include "ui/cluster/cluster_tables.h"
#include "ui/cluster_list.h"
#include "ui/pages/page.h"

namespace apportion::ui {

class SectionHead;
class Segmented;
class TextLabel;
class TreeView;

class ClusterPage final : public Page {
    Q_OBJECT

public:
    explicit ClusterPage(PageHost& host);

    void setView(const ViewPtr& view) override;
    void setExplained(const Subject& subject, const View& view) override;
    bool isUpToDate() const override {
        return !isVisible() || (list_.isUpToDate() && !task_->isRunning());
    }

    DialogFrame* dialog(const QString& name);
    void add();
    void plan();
    void submit();

private:
    // Parts of the open cluster, in the order of their segments.
    enum Part { kLeft, kReasons, kQos, kAccounts, kFigures, kFacts };
    struct Answer {
        slurm::Picture picture;
        std::string figures;
        slurm::Checked checked;
    };
    static Result<Answer> answerOf(const slurm::Connection& connection, int part);

    void layOut();
    void enable(const View& view);
    // The jobs and nodes, with this verb on the job that is explained; no verb = the usual one.
    void work(std::optional<slurm::Verb> verb);
    void showClusters();
    void choose();
    void ask();
    void take(int part, const Result<Answer>& answer);
    void showLeft();

    PageHost& host_;
    ClusterList& list_;
    ClusterTask* task_;
    ViewPtr view_;
    QString quota_, work_;  // that are explained
    QElapsedTimer asked_;
    SectionHead* clustersHead_;
    TreeView* clusters_;
    SectionHead* partHead_;
    Segmented* parts_;
    TreeView* part_;
    TextLabel* whole_;
};

PageRegistration clusterPage();

}  // namespace apportion::ui
