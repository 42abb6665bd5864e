// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/command_request.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/form_trial.h"

class QPushButton;

namespace apportion::ui {

class NumberField;

// The priority of a workload that waits.
class PriorityDialog final : public DialogFrame {
    Q_OBJECT

public:
    PriorityDialog(CommandRunner& runner, const View& view, const WorkloadRow& work,
                   QWidget* parent = nullptr);

    bool isUpToDate() const override { return trial_->isUpToDate(); }

private:
    Change change() const;
    void tell(const Effect& trial);
    void apply();

    CommandRunner& runner_;
    std::string workload_;
    NumberField* priority_;
    QPushButton* change_ = nullptr;
    FormTrial* trial_;
};

}  // namespace apportion::ui
