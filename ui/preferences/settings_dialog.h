// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting in one table, effective at once, and the pools that go live when they are opened.
#pragma once

#include "core/cluster/local/pool_folder.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/settings.h"

namespace apportion::ui {

class SettingsDialog final : public DialogFrame {
    Q_OBJECT

public:
    SettingsDialog(Settings& settings, Mode mode, QWidget* parent = nullptr);

    // Files of which this user has said that they go live when they are opened.
    void setRemembered(const std::vector<RememberedPool>& pools);

signals:
    void changed(const QString& key);
    void forgetWanted(const apportion::RememberedPool& pool);

private:
    QWidget* editorOf(const SettingInfo& info);
    void resetAll();

    Settings& settings_;
    QWidget* remembered_;
};

}  // namespace apportion::ui
