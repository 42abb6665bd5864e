// SPDX-License-Identifier: GPL-3.0-or-later
// More equal nodes for the pool. What the pool says of them is asked while one types.
#pragma once

#include "core/model/node.h"
#include "core/plan/draft/node_request.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QLineEdit;
class QPushButton;

namespace apportion::ui {

class CommandRunner;
class MistakeLine;
class NodeFields;
class NumberField;
class TextLabel;

class AddNodesDialog final : public DialogFrame {
    Q_OBJECT

public:
    // Begins with `first`.
    AddNodesDialog(CommandRunner& runner, const ViewPtr& view, const NodeGroup& first,
                   QWidget* parent = nullptr);

    bool isUpToDate() const override { return asked_ == answered_; }
    NodeGroup wanted() const;

signals:
    void added(int nodes, apportion::Gpu gpus);

private:
    void proposeName();
    void check();
    void clearMistakes();
    bool say(NodePart part, const QString& sentence);
    void tell(const Effect& trial);
    void apply();

    CommandRunner& runner_;
    const ViewPtr view_;  // as it was opened on
    QString proposed_;
    QLineEdit* name_;
    NumberField* count_;
    NodeFields* fields_ = nullptr;
    TextLabel* names_ = nullptr;
    MistakeLine* nameMistake_ = nullptr;
    MistakeLine* countMistake_ = nullptr;
    QPushButton* add_ = nullptr;
    int asked_ = 0;
    int answered_ = 0;
};

}  // namespace apportion::ui
