// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting in one table, effective at once.
#pragma once

#include "ui/dialogs/dialog_frame.h"
#include "ui/settings.h"

namespace apportion::ui {

class SettingsDialog final : public DialogFrame {
    Q_OBJECT

public:
    SettingsDialog(Settings& settings, Mode mode, QWidget* parent = nullptr);

signals:
    void changed(const QString& key);

private:
    QWidget* editorOf(const SettingInfo& info);
    void resetAll();

    Settings& settings_;
};

}  // namespace apportion::ui
