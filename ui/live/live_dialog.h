// SPDX-License-Identifier: GPL-3.0-or-later
// Asks once before a pool goes live: what will run here and as whom, who may submit, and that one
// machine is the limit.
#pragma once

#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QCheckBox;
class QGridLayout;

namespace apportion::ui {

enum class Icon;

class LiveDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit LiveDialog(SessionBridge& bridge, QWidget* parent = nullptr);

    bool isUpToDate() const override { return answered_; }

signals:
    // `remember`: also when the file is opened the next time, without asking.
    void wanted(bool remember);

private:
    void show(const LiveConsent& consent);
    void line(Icon which, const Message& sentence);

    QGridLayout* lines_;
    QCheckBox* remember_;
    QPushButton* go_;
    bool answered_ = false;
};

}  // namespace apportion::ui
