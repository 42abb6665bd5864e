// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to workspaces from menus, the palette and their page.
#pragma once

#include <QObject>

#include "core/view/view.h"
#include "ui/main_window/actions.h"
#include "ui/session_bridge.h"

class QWidget;

namespace apportion::ui {

class CommandRunner;
class DialogFrame;
class WorkspaceForm;
class WorkspacesPage;

class WorkspaceVerbs final : public QObject {
    Q_OBJECT

public:
    WorkspaceVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
                   WorkspacesPage& page, QWidget* window);

    // Which of them can be used now, and why not.
    void enable(const View& view);

    // Made but not shown; null for an unknown name or where there is nothing to ask about:
    // "new-workspace[:QUOTA]", "workspace-quotas", "workspace-member", "workspace-caps", with
    // ":WORKSPACE" of another than the selected one.
    DialogFrame* dialog(const QString& name);

signals:
    void said(const QString& sentence);
    // That one is made or changed: it is to be shown.
    void workspaceWanted(const QString& workspace);
    void deletionWanted(const QString& workspace);

private:
    const WorkspaceRow* rowOf(const QString& workspace) const;
    DialogFrame* tell(WorkspaceForm* form, const QString& sentence);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    const Actions& actions_;
    WorkspacesPage& page_;
    QWidget* window_;
};

}  // namespace apportion::ui
