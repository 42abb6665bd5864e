// SPDX-License-Identifier: GPL-3.0-or-later
// Drains a node or takes it down, after it has shown who would be moved or evicted. The preview
// follows the pool while the dialog is open.
#pragma once

#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class CommandRunner;
class EmptyState;
class NodeDraftModel;
class TextLabel;
class TreeView;

class NodeDialog final : public DialogFrame {
    Q_OBJECT

public:
    NodeDialog(SessionBridge& bridge, CommandRunner& runner, const QString& node, NodeState state,
               QWidget* parent = nullptr);

    bool isUpToDate() const override { return shown_ && !asking_; }
    NodeDraftModel* model() const { return model_; }
    QPushButton* applyButton() const { return apply_; }

private:
    void ask();
    void present(const Effect& effect);
    void apply();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    QString node_;
    NodeState state_;
    NodeDraftModel* model_;
    TextLabel* what_;
    TextLabel* room_;
    TextLabel* left_;
    QStackedWidget* stack_;
    TreeView* table_;
    EmptyState* nobody_;
    QPushButton* apply_;
    bool asking_ = false;
    bool shown_ = false;
    ViewPtr asked_;  // the preview is of its moment
};

}  // namespace apportion::ui
