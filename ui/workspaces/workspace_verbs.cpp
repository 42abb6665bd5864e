// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_verbs.h"

#include <algorithm>

#include <QAction>

#include "core/plan/draft/workspace_request.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/workspaces/caps_dialog.h"
#include "ui/workspaces/member_dialog.h"
#include "ui/workspaces/workspace_dialog.h"
#include "ui/workspaces/workspaces_page.h"

namespace apportion::ui {

namespace {

// For a menu, in which “&” marks a key.
QString elidedName(const std::string& name) {
    constexpr int kMost = 40;
    QString text = qt(name);
    if (text.size() > kMost)
        text = text.left(kMost - 1) + QChar(0x2026);
    return buttonText(text);
}

}  // namespace

WorkspaceVerbs::WorkspaceVerbs(PageHost& host, WorkspacesPage& page)
    : QObject(&page), host_(host), page_(page) {
    for (const char* name :
         {"new-workspace", "workspace-quotas", "workspace-member", "workspace-caps"})
        connect(host_.actions[name], &QAction::triggered, this,
                [this, name] { present(dialog(QString::fromLatin1(name))); });
    connect(host_.actions["delete-workspace"], &QAction::triggered, this, &WorkspaceVerbs::remove);
    connect(&host_, &PageHost::enabling, this, &WorkspaceVerbs::enable);
    connect(&page_, &WorkspacesPage::selectionChanged, this,
            [this] { enable(*host_.bridge.view()); });
    host_.addDialogs([this](const QString& name) { return dialog(name); });
}

void WorkspaceVerbs::remove() {
    const QString name = page_.selected();
    emit host_.changeWanted({{DeleteWorkspace{name.toStdString()}}}, tr("Delete"),
                            tr("Deletes %1 with its members and caps. Its quotas stay.").arg(name));
}

const WorkspaceRow* WorkspaceVerbs::rowOf(const QString& workspace) const {
    const auto& rows = host_.bridge.view()->workspaces;
    const auto found = std::find_if(
        rows.begin(), rows.end(),
        [name = workspace.toStdString()](const auto& row) { return row.spec.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

void WorkspaceVerbs::enable(const View& view) {
    const WorkspaceRow* row = rowOf(page_.selected());
    const auto set = [&](const char* id, const char* command, bool right) {
        const bool may = host_.commands.may(command);
        host_.actions.enable(
            id, may && row && right,
            !may   ? host_.commands.whyNot(command)
            : !row ? tr("Select a workspace")
                   : tr("Your role does not allow this for %1").arg(qt(row->spec.name)));
    };
    host_.actions.enable(
        "new-workspace", host_.commands.may("workspace.add") && !view.quotas.empty(),
        host_.commands.may("workspace.add") ? tr("There are no quotas")
                                            : host_.commands.whyNot("workspace.add"));
    // The palette and the menu say whose.
    const QString whose = row ? elidedName(row->spec.name) : QString();
    const auto call = [&](const char* id, const QString& of, const QString& alone) {
        host_.actions[id]->setText(row ? of.arg(whose) : alone);
    };
    call("workspace-quotas", tr("&Quotas of %1…"), tr("&Quotas of the workspace…"));
    call("workspace-member", tr("&Member of %1…"), tr("&Member of the workspace…"));
    call("workspace-caps", tr("&Caps of %1…"), tr("&Caps of the workspace…"));
    call("delete-workspace", tr("&Delete %1…"), tr("&Delete the workspace…"));
    set("workspace-quotas", "workspace.quotas", row && row->ties);
    set("workspace-member", "workspace.member", row && row->manages);
    set("workspace-caps", "workspace.caps", row && row->manages);
    set("delete-workspace", "workspace.delete", row && row->ties);
}

DialogFrame* WorkspaceVerbs::dialog(const QString& name) {
    if (!host_.bridge.view()->document.open)
        return nullptr;
    const QString verb = name.section(QLatin1Char(':'), 0, 0);
    const QString subject = name.section(QLatin1Char(':'), 1);
    if (verb == QLatin1String("new-workspace"))
        return tell(
            new WorkspaceDialog(host_.bridge, host_.commands, {},
                                subject.isEmpty() ? page_.selectedQuota() : subject, host_.window),
            tr("Created workspace %1"));
    const WorkspaceRow* row = rowOf(subject.isEmpty() ? page_.selected() : subject);
    if (!row)
        return nullptr;
    const QString workspace = qt(row->spec.name);
    if (verb == QLatin1String("workspace-quotas"))
        return tell(new WorkspaceDialog(host_.bridge, host_.commands, workspace, {}, host_.window),
                    tr("Changed the quotas of %1"));
    if (verb == QLatin1String("workspace-member"))
        return tell(new MemberDialog(host_.bridge, host_.commands, *row, page_.selectedUser(),
                                     host_.window),
                    tr("Changed the members of %1"));
    if (verb == QLatin1String("workspace-caps"))
        return tell(new CapsDialog(host_.bridge, host_.commands, *row, host_.window),
                    tr("Changed the caps of %1"));
    return nullptr;
}

DialogFrame* WorkspaceVerbs::tell(WorkspaceForm* form, const QString& sentence) {
    connect(form, &WorkspaceForm::applied, this, [this, sentence](const QString& workspace) {
        emit host_.said(sentence.arg(workspace));
        emit host_.revealWanted({ObjectKind::workspace, workspace});
    });
    return form;
}

}  // namespace apportion::ui
