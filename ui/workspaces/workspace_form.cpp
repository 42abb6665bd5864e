// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_form.h"

#include <utility>

#include <QKeyEvent>
#include <QPushButton>

#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"

namespace apportion::ui {

WorkspaceForm::WorkspaceForm(SessionBridge& bridge, CommandRunner& runner, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      trial_(new FormTrial(
          runner, [this] { return asked(); }, [this](const CommandTrial& trial) { tell(trial); },
          this)) {}

void WorkspaceForm::addButtons(const QString& verb) {
    addCancel();
    apply_ = addPrimary(verb);
    apply_->setEnabled(false);
    connect(apply_, &QPushButton::clicked, this, &WorkspaceForm::apply);
    changed();
}

std::optional<CommandRequest> WorkspaceForm::asked() {
    const QString what = missing();
    if (what.isEmpty())
        return request();
    mark({});
    apply_->setEnabled(false);
    apply_->setToolTip(what);
    setConsequence(what);
    return std::nullopt;
}

// Enter right after the last key is not lost: it acts once the answer has come.
void WorkspaceForm::keyPressEvent(QKeyEvent* event) {
    const bool waits = (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
                       !isUpToDate() && qobject_cast<QPushButton*>(focusWidget()) == nullptr;
    if (!waits)
        return DialogFrame::keyPressEvent(event);
    event->accept();
    entered_ = true;
}

void WorkspaceForm::tell(const CommandTrial& trial) {
    mark(trial.refusal);
    const bool refused = !trial.refusal.empty();
    apply_->setEnabled(!refused);
    apply_->setToolTip({});
    if (refused)
        setConsequence(refusalText(trial.refusal), Tone::err);
    else
        setConsequence(trialSentence(trial), trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    // Whom it hits is read first.
    if (std::exchange(entered_, false) && !refused && !trial.hitsAnybody())
        apply_->click();
}

void WorkspaceForm::apply() {
    apply_->setEnabled(false);
    runner_.run(request(), this, [this](const Result<CommandAnswer>& answer) {
        if (!answer) {
            apply_->setEnabled(true);
            return refuse(refusalText(answer.error()));
        }
        emit applied(qt(request().arguments.text("name")));
        accept();
    });
}

}  // namespace apportion::ui
