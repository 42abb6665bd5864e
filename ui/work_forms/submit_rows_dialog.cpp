// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/submit_rows_dialog.h"

#include <utility>

#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kRowsWidth = 880;
constexpr int kTextHeight = 112;
constexpr int kRowsHeight = 220;
constexpr int kRowsPause = 200;         // ms without a key before the session is asked
constexpr std::size_t kMostRows = 200;  // each is tried as if those before it were written

Cell fateCell(const Effect::Submitted& work) {
    using Fate = Effect::Submitted::Fate;
    using Dialog = SubmitRowsDialog;
    switch (work.fate) {
        case Fate::starts:
            return Cell::words(Dialog::tr("starts")).withIcon(Icon::play, Role::good);
        case Fate::startsAfterGrace:
            return Cell::words(Dialog::tr("starts after evictions"))
                .withIcon(Icon::bolt, Role::warn);
        case Fate::rejected:
            return Cell::words(Dialog::tr("is rejected"),
                               work.reason ? messageText(work.reason->message) : QString())
                .withIcon(Icon::error, Role::err);
        case Fate::waits:
            break;
    }
    return Cell::words(Dialog::tr("waits"),
                       work.reason ? messageText(work.reason->message) : QString())
        .withIcon(Icon::hourglass);
}

CellTable::Row rowOf(const SubmitWork& work, Cell fate) {
    CellTable::Row row;
    row.toolTip = fate.plainText();
    row.cells = {
        Cell::name(work.name.empty() ? SubmitRowsDialog::tr("named automatically") : qt(work.name)),
        Cell::words(qt(work.quota)),
        Cell::number(gpuNumber(work.gpu)),
        Cell::number(QString::number(work.replicas)),
        Cell::number(work.duration ? TimeText::duration(*work.duration)
                                   : SubmitRowsDialog::tr("–", "no duration")),
        Cell::number(QString::number(work.priority)),
        std::move(fate)};
    return row;
}

}  // namespace

SubmitRowsDialog::SubmitRowsDialog(SessionBridge& bridge, CommandRunner& runner, SubmitWork base,
                                   QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      base_(std::move(base)),
      text_(new QPlainTextEdit(this)),
      model_(new CellTable({{tr("Name")},
                            {tr("Quota")},
                            {tr("GPUs"), true},
                            {tr("Replicas"), true},
                            {tr("Duration"), true},
                            {tr("Priority"), true},
                            {tr("What happens", "head of a column: starts, waits")}},
                           this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      effect_(new SentenceBox(this)),
      pause_(new QTimer(this)) {
    base_.name.clear();
    setHeading(tr("Submit rows"), qt(bridge.view()->document.name));
    setOpeningWidth(kRowsWidth);
    auto* what = new TextLabel(tr("Paste rows from a spreadsheet or a CSV file: name, quota, GPUs, "
                                  "replicas, duration, priority. An empty cell has the value of "
                                  "the form."),
                               Type::body, Role::text2, this);
    what->setWordWrap(true);
    text_->setAccessibleName(tr("Rows"));
    text_->setPlaceholderText(
        QStringLiteral("%1, %2, 8, 1, 4h, 5")
            .arg(tr("name", "an example of a workload's name"), qt(base_.quota)));
    text_->setFixedHeight(kTextHeight);
    text_->setTabChangesFocus(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    table_->setModel(model_);
    table_->setPageMargin(0);
    table_->setAccessibleName(tr("What happens to each row"));
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setColumns({{ColumnSpec::fixed, 120, 170},
                        {ColumnSpec::fixed, 90, 130},
                        {ColumnSpec::fit, 50},
                        {ColumnSpec::fit, 60},
                        {ColumnSpec::fit, 70},
                        {ColumnSpec::fit, 60},
                        {ColumnSpec::stretch, 220}});
    table_->setFixedHeight(kRowsHeight);
    body()->addWidget(what);
    body()->addWidget(text_);
    body()->addWidget(table_);
    body()->addStretch(1);
    setOutcome(effect_);
    addCancel();
    submit_ = addPrimary(tr("Submit"));
    submit_->setEnabled(false);
    connect(submit_, &QPushButton::clicked, this, [this] {
        submit_->setEnabled(false);
        submitFrom(0, valid_);
    });
    pause_->setSingleShot(true);
    pause_->setInterval(kRowsPause);
    connect(pause_, &QTimer::timeout, this, &SubmitRowsDialog::ask);
    connect(text_, &QPlainTextEdit::textChanged, this, [this] {
        ++asked_;
        submit_->setEnabled(false);
        pause_->start();
    });
    connect(&bridge_, &SessionBridge::changed, this,
            [this, seen = bridge_.view()->document.revision](const ViewPtr& now) mutable {
                if (std::exchange(seen, now->document.revision) != now->document.revision)
                    pause_->start();
            });
    text_->setFocus();
    ask();
}

QString SubmitRowsDialog::effect() const {
    return effect_->plainText();
}

bool SubmitRowsDialog::warns() const {
    return effect_->isWarning();
}

void SubmitRowsDialog::ask() {
    const int question = ++asked_;
    rows_ = pastedRows(text_->toPlainText(), base_);
    const bool tooMany = rows_.size() > kMostRows;
    if (tooMany)
        rows_.resize(kMostRows);
    std::vector<CommandRequest> requests;
    for (const PastedRow& row : rows_)
        if (row.mistake.isEmpty())
            requests.push_back({row.work});
    setConsequence(tooMany ? tr("Only the first %1 rows are read.").arg(kMostRows) : QString(),
                   Tone::warn);
    if (requests.empty()) {
        told_ = question;
        return tell({});
    }
    bridge_.ask(bridge_.session().tryCommand(std::move(requests)), this,
                [this, question](const std::optional<Effect>& trial) {
                    if (question != asked_)
                        return;
                    told_ = question;
                    tell(trial.value_or(Effect()));
                });
}

// Rows that can be submitted go alone.
void SubmitRowsDialog::tell(const Effect& trial) {
    std::vector<CellTable::Row> shown;
    valid_.clear();
    std::size_t asked = 0;
    for (const PastedRow& row : rows_) {
        const auto refusal = [&row](const QString& why) {
            return rowOf(row.work, Cell::words(why).withIcon(Icon::error, Role::err));
        };
        if (!row.mistake.isEmpty()) {
            shown.push_back(refusal(row.mistake));
            continue;
        }
        const std::size_t at = asked++;
        if (at < trial.refusals.size() && !trial.refusals[at].empty()) {
            shown.push_back(refusal(refusalText(trial.refusals[at])));
        } else if (valid_.size() < trial.submitted.size()) {
            shown.push_back(rowOf(row.work, fateCell(trial.submitted[valid_.size()])));
            valid_.push_back({row.work});
        }
    }
    const int wrong = static_cast<int>(shown.size() - valid_.size());
    model_->setRows(std::move(shown));
    const QString text = submissionText(trial, TimeText(bridge_.view()->document.epoch));
    if (trial.hitsAnybody())
        effect_->warn(text);
    else
        effect_->read(text.isEmpty() ? tr("The effect of all rows is shown here.") : text);
    if (wrong > 0)
        setConsequence(tr("%Ln row(s) cannot be submitted.", nullptr, wrong), Tone::err);
    submit_->setEnabled(!valid_.empty());
    submit_->setText(valid_.empty()
                         ? tr("Submit")
                         : tr("Submit %Ln row(s)", nullptr, static_cast<int>(valid_.size())));
}

// One after the other: each is an entry of its own, and those before a refusal hold.
void SubmitRowsDialog::submitFrom(std::size_t first, const std::vector<CommandRequest>& all) {
    runner_.run(all[first], this, [this, first, all](const Result<CommandAnswer>& answer) {
        if (!answer) {
            refuse(refusalText(answer.error()));
            return ask();
        }
        if (answer->entry)
            emit submitted(qt(answer->entry->subject));
        if (first + 1 < all.size())
            return submitFrom(first + 1, all);
        accept();
    });
}

}  // namespace apportion::ui
