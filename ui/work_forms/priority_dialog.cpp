// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/priority_dialog.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/change/command_request.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

PriorityDialog::PriorityDialog(CommandRunner& runner, const View& view, const WorkloadRow& work,
                               QWidget* parent)
    : DialogFrame(modeOf(view), parent),
      runner_(runner),
      workload_(work.name),
      priority_(new NumberField(0, this)),
      trial_(new FormTrial(
          runner, [this] { return change(); }, [this](const Effect& trial) { tell(trial); },
          this)) {
    setHeading(tr("Priority of %1").arg(qt(work.name)),
               tr("Waits in %1 with priority %2").arg(qt(work.quota)).arg(work.priority));
    setDot(work.colour);
    priority_->setRange(kLowestPriority, kHighestPriority);
    priority_->setValue(work.priority);
    priority_->setAccessibleName(tr("Priority"));
    auto* label = new TextLabel(tr("New priority"), Type::body, Role::text2, this);
    label->setBuddy(priority_);
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(label);
    line->addWidget(priority_);
    line->addWidget(
        new TextLabel(tr("1 to 9; within a quota 9 is first"), Type::second, Role::text2, this));
    line->addStretch(1);
    body()->addLayout(line);
    addCancel();
    change_ = addPrimary(tr("Change"));
    connect(change_, &QPushButton::clicked, this, &PriorityDialog::apply);
    setOpeningWidth(560);
    connect(priority_, &NumberField::valueChanged, trial_, &FormTrial::changed);
    connect(priority_, &NumberField::readableChanged, this, [this] {
        change_->setEnabled(priority_->isReadable());
        if (!priority_->isReadable())
            setConsequence(priority_->mistake(), Tone::err);
        trial_->changed();
    });
    trial_->changed();
}

Change PriorityDialog::change() const {
    return SetPriority{workload_, static_cast<int>(priority_->value())};
}

// By self-level preemption a higher priority may take at once.
void PriorityDialog::tell(const Effect& trial) {
    if (!priority_->isReadable())
        return;
    change_->setEnabled(trial.refusal.empty());
    if (!trial.refusal.empty())
        return setConsequence(refusalText(trial.refusal), Tone::err);
    setConsequence(trial.touchesOthers()
                       ? trialSentence(trial)
                       : tr("Its position in the queue changes. No effect on workloads now."),
                   trial.hitsAnybody() ? Tone::warn : Tone::neutral);
}

void PriorityDialog::apply() {
    runner_.run({change()}, this, [this](const Result<CommandAnswer>& answer) {
        if (answer)
            accept();
        else
            refuse(refusalText(answer.error()));
    });
}

}  // namespace apportion::ui
