// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_verbs.h"
#include "ui/workspaces/workspaces_page.h"

namespace apportion::ui {

namespace {

Page* makeWorkspaces(PageHost& host) {
    const Actions& a = host.actions;
    auto* page = new WorkspacesPage(
        a["new-workspace"], a["new-root"], a["make-project"],
        {a["workspace-quotas"], a["workspace-member"], a["workspace-caps"], a["delete-workspace"]});
    new WorkspaceVerbs(host, *page);
    QObject::connect(page, &WorkspacesPage::workspaceChosen, &host,
                     [&host](const QString& workspace) {
                         emit host.selected({ObjectKind::workspace, workspace});
                     });
    QObject::connect(page, &WorkspacesPage::workWanted, &host, [&host](const QString& workspace) {
        emit host.listWanted(ObjectKind::workload, workspace);
    });
    QObject::connect(page, &WorkspacesPage::csvWanted, page, [page, &host] {
        host.exportTable(WorkspacesPage::tr("Export the workspaces"),
                         WorkspacesPage::tr("workspaces"), [page] { return page->csv(); });
    });
    host.addExport(
        "export-workspaces", page, [page] { emit page->csvWanted(); },
        [](const View& view) {
            return view.workspaces.empty() ? WorkspacesPage::tr("No workspaces") : QString();
        });
    return page;
}

// On the one that is selected.
ActionRow verb(const char* name, const char* text, Icon icon, bool separatorBefore = false) {
    return {.name = name,
            .menu = Menu::workspace,
            .text = text,
            .icon = icon,
            .separatorBefore = separatorBefore,
            .on = ObjectKind::workspace};
}

}  // namespace

PageRegistration workspacesPage() {
    return {
        .row = {.name = "workspaces",
                .text = QT_TRANSLATE_NOOP("actions", "Works&paces"),
                .icon = Icon::users,
                .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_4)}},
        .make = makeWorkspaces,
        .actions = {{.name = "new-workspace",
                     .menu = Menu::workspace,
                     .text = QT_TRANSLATE_NOOP("actions", "&New workspace…"),
                     .icon = Icon::plus},
                    verb("workspace-quotas",
                         QT_TRANSLATE_NOOP("actions", "&Quotas of the workspace…"), Icon::link,
                         true),
                    verb("workspace-member",
                         QT_TRANSLATE_NOOP("actions", "&Member of the workspace…"), Icon::user),
                    verb("workspace-caps", QT_TRANSLATE_NOOP("actions", "&Caps of the workspace…"),
                         Icon::cap),
                    verb("delete-workspace", QT_TRANSLATE_NOOP("actions", "&Delete the workspace…"),
                         Icon::trash, true),
                    {.name = "export-workspaces",
                     .menu = Menu::exports,
                     .text = QT_TRANSLATE_NOOP("actions", "Work&spaces as CSV…"),
                     .icon = Icon::download,
                     .alone = QT_TRANSLATE_NOOP("actions", "Export workspaces as CSV…"),
                     .place = kFirst + 2}},
        .dialogs = {QStringLiteral("new-workspace"), QStringLiteral("workspace-quotas"),
                    QStringLiteral("workspace-member"), QStringLiteral("workspace-caps")},
        .shows = ObjectKind::workspace};
}

}  // namespace apportion::ui
