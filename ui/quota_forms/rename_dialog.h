// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/command_request.h"
#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"

class QLineEdit;
class QPushButton;

namespace apportion::ui {

class MistakeLine;

// Another name for a quota, and what is shown for it. Everything that refers to it follows.
class RenameDialog final : public DialogFrame {
    Q_OBJECT

public:
    RenameDialog(CommandRunner& runner, Mode mode, const QuotaRow& row, QWidget* window = nullptr);

    bool isUpToDate() const override { return asked_ == answered_; }

signals:
    void renamed(const QString& from, const QString& to);

private:
    Change change() const;
    bool changes() const;
    void check();
    void apply();

    CommandRunner& runner_;
    QuotaRow row_;
    QLineEdit* name_;
    QLineEdit* team_;
    MistakeLine* mistake_ = nullptr;
    QPushButton* rename_ = nullptr;
    int asked_ = 0;
    int answered_ = 0;
};

}  // namespace apportion::ui
