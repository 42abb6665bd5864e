// SPDX-License-Identifier: GPL-3.0-or-later
// One workspace: its users with what they hold, its caps, and what can be done with it.
#pragma once

#include <QWidget>

#include "core/view/view.h"

class QAction;
class QPushButton;

namespace apportion::ui {

class CellTable;
class SectionHead;
class TextLabel;
class TreeView;

class WorkspacePanel final : public QWidget {
    Q_OBJECT

public:
    struct Verbs {
        QAction* quotas;
        QAction* member;
        QAction* caps;
        QAction* remove;
    };

    explicit WorkspacePanel(const Verbs& verbs, QWidget* parent = nullptr);

    // Null hides it.
    void setWorkspace(const WorkspaceRow* row);
    // In the table of users; empty = none.
    QString selectedUser() const;
    TreeView* users() const { return users_; }
    TreeView* caps() const { return caps_; }

signals:
    // What runs or waits there is wanted.
    void workWanted(const QString& workspace);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showUsers(const WorkspaceRow& row);
    void showCaps(const WorkspaceRow& row);

    SectionHead* head_;
    QPushButton* work_;
    CellTable* userRows_;
    CellTable* capRows_;
    TreeView* users_;
    TreeView* caps_;
    TextLabel* noUsers_;
    TextLabel* noCaps_;
    WorkspaceRow row_;
};

}  // namespace apportion::ui
