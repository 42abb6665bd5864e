// SPDX-License-Identifier: GPL-3.0-or-later
// The Workspaces tab: who works with which quotas, and what each may hold (rule 24).
#pragma once

#include "ui/pages/page.h"
#include "ui/workspaces/workspace_panel.h"

class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class CellTable;
class EmptyState;
class SearchField;
class TreeView;

class WorkspacesPage final : public Page {
    Q_OBJECT

public:
    WorkspacesPage(QAction* make, QAction* makeQuota, QAction* makeProject,
                   const WorkspacePanel::Verbs& verbs, QWidget* parent = nullptr);

    void setView(const ViewPtr& view) override;
    SearchField* filter() const override;
    void reveal(const Subject& workspace) override { select(workspace.name); }
    Subject own() const override { return {ObjectKind::workspace, selected_}; }
    void setExplained(const Subject& subject, const View& view) override;
    // A filter that hides it goes. One that is not there yet is selected when it is.
    void select(const QString& workspace);
    QString selected() const { return selected_; }
    QString selectedUser() const { return panel_->selectedUser(); }
    // In the tree; empty = none.
    QString selectedQuota() const { return quota_; }
    // One row a workspace that is shown.
    QString csv() const;

    TreeView* table() const { return table_; }
    WorkspacePanel* panel() const { return panel_; }

signals:
    void selectionChanged();
    // By a person, or by who leads here.
    void workspaceChosen(const QString& workspace);
    void workWanted(const QString& workspace);
    void csvWanted();

private:
    bool isRecorded() const;
    bool needsQuota() const;
    void list();
    void restore();
    const WorkspaceRow* rowOf(const QString& workspace) const;

    QAction* make_;
    QAction* makeQuota_;
    QAction* makeProject_;
    SearchField* filter_;
    QPushButton* makeButton_;
    CellTable* rows_;
    TreeView* table_;
    WorkspacePanel* panel_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    ViewPtr view_;
    QStringList shown_;  // names of the rows
    QString selected_;
    QString awaited_;
    QString quota_;
    bool quiet_ = false;
};

PageRegistration workspacesPage();

}  // namespace apportion::ui
