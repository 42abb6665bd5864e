// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {

namespace {

using Group = WorkloadModel::Group;

Page* makeWorkloads(PageHost& host) {
    auto* page = new WorkloadsPage(host.actions["submit"], host.settings);
    page->table()->serve(host);
    QObject::connect(page, &WorkloadsPage::csvWanted, page, [page, &host] {
        const bool evicted = page->group() == Group::evicted;
        host.exportTable(evicted ? WorkloadsPage::tr("Export the evictions")
                                 : WorkloadsPage::tr("Export the workloads"),
                         evicted ? WorkloadsPage::tr("evictions") : WorkloadsPage::tr("workloads"),
                         [page] { return page->csv(); });
    });
    const auto table = [page](bool evicted) {
        if (evicted || page->group() == Group::evicted)
            page->showGroup(evicted ? Group::evicted : Group::all);
        emit page->csvWanted();
    };
    host.addExport(
        "export-workloads", page, [table] { table(false); },
        [](const View& view) {
            const bool none = view.waiting.empty() && view.running.empty() && view.ended.empty();
            return none ? WorkloadsPage::tr("No workloads") : QString();
        });
    host.addExport(
        "export-evictions", page, [table] { table(true); },
        [](const View& view) {
            return view.evictions.empty() ? WorkloadsPage::tr("Nothing was evicted") : QString();
        });
    return page;
}

}  // namespace

PageRegistration workloadsPage() {
    return {.row = {.name = "workloads",
                    .text = QT_TRANSLATE_NOOP("actions", "&Workloads"),
                    .icon = Icon::list,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_2)}},
            .make = makeWorkloads,
            .actions = {{.name = "export-workloads",
                         .menu = Menu::exports,
                         .text = QT_TRANSLATE_NOOP("actions", "&Workloads as CSV…"),
                         .icon = Icon::download,
                         .alone = QT_TRANSLATE_NOOP("actions", "Export workloads as CSV…"),
                         .place = kFirst},
                        {.name = "export-evictions",
                         .menu = Menu::exports,
                         .text = QT_TRANSLATE_NOOP("actions", "&Evictions as CSV…"),
                         .icon = Icon::download,
                         .alone = QT_TRANSLATE_NOOP("actions", "Export evictions as CSV…"),
                         .place = kFirst}},
            .shows = ObjectKind::workload};
}

}  // namespace apportion::ui
