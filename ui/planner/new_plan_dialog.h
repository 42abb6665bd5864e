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

class NewPlanDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit NewPlanDialog(SessionBridge& bridge, QWidget* parent = nullptr);

    ChoiceCard* ofPool() const { return ofPool_; }
    ChoiceCard* ofFile() const { return ofFile_; }
    QLineEdit* file() const { return file_; }
    QLineEdit* poolShape() const { return pool_; }
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
    QLineEdit* pool_;
    QPushButton* browse_;
    QPushButton* create_;
};

}  // namespace apportion::ui
