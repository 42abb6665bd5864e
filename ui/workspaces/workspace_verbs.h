// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to workspaces from menus, the palette and their page.
#pragma once

#include <QObject>

#include "ui/pages/page.h"

namespace apportion::ui {

class WorkspaceForm;
class WorkspacesPage;

class WorkspaceVerbs final : public QObject {
    Q_OBJECT

public:
    WorkspaceVerbs(PageHost& host, WorkspacesPage& page);

private:
    // Which of them can be used now, and why not.
    void enable(const View& view);
    // Made but not shown; null for an unknown name or where there is nothing to ask about:
    // "new-workspace[:QUOTA]", of another than the tree's; "workspace-quotas", "workspace-member",
    // "workspace-caps", with ":WORKSPACE" of another than the selected one.
    DialogFrame* dialog(const QString& name);
    void remove();
    const WorkspaceRow* rowOf(const QString& workspace) const;
    DialogFrame* tell(WorkspaceForm* form, const QString& sentence);

    PageHost& host_;
    WorkspacesPage& page_;
};

}  // namespace apportion::ui
