// SPDX-License-Identifier: GPL-3.0-or-later
// Changes what a node, or a group of equal nodes, has. What the pool says of it is asked while one
// types.
#pragma once

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/effect.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/form_trial.h"
#include "ui/session_bridge.h"

class QPushButton;

namespace apportion::ui {

class NodeChoice;
class NodeFields;
class TextLabel;

class EditNodesDialog final : public DialogFrame {
    Q_OBJECT

public:
    // Begins with this node; empty = with the group added last.
    EditNodesDialog(SessionBridge& bridge, CommandRunner& runner, const QString& node,
                    QWidget* parent = nullptr);

    bool isUpToDate() const override;

signals:
    void changed(const QString& nodes);

private:
    QByteArray content() const override;
    void takeChoice();
    void check();
    std::optional<Change> wanted();
    void tell(const Effect& trial);
    void refuseAt(const Problems& problems);
    void apply();

    CommandRunner& runner_;
    NodeChoice* choice_;
    NodeFields* fields_;
    TextLabel* room_;
    QPushButton* change_;
    FormTrial* trial_;
    bool filling_ = false;
};

}  // namespace apportion::ui
