// SPDX-License-Identifier: GPL-3.0-or-later
// Asks once before a pool goes live: what will run here and as whom, who may submit, and that one
// machine is the limit. It follows the file while it is open, and goes where another takes over
// the window's pool.
#pragma once

#include <array>

#include "core/session/live/live_start.h"
#include "core/session/local/live_consent.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QCheckBox;

namespace apportion::ui {

class TextLabel;

class LiveDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit LiveDialog(SessionBridge& bridge, QWidget* parent = nullptr);

    bool isUpToDate() const override { return !asking_; }

signals:
    // `remember`: also when the file is opened the next time, without asking.
    void wanted(bool remember);

private:
    enum Row : std::size_t { kGoes, kStarts, kRuns, kSubmitters, kPlain, kMachine, kGpus, kRows };

    void follow(const View& view);
    void ask();
    void show(const LiveConsent& consent);
    void show(const LiveStart& start);
    void setRow(Row row, const QString& text);  // empty = it is not there
    void enable(const DocumentState& document);

    SessionBridge& bridge_;
    std::string file_;
    Revision revision_;  // of what was asked about last
    std::array<TextLabel*, kRows> pictures_{};
    std::array<TextLabel*, kRows> lines_{};
    QCheckBox* remember_;
    QPushButton* go_;
    bool asking_ = false;
    bool consented_ = false;  // it was told what would run,
    bool started_ = false;    // and what would become of the work
};

}  // namespace apportion::ui
