// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/export_verbs.h"

#include <utility>

#include <QAction>

#include "core/view/history/history_points.h"
#include "core/view/tables/pool_tables.h"
#include "ui/charts_page/charts_page.h"
#include "ui/history_page/history_page.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/table_export.h"
#include "ui/nodes/nodes_page.h"
#include "ui/texts.h"
#include "ui/workloads/workloads_page.h"
#include "ui/workspaces/workspaces_page.h"

namespace apportion::ui {

using Group = WorkloadModel::Group;
using Format = TimeChart::Format;

namespace {

constexpr std::pair<ActionId, Format> kCharts[] = {{ActionId::exportChartPng, Format::png},
                                                   {ActionId::exportChartSvg, Format::svg},
                                                   {ActionId::exportChartPdf, Format::pdf},
                                                   {ActionId::exportChartCsv, Format::csv}};

}  // namespace

ExportVerbs::ExportVerbs(SessionBridge& bridge, const Actions& actions, const Pages& pages,
                         std::function<void(QWidget* page)> goTo, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      actions_(actions),
      pages_(pages),
      goTo_(std::move(goTo)),
      window_(window) {
    connectTables();
    connectActions();
}

void ExportVerbs::connectTables() {
    connect(&pages_.workloads, &WorkloadsPage::csvWanted, this, [this] {
        const bool evicted = pages_.workloads.group() == Group::evicted;
        write(evicted ? tr("Export the evictions") : tr("Export the workloads"),
              evicted ? tr("evictions") : tr("workloads"),
              [this] { return pages_.workloads.csv(); });
    });
    connect(&pages_.workspaces, &WorkspacesPage::csvWanted, this, [this] {
        write(tr("Export the workspaces"), tr("workspaces"),
              [this] { return pages_.workspaces.csv(); });
    });
    connect(&pages_.nodes, &NodesPage::csvWanted, this, [this] {
        write(tr("Export the nodes"), tr("nodes"), [this] { return pages_.nodes.csv(); });
    });
    connect(&pages_.history, &HistoryPage::csvWanted, this, [this] {
        write(tr("Export the history"), tr("history"), [this] { return pages_.history.csv(); });
    });
    connect(&pages_.issues, &IssuesPanel::csvWanted, this, [this] {
        write(tr("Export the issues"), tr("issues"),
              [this] { return qt(issueCsv(*bridge_.view())); });
    });
}

void ExportVerbs::connectActions() {
    const auto on = [this](ActionId id, const std::function<void()>& act) {
        connect(actions_[id], &QAction::triggered, this, act);
    };
    const auto workloads = [this](bool evicted) {
        goTo_(&pages_.workloads);
        if (evicted || pages_.workloads.group() == Group::evicted)
            pages_.workloads.showGroup(evicted ? Group::evicted : Group::all);
        emit pages_.workloads.csvWanted();
    };
    on(ActionId::exportWorkloads, [workloads] { workloads(false); });
    on(ActionId::exportEvictions, [workloads] { workloads(true); });
    on(ActionId::exportNodes, [this] {
        goTo_(&pages_.nodes);
        emit pages_.nodes.csvWanted();
    });
    on(ActionId::exportWorkspaces, [this] {
        goTo_(&pages_.workspaces);
        emit pages_.workspaces.csvWanted();
    });
    on(ActionId::exportHistory, [this] {
        goTo_(&pages_.history);
        pages_.history.askForCsv();
    });
    on(ActionId::exportIssues, [this] { emit pages_.issues.csvWanted(); });
    for (const auto& [id, format] : kCharts)
        on(id, [this, format = format] {
            goTo_(&pages_.charts);
            pages_.charts.saveAs(format);
        });
    connect(&pages_.charts, &ChartsPage::shownChanged, this, [this] { enable(*bridge_.view()); });
}

void ExportVerbs::write(const QString& title, const QString& name,
                        const std::function<QString()>& csv) {
    exportTable(window_, title, name, csv,
                {[this](const QString& sentence) { emit said(sentence); },
                 [this](const QString& sentence, const std::function<void()>& again) {
                     emit notExported(sentence, again);
                 }});
}

void ExportVerbs::enable(const View& view) {
    // What stands against every export, or the reason against one.
    const QString none = !view.document.open         ? tr("Nothing is open")
                         : view.document.reading > 0 ? tr("The work is still being read")
                                                     : QString();
    const auto set = [&](ActionId id, bool any, const QString& otherwise) {
        actions_.enable(id, none.isEmpty() && any, none.isEmpty() ? otherwise : none);
    };
    set(ActionId::exportWorkloads,
        !view.waiting.empty() || !view.running.empty() || !view.ended.empty(),
        tr("There are no workloads"));
    set(ActionId::exportEvictions, !view.evictions.empty(), tr("Nothing was evicted"));
    set(ActionId::exportNodes, !view.nodes.rows.empty(), tr("There are no nodes"));
    set(ActionId::exportWorkspaces, !view.workspaces.empty(), tr("There are no workspaces"));
    set(ActionId::exportHistory, view.document.mode != PoolMode::recorded,
        tr("A recorded run has no journal"));
    set(ActionId::exportIssues, !view.issues.empty(), tr("There are no issues"));
    const bool past = !view.teams.empty() && hasPast(view);
    const QString noChart = view.teams.empty() ? tr("There are no quotas")
                            : !past            ? tr("Nobody has run this pool yet")
                                               : tr("No chart is shown");
    for (const auto& [id, format] : kCharts)
        set(id, past && pages_.charts.hasCharts(), noChart);
}

}  // namespace apportion::ui
