// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_pages.h"

#include "ui/charts_page/charts_page.h"
#include "ui/cluster/cluster_page.h"
#include "ui/fairness/fairness_page.h"
#include "ui/history_page/history_page.h"
#include "ui/nodes/nodes_page.h"
#include "ui/overview/overview_page.h"
#include "ui/planner/planner_page.h"
#include "ui/reports/reports_page.h"
#include "ui/workloads/workloads_page.h"
#include "ui/workspace/workspace_page.h"
#include "ui/workspaces/workspaces_page.h"

namespace apportion::ui {

Pages consolePages() {
    return {overviewPage(),  workloadsPage(), chartsPage(),  workspacesPage(),
            workspacePage(), nodesPage(),     clusterPage(), fairnessPage(),
            plannerPage(),   reportsPage(),   historyPage()};
}

Pages pagesOf(Settings& settings, const QString& file, const QString& workspace, bool whole) {
    if (file.isEmpty())
        return consolePages();
    if (!workspace.isEmpty() || whole)
        WorkspacePage::rememberAlone(settings, file, workspace);
    return WorkspacePage::isAlone(settings, file) ? Pages{workspacePage(), reportsPage()}
                                                  : consolePages();
}

}  // namespace apportion::ui
