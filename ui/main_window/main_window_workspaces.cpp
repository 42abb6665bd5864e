// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of the workspaces asks the window for.
#include <QAction>

#include "core/plan/draft/workspace_request.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/workspace_verbs.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"
#include "ui/workspaces/workspaces_page.h"

namespace apportion::ui {

void MainWindow::connectWorkspaces() {
    connect(workspaceVerbs_, &WorkspaceVerbs::said, strip_, &IssuesStrip::say);
    connect(workspaceVerbs_, &WorkspaceVerbs::workspaceWanted, this, &MainWindow::selectWorkspace);
    connect(workspaceVerbs_, &WorkspaceVerbs::deletionWanted, this, [this](const QString& name) {
        showFirst(deleteWorkspaceRequest(name.toStdString()), tr("Delete"),
                  tr("%1 is gone then, with its members and caps. Its quotas stay as they are.")
                      .arg(name));
    });
    connect(workspaces_, &WorkspacesPage::workspaceChosen, this, [this](const QString& workspace) {
        quotas_->select({});
        inspector_->inspectWorkspace(workspace);
    });
    connect(centre_, &Centre::pageChanged, this, &MainWindow::inspectPage);
    connect(workspaces_, &WorkspacesPage::workWanted, this, [this](const QString& workspace) {
        centre_->setCurrent(centre_->indexOf(QStringLiteral("workloads")));
        workloads_->showMatching(workspace);
    });
}

// A workload is nothing of the page of the workspaces, nor one of those of the other pages.
void MainWindow::inspectPage(int page) {
    const bool workspaces = centre_->page(page) == workspaces_;
    if (workspaces && inspector_->explainsWork())
        return inspector_->inspectWorkspace(workspaces_->selected());
    if (workspaces || !inspector_->explainsWorkspace())
        return;
    const QString work = workloads_->table()->selected();
    work.isEmpty() ? selectQuota(quotas_->remembered()) : selectWorkload(work);
}

void MainWindow::selectWorkspace(const QString& workspace) {
    centre_->setCurrent(centre_->indexOf(QStringLiteral("workspaces")));
    workspaces_->select(workspace);
}

}  // namespace apportion::ui
