// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/command_request.h"
#include "core/plan/draft/quota_move.h"
#include "core/plan/effect.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/form_trial.h"

class QPushButton;
class QSlider;

namespace apportion::ui {

class AmountField;
class FindBox;
class MistakeLine;
class TextLabel;

// GPUs of a quota given to a sibling: both sizes at once. At first it offers what is idle.
class MoveDialog final : public DialogFrame {
    Q_OBJECT

public:
    // `to` empty: the sibling with the most waiting work.
    MoveDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode, const QString& from,
               const QString& to = {}, QWidget* window = nullptr);

    ScaleTargets targets() const;
    bool isUpToDate() const override { return trial_->isUpToDate(); }

signals:
    void moved(const QString& from, const QString& to);
    // Running work stands in the way: the wizard asks what is to become of it.
    void scalingWanted(const apportion::ScaleTargets& targets);

private:
    void fill();
    void changed();
    std::optional<Change> asked() const;
    void tell(const Effect& trial);
    void apply();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    QuotaRow from_;
    std::vector<QuotaRow> siblings_;
    FindBox* to_;
    QSlider* slider_;
    AmountField* amount_;
    TextLabel* hint_ = nullptr;
    TextLabel* fromChange_ = nullptr;
    TextLabel* toChange_ = nullptr;
    MistakeLine* mistake_ = nullptr;
    QPushButton* move_ = nullptr;
    FormTrial* trial_;
};

}  // namespace apportion::ui
