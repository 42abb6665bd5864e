// SPDX-License-Identifier: GPL-3.0-or-later
// Self-level or child-level preemption of one quota: while it is edited it says how it reads, whom
// it could hit and what would happen; refused is what cannot be, in its place.
#pragma once

#include <optional>

#include <QTimer>

#include "core/plan/draft/policy_draft.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

class QCheckBox;

namespace apportion::ui {

class CommandRunner;
class HitList;
class PolicyForm;
class SentenceBox;
class TryRow;

class PreemptionDialog final : public DialogFrame {
    Q_OBJECT

public:
    PreemptionDialog(SessionBridge& bridge, CommandRunner& runner, PreemptionLevel level,
                     const QString& quota, QWidget* parent = nullptr);

    // What would be applied.
    PreemptionChoice choice() const;
    // The answer to what the fields say is there.
    bool isUpToDate() const override;
    const std::optional<PolicyAnswer>& answer() const { return answer_; }

    QCheckBox* onOff() const { return onOff_; }
    PolicyForm* form() const { return form_; }
    SentenceBox* sentence() const { return sentence_; }
    HitList* hits() const { return hits_; }
    TryRow* tryRow() const { return try_; }
    QPushButton* whatButton() const { return what_; }
    QPushButton* applyButton() const { return apply_; }

signals:
    void applied(const QString& quota);

private:
    void build();
    void setView(const ViewPtr& view);
    void takePresent(const QuotaRow& row);
    void edited();
    void ask();
    void take(std::optional<PolicyAnswer> answer);
    // What an earlier policy would do is not of this one.
    void withdraw(const QString& why);
    void withdrawUnread();
    void showAnswer();
    void showFooter();
    void apply();
    void mend(const PreemptionChoice& choice);
    bool isOnNow() const;
    const QuotaRow* row() const;

    SessionBridge& bridge_;
    CommandRunner& runner_;
    PreemptionLevel level_;
    QString quota_;
    PreemptionChoice present_;  // what the quota has
    std::optional<PolicyAnswer> answer_;
    QTimer soon_;
    Instant clock_ = 0;   // of the view that was asked about
    int asked_ = 0;       // number of the last question
    int answered_ = 0;    // and of the last answer
    bool taken_ = false;  // the fields show what the quota has
    bool applying_ = false;

    QCheckBox* onOff_ = nullptr;
    TextLabel* onOffText_ = nullptr;
    PolicyForm* form_ = nullptr;
    SentenceBox* sentence_ = nullptr;
    HitList* hits_ = nullptr;
    TryRow* try_ = nullptr;
    QPushButton* what_ = nullptr;
    QPushButton* apply_ = nullptr;
};

}  // namespace apportion::ui
