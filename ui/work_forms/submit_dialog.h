// SPDX-License-Identifier: GPL-3.0-or-later
// Submitting a workload: where, how much, what kind, and the command that it runs. Whether it would
// be taken is asked of the session while one types.
#pragma once

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/dialogs/field_mistakes.h"
#include "ui/dialogs/form_draft.h"
#include "ui/session_bridge.h"

class QComboBox;
class QLineEdit;
class QTimer;

namespace apportion::ui {

class CommandFields;
class EvictedTable;
class Fold;
class MoreFields;
class PresetChips;
class DurationField;
class FindBox;
class NumberField;
class Segmented;
class SentenceBox;

class SubmitDialog final : public DialogFrame {
    Q_OBJECT

public:
    // What it is filled in with.
    struct Preset {
        QString quota;                        // that is selected; empty = none
        QByteArray last = {};                 // values() of this user's last submission
        std::optional<SubmitWork> like = {};  // of a workload, to be submitted again
        std::string workload = {};            // that is selected; empty = none
        bool here = false;                    // the quota was asked for: no other one is proposed
    };
    SubmitDialog(SessionBridge& bridge, CommandRunner& runner, const Preset& preset,
                 QWidget* parent = nullptr);

    SubmitWork change() const;
    // As often as it is to be submitted, each with a name of its own.
    std::vector<CommandRequest> requests() const;
    // What the next form begins with.
    QByteArray values() const;
    // As it was left when the program ended badly; it can be begun anew.
    void goOn(const QByteArray& draft);
    // What it would do, as it reads below the form.
    QString effect() const;
    bool isUpToDate() const override { return told_ == tried_; }
    bool warns() const;

signals:
    void submitted(const QString& workload);
    // All of a count, once no more comes.
    void submittedAll(const QStringList& workloads);
    // A recorded run takes no work.
    void projectWanted();
    // Rows of a spreadsheet instead; what stands in the form holds for their empty cells.
    void rowsWanted(const apportion::SubmitWork& base);
    // What is filled in so far; empty = nothing is.
    void drafted(const QByteArray& draft);

private:
    DraftFields fields() const;
    void fill(const Preset& preset);
    void fillLike(const SubmitWork& work);
    void addPresets(const std::string& workload, int labels);
    void addButtons();
    void tellDraft();
    void check();
    void tryOut();
    QString notYet() const;
    QString fate(const Problems& notes) const;
    bool isReadable() const;
    // Those of the chosen quota that this person may submit to.
    void listWorkspaces();
    Workload work() const;
    void showMore();
    // Where each field stands, with a line below it for what is wrong.
    class Rows;
    int layOut();  // the width of the labels
    // Of what was found last and of what cannot be read, each at its field; the answer is what is
    // about no field.
    Problems showMistakes();
    void tell(const Result<CommandAnswer>& answer);
    void submit(bool another);
    void submitFrom(std::size_t first, const std::vector<CommandRequest>& all, bool another);
    void beginAnother();
    void enableSubmit(bool on);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    QLineEdit* name_;
    FindBox* quota_;
    QComboBox* workspace_;
    NumberField* gpu_;
    NumberField* replicas_;
    NumberField* count_;
    NumberField* priority_;
    Segmented* module_;
    DurationField* duration_;
    CommandFields* command_;
    MoreFields* more_;
    Fold* fold_;
    EvictedTable* evicted_;
    SentenceBox* effect_;
    PresetChips* presets_ = nullptr;
    QPushButton* submit_ = nullptr;
    QPushButton* another_ = nullptr;
    QStringList given_;  // names of what is being submitted
    QTimer* pause_;
    FieldMistakes mistakes_;
    Problems found_;        // by the core, when it was asked last
    QByteArray untouched_;  // as it opens
    QByteArray draft_;
    int asked_ = 0;
    int tried_ = 0;
    int told_ = 0;
    Revision seen_ = -1;
    bool submitting_ = false;
};

}  // namespace apportion::ui
