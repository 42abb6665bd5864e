// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/history_page.h"

namespace apportion::ui {

namespace {

Page* makeHistory(PageHost& host) {
    auto* page = new HistoryPage(host.bridge, host.actions["make-project"]);
    QObject::connect(page, &HistoryPage::undoWanted, &host, &PageHost::undoWanted);
    QObject::connect(page, &HistoryPage::csvWanted, page, [page, &host] {
        host.exportTable(HistoryPage::tr("Export the history"), HistoryPage::tr("history"),
                         [page] { return page->csv(); });
    });
    host.addExport(
        "export-history", page, [page] { page->askForCsv(); },
        [](const View& view) {
            return !view.document.can.journal ? HistoryPage::tr("A recorded run has no history")
                                              : QString();
        });
    return page;
}

}  // namespace

PageRegistration historyPage() {
    return {.row = {.name = "history",
                    .text = QT_TRANSLATE_NOOP("actions", "&History"),
                    .icon = Icon::undo,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_6)}},
            .make = makeHistory,
            .actions = {{.name = "export-history",
                         .menu = Menu::exports,
                         .text = QT_TRANSLATE_NOOP("actions", "&History as CSV…"),
                         .icon = Icon::download,
                         .alone = QT_TRANSLATE_NOOP("actions", "Export the history as CSV…"),
                         .place = kFirst + 3}},
            .shows = ObjectKind::entry};
}

}  // namespace apportion::ui
