// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_page.h"

#include <QAction>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/session/slurm/cluster_name.h"
#include "ui/cluster/add_cluster_dialog.h"
#include "ui/cluster/cluster_plan_dialog.h"
#include "ui/cluster/cluster_work_dialog.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/cluster_rows.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

ClusterPage::ClusterPage(PageHost& host)
    : host_(host),
      list_(host.shared<ClusterList>()),
      clustersHead_(new SectionHead(tr("Clusters"), this)),
      clusters_(makePlainTable(tr("Clusters"), this)),
      leftHead_(new SectionHead(tr("Not represented"), this)),
      left_(makePlainTable(tr("Not represented"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const char* action : {"cluster-work", "cluster-plan", "add-cluster"}) {
        auto* button = new QPushButton(textOfButton(host.actions[action]->text()), this);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, host.actions[action], &QAction::trigger);
        clustersHead_->addControl(button);
    }
    column->addWidget(clustersHead_);
    column->addWidget(clusters_);
    column->addSpacing(16);
    column->addWidget(leftHead_);
    column->addWidget(left_, 1);
    connect(clusters_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const auto entries = list_.entries();
        if (index.row() < static_cast<int>(entries.size()))
            emit host_.openWanted(
                qt(fileOfCluster(entries[static_cast<std::size_t>(index.row())].connection.name)));
    });
    connect(&list_, &ClusterList::changed, this, &ClusterPage::showClusters);
    list_.askWhileSeen(this);
    connect(host.actions["add-cluster"], &QAction::triggered, this, &ClusterPage::add);
    connect(host.actions["cluster-plan"], &QAction::triggered, this, &ClusterPage::plan);
    connect(host.actions["cluster-work"], &QAction::triggered, this, &ClusterPage::work);
    connect(&host, &PageHost::enabling, this, [this](const View& view) {
        host_.actions.enable("add-cluster", true, {});
        for (const char* action : {"cluster-plan", "cluster-work"})
            host_.actions.enable(action, clusterOf(view.document.file).has_value(),
                                 tr("No cluster is open"));
    });
    showClusters();
}

DialogFrame* ClusterPage::dialog(const QString& name) {
    const View& view = *host_.bridge.view();
    if (name.startsWith(QLatin1String("add-cluster"))) {
        auto* dialog = new AddClusterDialog(modeOf(view), host_.window);
        if (const QString place = name.section(QLatin1Char(':'), 1); !place.isEmpty())
            dialog->checkNow(place);
        connect(dialog, &AddClusterDialog::added, this, [this](const QString& added) {
            list_.refresh();
            emit host_.openWanted(qt(fileOfCluster(added.toStdString())));
        });
        return dialog;
    }
    const auto cluster = clusterOf(view.document.file);
    if (cluster && name == QLatin1String("cluster-work"))
        return new ClusterWorkDialog(modeOf(view), qt(*cluster), host_.window);
    if (!name.startsWith(QLatin1String("cluster-plan")) || !cluster)
        return nullptr;
    return new ClusterPlanDialog(modeOf(view), qt(*cluster), name.section(QLatin1Char(':'), 1),
                                 host_.window);
}

void ClusterPage::add() {
    present(dialog(QStringLiteral("add-cluster")));
}

void ClusterPage::plan() {
    present(dialog(QStringLiteral("cluster-plan")));
}

void ClusterPage::work() {
    present(dialog(QStringLiteral("cluster-work")));
}

void ClusterPage::showClusters() {
    const auto entries = list_.entries();
    clustersHead_->setSecond(list_.unread().empty()
                                 ? tr("%Ln added", nullptr, static_cast<int>(entries.size()))
                                 : messageText(list_.unread().front().message));
    putRows(clusters_, clusterHeads(), clusterRows(entries), clusterColumns());
    constexpr int kMostSideBySide = 8;
    fitRows(clusters_, kMostSideBySide);
}

void ClusterPage::setView(const ViewPtr& view) {
    const bool same = view_ && view_->document.warnings == view->document.warnings;
    view_ = view;
    if (same)
        return;
    std::vector<CellTable::Row> rows;
    for (const Problem& each : view->document.warnings) {
        const QString text = visible(messageText(each.message));
        rows.push_back({{Cell::words(text)}, text, {}});
    }
    leftHead_->setSecond(rows.empty() ? tr("all of it is")
                                      : tr("%Ln thing(s) that a scenario cannot say", nullptr,
                                           static_cast<int>(rows.size())));
    putRows(left_, {{tr("What")}}, std::move(rows), {{ColumnSpec::stretch, 200}});
}

}  // namespace apportion::ui
