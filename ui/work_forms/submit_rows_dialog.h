// SPDX-License-Identifier: GPL-3.0-or-later
// Submitting the rows of a spreadsheet: what becomes of each, and the effect of all together.
#pragma once

#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"
#include "ui/work_forms/pasted_rows.h"

class QPlainTextEdit;
class QPushButton;
class QTimer;

namespace apportion::ui {

class CellTable;
class EvictedTable;
class MistakeLine;
struct Mend;
class SentenceBox;
class TreeView;

class SubmitRowsDialog final : public DialogFrame {
    Q_OBJECT

public:
    // `base`: what a row has where its cells say nothing.
    SubmitRowsDialog(SessionBridge& bridge, CommandRunner& runner, SubmitWork base,
                     QWidget* parent = nullptr);

    bool isUpToDate() const override { return told_ == asked_; }
    // What all of them would do together, and whether it is amber.
    QString effect() const;
    bool warns() const;
    const CellTable& rows() const { return *model_; }

signals:
    void submitted(const QString& workload);
    void submittedAll(const QStringList& workloads);

private:
    void ask();
    void tell(const Effect& trial);
    // Of the rows that cannot be submitted the first, with the ways out.
    void tellProblem(std::size_t row, const QString& why, std::vector<Mend> mends);
    void replaceLine(int line, const QString& by);
    void copyCommands();
    void submitFrom(std::size_t first, const std::vector<CommandRequest>& all);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    SubmitWork base_;
    QPlainTextEdit* text_;
    CellTable* model_;
    TreeView* table_;
    MistakeLine* problem_;
    EvictedTable* evicted_;
    SentenceBox* effect_;
    QPushButton* copy_ = nullptr;
    QPushButton* submit_;
    QTimer* pause_;
    std::vector<PastedRow> rows_;
    std::vector<CommandRequest> valid_;  // of the rows that can be submitted
    QStringList given_;                  // names of those that were
    bool submitting_ = false;
    int asked_ = 0;
    int told_ = 0;
};

}  // namespace apportion::ui
