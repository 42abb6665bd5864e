// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a quota in five groups, for a new one, for one that is there, or for several. A
// field that says something else has the accent's border, with what it was beside it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/model/quota.h"
#include "core/plan/draft/quota_draft.h"
#include "core/view/view.h"

class QComboBox;
class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace apportion::ui {

class AmountField;
class MistakeLine;
class NumberField;
class RoomBar;
class TextLabel;
struct Mend;

class QuotaFields final : public QWidget {
    Q_OBJECT

public:
    // Which of them it is: `draft.edits` says how many it changes.
    explicit QuotaFields(const QuotaDraft& draft, QWidget* parent = nullptr);

    // Of several: those that they have otherwise, and that nobody has touched. They show no value.
    void setMixed(const std::vector<QuotaField>& mixed);
    // What was typed there was taken out again, and means no value.
    bool isLeftAlone(QuotaField field) const;
    // Silent.
    void fill(const QuotaDraft& draft);
    // What can be read of the fields; the rest of it stays.
    QuotaDraft read(QuotaDraft draft) const;
    // Whom it may be given to and what lies beside it, which the check of a draft says.
    void showCheck(const QuotaDraft& draft, const QuotaDraftCheck& check, const View& view);
    // Those that have another value than before. `mixed`: quotas differ in them.
    void showChanges(const std::vector<QuotaDraft>& before, const std::vector<QuotaField>& changed,
                     const std::vector<QuotaField>& mixed);
    // A quota that is there: who uses it, and its policies.
    void showTies(const View& view, const QuotaRow& row);
    // Of several whose limits have CPU or memory too.
    void lockLimit(const QString& why);

    // At the field; nothing = it is right.
    void say(QuotaField field, const QString& sentence, std::vector<Mend> mends);
    void sayUnread();
    void clearMistakes();
    void focusOn(QuotaField field);
    // Policies that are asked about once a new quota is there.
    bool isSelfAsked() const;
    bool isChildAsked() const;

    // Of a problem with the draft: the field that it is told at.
    static QuotaField fieldOf(QuotaDraftProblem::Place place);

signals:
    void edited(apportion::QuotaField field);
    // Back to what it was.
    void setBackWanted(apportion::QuotaField field);
    void placeEdited();  // workspace, nodes, or what running workloads do
    void policyWanted(bool self);
    void workspaceWanted(const QString& workspace);

private:
    struct Part {
        QWidget* field = nullptr;
        QPushButton* was = nullptr;
        TextLabel* hint = nullptr;
        MistakeLine* line = nullptr;
    };

    static void mark(QWidget* field, const char* as, bool on);
    void addGroup(const QString& title);
    QHBoxLayout* addRow(const QString& label, QuotaField id, QWidget* field, bool hinted = false);
    void addBeside(QHBoxLayout* row, const QString& label, QuotaField id, QWidget* field,
                   bool hinted = false);
    void addSecond(QHBoxLayout* row, const QString& label, QWidget* field);
    void addWas(QHBoxLayout* row, QuotaField id, QWidget* field, bool hinted);
    void endRow(QHBoxLayout* row, std::initializer_list<QuotaField> ids);
    void alignHalves();
    void buildIdentity(const QuotaDraft& draft);
    void buildGpus();
    void buildQueue();
    void buildPolicies();
    void alignAmounts(Gpu most);
    void showWorkspaces(const QuotaDraft& draft, const QuotaDraftCheck& check);
    void showNodes(const QuotaDraft& draft, const QuotaDraftCheck& check);
    void showRoom(const QuotaDraft& draft, const QuotaDraftCheck& check, const View& view);
    AmountField* amount(QuotaField id) const;
    NumberField* number(QuotaField id) const;
    bool isNew() const { return quotas_ == 0; }
    bool isMixed(QuotaField id) const;

    std::size_t quotas_;  // that it changes
    std::vector<QuotaField> mixed_;
    QVBoxLayout* form_;
    std::map<QuotaField, Part> parts_;
    RoomBar* room_ = nullptr;
    std::vector<QWidget*> halves_;   // of rows with a second field: all before that
    std::vector<QWidget*> seconds_;  // the labels of those
    QComboBox* workspace_ = nullptr;
    QComboBox* nodes_ = nullptr;
    TextLabel* nodesHint_ = nullptr;
    QHBoxLayout* ties_ = nullptr;
    std::vector<std::optional<NodeSelector>> selectors_;
    QComboBox* period_ = nullptr;
    QWidget* mode_ = nullptr;
    QPushButton* self_ = nullptr;
    QPushButton* child_ = nullptr;
    TextLabel* selfText_ = nullptr;
    TextLabel* childText_ = nullptr;
    bool filling_ = false;
};

// In place of a value that several quotas have otherwise.
QString mixedText();
// The value of a field in words: "80", "all", "On".
QString fieldText(QuotaField field, const QuotaDraft& draft);

}  // namespace apportion::ui
