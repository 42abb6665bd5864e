// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>

#include "ui/dialogs/dialog_frame.h"
#include "ui/nodes/nodes_page.h"
#include "ui/use_watch.h"

namespace apportion::ui {

namespace {

Page* makeNodes(PageHost& host) {
    auto* page = new NodesPage;
    QObject::connect(page, &NodesPage::workloadChosen, &host, [&host](const QString& workload) {
        emit host.selected({ObjectKind::workload, workload});
    });
    QObject::connect(page, &NodesPage::freeDeviceChosen, &host,
                     [&host](const QString& node, int device) {
                         emit host.selected({ObjectKind::node, node, device});
                     });
    QObject::connect(page, &NodesPage::nodeStateWanted, &host, &PageHost::nodeStateWanted);
    QObject::connect(page, &NodesPage::previewWanted, &host, &PageHost::nodeStateWanted);
    QObject::connect(page, &NodesPage::newNodesWanted, host.actions["add-nodes"],
                     &QAction::trigger);
    const auto open = [&host](const char* dialog) {
        return [&host, dialog](const QString& node) {
            present(host.dialog(QString::fromLatin1(dialog) + node));
        };
    };
    QObject::connect(page, &NodesPage::editWanted, &host, open("edit-nodes:"));
    QObject::connect(page, &NodesPage::removalWanted, &host, open("remove-nodes:"));
    auto& uses = host.shared<UseWatch>();
    uses.watchFor(page);
    QObject::connect(&uses, &UseWatch::read, page, &NodesPage::setUses);
    QObject::connect(page, &NodesPage::csvWanted, page, [page, &host] {
        host.exportTable(NodesPage::tr("Export the nodes"), NodesPage::tr("nodes"),
                         [page] { return page->csv(); });
    });
    host.addExport(
        "export-nodes", page, [page] { emit page->csvWanted(); },
        [](const View& view) {
            return view.nodes.rows.empty() ? NodesPage::tr("There are no nodes") : QString();
        });
    return page;
}

}  // namespace

PageRegistration nodesPage() {
    return {.row = {.name = "nodes",
                    .text = QT_TRANSLATE_NOOP("actions", "&Nodes"),
                    .icon = Icon::node,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_5)}},
            .make = makeNodes,
            .actions = {{.name = "export-nodes",
                         .menu = Menu::exports,
                         .text = QT_TRANSLATE_NOOP("actions", "&Nodes as CSV…"),
                         .icon = Icon::download,
                         .alone = QT_TRANSLATE_NOOP("actions", "Export nodes as CSV…"),
                         .place = kFirst + 1}},
            .shows = ObjectKind::node};
}

}  // namespace apportion::ui
