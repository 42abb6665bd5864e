// SPDX-License-Identifier: GPL-3.0-or-later
// A new quota, below another one or as a root on nodes. Presets fill the form; what is typed is
// checked by the session at once, and what is wrong stands where it is, with what mends it.
#pragma once

#include <vector>

#include "core/plan/draft/quota_draft.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace apportion::ui {

class AmountField;
class ChoiceCard;
class MistakeLine;
class NumberField;
class SentenceBox;
class RoomBar;
class Segmented;
class TextLabel;

class QuotaDialog final : public DialogFrame {
    Q_OBJECT

public:
    // `parent` empty: a root.
    QuotaDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode, const QString& parent,
                QWidget* window = nullptr);

    const QuotaDraft& draft() const { return draft_; }
    // Whether all that was typed has been looked at.
    bool isUpToDate() const override { return ready_ && answered_ == asked_; }

signals:
    void created(const QString& quota);
    // Once it is there: the dialog of a preemption policy.
    void policyWanted(const QString& quota, bool self);

private:
    void buildPresets();
    void buildFields();
    void buildShare();
    int amountWidth() const;
    void buildUse();
    void take(const QuotaDraft& draft);
    void changed();
    void readFields();
    void fillFields();
    void ask();
    void sayUnread();
    // Whose work it would touch, once nothing is wrong with it.
    void tryOut(int number);
    void showCheck(const QuotaDraftCheck& check);
    void showRoom(const QuotaDraftCheck& check);
    void showHints(const QuotaDraftCheck& check);
    void showProblems(const QuotaDraftCheck& check);
    void showWorkspaces(const QuotaDraftCheck& check);
    void showNodes(const QuotaDraftCheck& check);
    MistakeLine* lineOf(QuotaDraftProblem::Place place) const;
    QString repairText(const QuotaRepair& repair) const;
    static QString unreadText();  // in the place of what reads the form back
    void create();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    QuotaDraft draft_;
    bool filling_ = false;
    bool ready_ = false;
    int asked_ = 0;
    int answered_ = 0;

    std::vector<ChoiceCard*> cards_;
    QLineEdit* name_ = nullptr;
    QLineEdit* team_ = nullptr;  // what it is shown as
    NumberField* rank_ = nullptr;
    QComboBox* workspace_ = nullptr;
    QComboBox* nodes_ = nullptr;
    TextLabel* nodesHint_ = nullptr;
    std::vector<std::optional<NodeSelector>> selectors_;
    AmountField* guaranteed_ = nullptr;
    RoomBar* room_ = nullptr;
    AmountField* limit_ = nullptr;
    TextLabel* limitHint_ = nullptr;
    AmountField* weight_ = nullptr;
    TextLabel* weightHint_ = nullptr;
    Segmented* beyond_ = nullptr;
    AmountField* lend_ = nullptr;
    TextLabel* lendHint_ = nullptr;
    QComboBox* queueing_ = nullptr;
    QPushButton* self_ = nullptr;
    QPushButton* child_ = nullptr;
    TextLabel* policyHint_ = nullptr;
    SentenceBox* reads_;
    QPushButton* create_ = nullptr;
    MistakeLine* nameLine_ = nullptr;
    MistakeLine* rankLine_ = nullptr;
    MistakeLine* nodesLine_ = nullptr;
    MistakeLine* sizeLine_ = nullptr;
    MistakeLine* limitLine_ = nullptr;
    MistakeLine* lendLine_ = nullptr;
    MistakeLine* formLine_ = nullptr;
};

}  // namespace apportion::ui
