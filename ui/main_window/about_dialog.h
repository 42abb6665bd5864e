// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is, its version, its license, and where its manual is.
#pragma once

#include "ui/dialogs/dialog_frame.h"

namespace apportion::ui {

class AboutDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit AboutDialog(Mode mode, QWidget* parent = nullptr);
};

}  // namespace apportion::ui
