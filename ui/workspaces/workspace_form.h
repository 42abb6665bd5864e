// SPDX-License-Identifier: GPL-3.0-or-later
// What the forms about workspaces have in common: each gives one command, asks the session while
// one types whether it would be taken and whose work it would touch, and tells a refusal in place.
#pragma once

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/effect.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/form_trial.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class WorkspaceForm : public DialogFrame {
    Q_OBJECT

public:
    bool isUpToDate() const override { return trial_->isUpToDate(); }
    virtual Change change() const = 0;

signals:
    // The command's subject, once it is done.
    void applied(const QString& workspace);

protected:
    WorkspaceForm(SessionBridge& bridge, CommandRunner& runner, QWidget* parent);

    // The footer's buttons, when the form is made.
    void addButtons(const QString& verb);
    // Something in the form is another: it is asked about again soon.
    void changed() {
        entered_ = false;  // that was for what stood there before
        trial_->changed();
    }
    void keyPressEvent(QKeyEvent* event) override;
    // What is to be filled in before anything can be asked; empty = nothing.
    virtual QString missing() const { return {}; }
    // The fields that a refusal is about. True = all of it stands there, and so does what is typed
    // into a field and cannot be read.
    virtual bool mark(const Problems& problems) {
        Q_UNUSED(problems)
        return false;
    }

    SessionBridge& bridge_;
    CommandRunner& runner_;

private:
    std::optional<Change> asked();
    void tell(const Effect& trial);
    void tellWrong(const Problems& refusal, const QString& unread);
    void apply();

    QPushButton* apply_ = nullptr;
    FormTrial* trial_;
    bool entered_ = false;  // Enter came before the answer about what stands there
};

}  // namespace apportion::ui
