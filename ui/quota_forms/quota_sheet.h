// SPDX-License-Identifier: GPL-3.0-or-later
// One sheet for all of a quota, with its effect beside it: a new one, which presets fill, one that
// is there, or several, of which only the fields that somebody touches are set.
#pragma once

#include <optional>
#include <vector>

#include <QTimer>

#include "core/plan/draft/quota_draft.h"
#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"

class QPushButton;

namespace apportion::ui {

class Chip;
class EffectPane;
class MistakeLine;
class QuotaFields;
class SentenceBox;
class TextLabel;

class QuotaSheet final : public DialogFrame {
    Q_OBJECT

public:
    // A new one below `parent`; empty: a root.
    QuotaSheet(SessionBridge& bridge, CommandRunner& runner, Mode mode, const QString& parent,
               QWidget* window = nullptr);
    // What is there.
    QuotaSheet(SessionBridge& bridge, CommandRunner& runner, Mode mode, const QStringList& quotas,
               QWidget* window = nullptr);

    const QuotaDraft& draft() const { return draft_; }
    std::vector<QuotaField> changed() const;
    EffectPane& effect() const { return *effect_; }
    void focusOn(QuotaField field);
    // Whether all that was typed has been looked at.
    bool isUpToDate() const override { return ready_ && answered_ == asked_; }

signals:
    void created(const QString& quota);
    void applied(int fields);
    void renamed(const QString& from, const QString& to);
    void policyWanted(const QString& quota, bool self);
    void workspaceWanted(const QString& workspace);

private:
    QuotaSheet(SessionBridge& bridge, CommandRunner& runner, Mode mode, QuotaDraft draft,
               std::vector<QuotaRow> rows, QWidget* window);
    bool isNew() const { return draft_.edits.empty(); }
    void buildPresets();
    void headNew();
    void headEdit(const View& view);
    QByteArray content() const override;
    // Fields that several quotas have otherwise.
    std::vector<QuotaField> mixed() const;
    void showMixed();
    void take(const QuotaDraft& draft);
    void edited(QuotaField field);
    void setBack(QuotaField field);
    void ask();
    void showCheck(const QuotaDraftCheck& check);
    void showPreset();
    void showProblems(const QuotaDraftCheck& check);
    QString repairText(const QuotaRepair& repair) const;
    std::vector<Change> changes() const;
    void tryOut(int number);
    void askWait();
    void tell(const Effect& trial);
    void showFooter(int problems);
    void apply();
    void applyFrom(std::size_t first, const std::vector<Change>& all, std::optional<Revision> seen);
    void done();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    QuotaDraft draft_;
    std::vector<QuotaRow> rows_;       // as they were when it was opened
    std::vector<QuotaDraft> before_;   // the same, as drafts
    std::vector<QuotaField> touched_;  // of several
    std::vector<Chip*> presets_;
    TextLabel* preset_ = nullptr;  // the sentence of the one that is kept
    QuotaFields* fields_;
    EffectPane* effect_;
    MistakeLine* mistake_;
    SentenceBox* reads_;
    QPushButton* apply_ = nullptr;
    QTimer waitSoon_;
    bool ready_ = false;
    int asked_ = 0;
    int answered_ = 0;
};

}  // namespace apportion::ui
