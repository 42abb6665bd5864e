// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a pool that apply to all its quotas.
#pragma once

#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QPushButton;

namespace apportion::ui {

class CommandRunner;

class PoolSettingsDialog final : public DialogFrame {
    Q_OBJECT

public:
    PoolSettingsDialog(CommandRunner& runner, const View& view, QWidget* parent = nullptr);

    apportion::Settings wanted() const;

signals:
    void applied();

private:
    void look();
    void apply();

    CommandRunner& runner_;
    apportion::Settings before_;
    QDoubleSpinBox* grace_;
    QDoubleSpinBox* minimum_;
    QDoubleSpinBox* patience_;
    QDoubleSpinBox* aging_;
    QComboBox* placement_;
    QCheckBox* moves_;
    QPushButton* apply_ = nullptr;
};

}  // namespace apportion::ui
