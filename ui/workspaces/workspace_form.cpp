// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_form.h"

#include <QPushButton>

#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"

namespace apportion::ui {

namespace {

constexpr int kPause = 150;  // ms without a key before the session is asked

}  // namespace

WorkspaceForm::WorkspaceForm(SessionBridge& bridge, CommandRunner& runner, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent), bridge_(bridge), runner_(runner) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPause);
    connect(&pause_, &QTimer::timeout, this, &WorkspaceForm::ask);
    // What others do changes what it would do.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if (now->document.revision != seen_)
            changed();
    });
}

void WorkspaceForm::addButtons(const QString& verb) {
    addCancel();
    apply_ = addPrimary(verb);
    apply_->setEnabled(false);
    connect(apply_, &QPushButton::clicked, this, &WorkspaceForm::apply);
    changed();
}

void WorkspaceForm::changed() {
    ++asked_;
    pause_.start();
}

void WorkspaceForm::ask() {
    seen_ = bridge_.view()->document.revision;
    const int question = ++asked_;
    if (const QString what = missing(); !what.isEmpty()) {
        told_ = question;
        mark({});
        apply_->setEnabled(false);
        apply_->setToolTip(what);
        return setConsequence(what);
    }
    bridge_.ask(bridge_.session().tryCommand(request()), this,
                [this, question](const std::optional<CommandTrial>& trial) {
                    if (question != asked_ || !trial)
                        return;
                    told_ = question;
                    tell(*trial);
                });
}

void WorkspaceForm::tell(const CommandTrial& trial) {
    mark(trial.refusal);
    const bool refused = !trial.refusal.empty();
    apply_->setEnabled(!refused);
    apply_->setToolTip({});
    if (refused)
        setConsequence(refusalText(trial.refusal), Tone::err);
    else
        setConsequence(trial.started.empty()
                           ? trialSummary(trial)
                           : tr("%1: %2", "how many start at once, which")
                                 .arg(trialSummary(trial), someNames(trial.started)));
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
