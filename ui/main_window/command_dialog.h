// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that one card or button would give: shows first what they set and whose work they touch
// together, and follows the pool while it is open.
#pragma once

#include "core/plan/effect.h"
#include "core/session/project/desk.h"
#include "core/view/history/entry_changes.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class CommandRunner;
class EmptyState;
class FactList;
class TextLabel;
class TreeView;
class TrialModel;

class CommandDialog final : public DialogFrame {
    Q_OBJECT

public:
    // `verb` stands on the button, `about` says why one would do it. The commands run in order.
    CommandDialog(SessionBridge& bridge, CommandRunner& runner,
                  std::vector<CommandRequest> requests, const QString& verb, const QString& about,
                  QWidget* parent = nullptr);

    bool isUpToDate() const override { return shown_ && !asking_; }
    TrialModel* model() const { return model_; }
    QPushButton* applyButton() const { return apply_; }

signals:
    void applied();

private:
    void ask();
    void present(const Effect& trial);
    void showChanges(const EntryChanges& changes);
    void apply(std::size_t step);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    std::vector<CommandRequest> requests_;
    FactList* changes_;  // what it writes
    TrialModel* model_;
    QStackedWidget* stack_;
    TreeView* table_;
    EmptyState* nobody_;
    QPushButton* apply_;
    bool asking_ = false;
    bool applying_ = false;
    bool shown_ = false;
    ViewPtr asked_;  // the preview is of its moment
};

}  // namespace apportion::ui
