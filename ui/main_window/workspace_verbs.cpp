// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/workspace_verbs.h"

#include <algorithm>

#include <QAction>

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

WorkspaceVerbs::WorkspaceVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
                               WorkspacesPage& page, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      runner_(runner),
      actions_(actions),
      page_(page),
      window_(window) {
    const auto on = [this](ActionId id, const char* name) {
        connect(actions_[id], &QAction::triggered, this,
                [this, name = QString::fromLatin1(name)] { present(dialog(name)); });
    };
    on(ActionId::newWorkspace, "new-workspace");
    on(ActionId::workspaceQuotas, "workspace-quotas");
    on(ActionId::workspaceMember, "workspace-member");
    on(ActionId::workspaceCaps, "workspace-caps");
    connect(actions_[ActionId::deleteWorkspace], &QAction::triggered, this,
            [this] { emit deletionWanted(page_.selected()); });
    connect(&page_, &WorkspacesPage::selectionChanged, this, [this] { enable(*bridge_.view()); });
}

const WorkspaceRow* WorkspaceVerbs::rowOf(const QString& workspace) const {
    const auto& rows = bridge_.view()->workspaces;
    const auto found = std::find_if(
        rows.begin(), rows.end(),
        [name = workspace.toStdString()](const auto& row) { return row.spec.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

void WorkspaceVerbs::enable(const View& view) {
    const WorkspaceRow* row = rowOf(page_.selected());
    const auto set = [&](ActionId id, const char* command, bool right) {
        const bool may = runner_.may(command);
        actions_.enable(id, may && row && right,
                        !may   ? runner_.whyNot(command)
                        : !row ? tr("Select a workspace")
                               : tr("Your role does not allow it for %1").arg(qt(row->spec.name)));
    };
    actions_.enable(
        ActionId::newWorkspace, runner_.may("workspace.add") && !view.quotas.empty(),
        runner_.may("workspace.add") ? tr("There are no quotas") : runner_.whyNot("workspace.add"));
    // The palette and the menu say whose.
    const QString whose = row ? elidedName(row->spec.name) : QString();
    const auto call = [&](ActionId id, const QString& of, const QString& alone) {
        actions_[id]->setText(row ? of.arg(whose) : alone);
    };
    call(ActionId::workspaceQuotas, tr("&Quotas of %1…"), tr("&Quotas of the workspace…"));
    call(ActionId::workspaceMember, tr("&Member of %1…"), tr("&Member of the workspace…"));
    call(ActionId::workspaceCaps, tr("&Caps of %1…"), tr("&Caps of the workspace…"));
    call(ActionId::deleteWorkspace, tr("&Delete %1…"), tr("&Delete the workspace…"));
    set(ActionId::workspaceQuotas, "workspace.quotas", row && row->ties);
    set(ActionId::workspaceMember, "workspace.member", row && row->manages);
    set(ActionId::workspaceCaps, "workspace.caps", row && row->manages);
    set(ActionId::deleteWorkspace, "workspace.delete", row && row->ties);
}

DialogFrame* WorkspaceVerbs::dialog(const QString& name) {
    if (!bridge_.view()->document.open)
        return nullptr;
    const QString verb = name.section(QLatin1Char(':'), 0, 0);
    const QString subject = name.section(QLatin1Char(':'), 1);
    if (verb == QLatin1String("new-workspace"))
        return tell(new WorkspaceDialog(bridge_, runner_, {}, subject, window_),
                    tr("Made the workspace %1"));
    const WorkspaceRow* row = rowOf(subject.isEmpty() ? page_.selected() : subject);
    if (!row)
        return nullptr;
    const QString workspace = qt(row->spec.name);
    if (verb == QLatin1String("workspace-quotas"))
        return tell(new WorkspaceDialog(bridge_, runner_, workspace, {}, window_),
                    tr("Changed the quotas of %1"));
    if (verb == QLatin1String("workspace-member"))
        return tell(new MemberDialog(bridge_, runner_, *row, page_.selectedUser(), window_),
                    tr("Changed the members of %1"));
    if (verb == QLatin1String("workspace-caps"))
        return tell(new CapsDialog(bridge_, runner_, *row, window_), tr("Changed the caps of %1"));
    return nullptr;
}

DialogFrame* WorkspaceVerbs::tell(WorkspaceForm* form, const QString& sentence) {
    connect(form, &WorkspaceForm::applied, this, [this, sentence](const QString& workspace) {
        emit said(sentence.arg(workspace));
        emit workspaceWanted(workspace);
    });
    return form;
}

}  // namespace apportion::ui
