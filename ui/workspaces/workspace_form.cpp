// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_form.h"

#include <utility>

#include <QKeyEvent>
#include <QPushButton>

#include "core/change/command.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/number_field.h"

namespace apportion::ui {

WorkspaceForm::WorkspaceForm(SessionBridge& bridge, CommandRunner& runner, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      trial_(new FormTrial(
          runner, [this] { return asked(); }, [this](const Effect& trial) { tell(trial); }, this)) {
}

void WorkspaceForm::addButtons(const QString& verb) {
    addCancel();
    apply_ = addPrimary(verb);
    apply_->setEnabled(false);
    connect(apply_, &QPushButton::clicked, this, &WorkspaceForm::apply);
    changed();
}

std::optional<Change> WorkspaceForm::asked() {
    const QString what = missing();
    if (what.isEmpty()) {
        // The rest of it is asked about nevertheless: all that is wrong is told at once.
        if (!NumberField::allReadable(*this))
            tellWrong({}, NumberField::mistakesIn(*this));
        return change();
    }
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

void WorkspaceForm::tell(const Effect& trial) {
    const bool refused = !trial.refusal.empty() || !NumberField::allReadable(*this);
    if (refused) {
        tellWrong(trial.refusal, NumberField::mistakesIn(*this));
    } else {
        mark({});
        apply_->setEnabled(true);
        apply_->setToolTip({});
        setConsequence(trialSentence(trial), trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    }
    // Whom it hits is read first.
    if (std::exchange(entered_, false) && !refused && !trial.hitsAnybody())
        apply_->click();
}

void WorkspaceForm::tellWrong(const Problems& refusal, const QString& unread) {
    apply_->setEnabled(false);
    apply_->setToolTip({});
    QStringList all = unread.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const Problem& problem : refusal)
        all << refusalText({problem});
    const bool atFields = mark(refusal);
    setConsequence(atFields && all.size() > 1 ? tr("Fix the marked fields first.")
                                              : all.join(QLatin1Char('\n')),
                   Tone::err);
}

void WorkspaceForm::apply() {
    apply_->setEnabled(false);
    runner_.run({change()}, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer) {
            apply_->setEnabled(true);
            return refuse(refusalText(answer.error()));
        }
        emit applied(qt(argumentsOf(change()).text("name")));
        accept();
    });
}

}  // namespace apportion::ui
