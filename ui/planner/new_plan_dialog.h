// SPDX-License-Identifier: GPL-3.0-or-later
// What a new plan is put on.
#pragma once

#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace apportion::ui {

class ChoiceCard;
class NumberField;

class NewPlanDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit NewPlanDialog(SessionBridge& bridge, QWidget* parent = nullptr);

    ChoiceCard* ofPool() const { return ofPool_; }
    ChoiceCard* ofFile() const { return ofFile_; }
    QLineEdit* file() const { return file_; }
    NumberField* nodes() const { return nodes_; }
    NumberField* gpusEach() const { return each_; }
    QPushButton* createButton() const { return create_; }

signals:
    void created();

private:
    void browse();
    void check();
    void create();
    void finish(const Result<void>& answer);

    SessionBridge& bridge_;
    ChoiceCard* ofPool_;
    ChoiceCard* ofFile_;
    ChoiceCard* ofPast_;
    QComboBox* past_;
    QLineEdit* file_;
    NumberField* nodes_;  // of a trace alone, as its GPUs
    NumberField* each_;
    QPushButton* browse_;
    QPushButton* create_;
};

}  // namespace apportion::ui
