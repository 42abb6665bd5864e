// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a pool that apply to all its quotas.
#pragma once

#include "core/change/command_request.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/form_trial.h"
#include "ui/session_bridge.h"

class QCheckBox;
class QComboBox;
class QPushButton;

namespace apportion::ui {

class CommandRunner;
class DurationField;

class PoolSettingsDialog final : public DialogFrame {
    Q_OBJECT

public:
    PoolSettingsDialog(CommandRunner& runner, const View& view, QWidget* parent = nullptr);

    apportion::Settings wanted() const;
    bool isUpToDate() const override { return trial_->isUpToDate(); }

signals:
    void applied();

private:
    bool isReadable() const;  // all that is typed
    void look();
    std::optional<Change> asked() const;
    void tell(const Effect& trial);
    void apply();

    CommandRunner& runner_;
    apportion::Settings before_;
    DurationField* grace_;
    DurationField* minimum_;
    DurationField* patience_;
    DurationField* aging_;
    QComboBox* placement_;
    QCheckBox* moves_;
    QCheckBox* movesCostLittle_;
    DurationField* moveLoss_;
    QPushButton* apply_ = nullptr;
    FormTrial* trial_;
};

}  // namespace apportion::ui
