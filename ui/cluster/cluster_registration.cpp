// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/slurm/cluster_name.h"
#include "ui/cluster/cluster_page.h"

namespace apportion::ui {

namespace {

Page* makeClusterPage(PageHost& host) {
    auto* page = new ClusterPage(host);
    host.addDialogs([page](const QString& name) { return page->dialog(name); });
    return page;
}

}  // namespace

PageRegistration clusterPage() {
    return {.row = {.name = "cluster",
                    .text = QT_TRANSLATE_NOOP("actions", "&Clusters"),
                    .icon = Icon::cloud},
            .make = makeClusterPage,
            .actions = {{.name = "add-cluster",
                         .menu = Menu::file,
                         .text = QT_TRANSLATE_NOOP("actions", "Add a cl&uster…"),
                         .icon = Icon::cloud,
                         .place = kFirst},
                        {.name = "cluster-plan",
                         .menu = Menu::file,
                         .text = QT_TRANSLATE_NOOP("actions", "Plan for the clus&ter…"),
                         .icon = Icon::list,
                         .place = kFirst},
                        {.name = "cluster-work",
                         .menu = Menu::file,
                         .text = QT_TRANSLATE_NOOP("actions", "&Jobs and nodes of the cluster…"),
                         .icon = Icon::node,
                         .place = kFirst}},
            .dialogs = {QStringLiteral("add-cluster")},
            .whyNot = [](const View& view) {
                return clusterOf(view.document.file) ? QString()
                                                     : ClusterPage::tr("No cluster is open");
            }};
}

}  // namespace apportion::ui
