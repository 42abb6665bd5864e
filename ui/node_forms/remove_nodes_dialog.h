// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a node or a group of nodes out of the pool: shows what the pool loses, or what runs
// there and stands in the way.
#pragma once

#include "core/plan/effect.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class CellTable;
class CommandRunner;
class EmptyState;
class NodeChoice;
class TextLabel;
class TreeView;

class RemoveNodesDialog final : public DialogFrame {
    Q_OBJECT

public:
    // Begins with this node; empty = with the group added last.
    RemoveNodesDialog(SessionBridge& bridge, CommandRunner& runner, const QString& node,
                      QWidget* parent = nullptr);

    bool isUpToDate() const override { return answered_ == asked_ && answered_ > 0; }
    QPushButton* removeButton() const { return remove_; }

signals:
    void removed(const QString& group);

protected:
    QByteArray content() const override;

private:
    void check();
    void present(const Effect& trial);
    void showHolders(const NodeGroup& group);
    void cordon();
    void remove();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    std::string node_;
    NodeChoice* group_;
    TextLabel* what_;
    TextLabel* room_;
    QStackedWidget* stack_;
    TreeView* table_;
    CellTable* holders_;
    EmptyState* nobody_;
    QPushButton* cordon_;
    QPushButton* remove_;
    Revision seen_ = -1;
    int asked_ = 0;
    int answered_ = 0;
};

}  // namespace apportion::ui
