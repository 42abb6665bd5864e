// SPDX-License-Identifier: GPL-3.0-or-later
// Submitting a workload: where, how much, what kind, and the command that it runs. Whether it would
// be taken is asked of the session while one types.
#pragma once

#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;
class QTimer;

namespace apportion::ui {

class CommandFields;
class Segmented;
class TextLabel;

class SubmitDialog final : public DialogFrame {
    Q_OBJECT

public:
    SubmitDialog(CommandRunner& runner, const View& view, const QString& quota,
                 QWidget* parent = nullptr);

    CommandRequest request() const;

signals:
    void submitted(const QString& workload);

private:
    void check();
    void showNameMistake(const Problems& problems);
    void submit();

    CommandRunner& runner_;
    QLineEdit* name_;
    TextLabel* nameMistake_;
    QComboBox* quota_;
    QLineEdit* workspace_;
    QDoubleSpinBox* gpu_;
    QSpinBox* replicas_;
    QSpinBox* priority_;
    Segmented* module_;
    QSpinBox* duration_;
    CommandFields* command_;
    QPushButton* submit_;
    QTimer* pause_;
    int asked_ = 0;
};

}  // namespace apportion::ui
