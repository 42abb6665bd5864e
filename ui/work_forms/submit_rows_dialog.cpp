// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/submit_rows_dialog.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "core/model/short_reason.h"
#include "core/plan/draft/submit_request.h"
#include "core/view/view.h"
#include "core/view/workspace_rows.h"
#include "ui/dialogs/click_by.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"
#include "ui/work_forms/evicted_table.h"

namespace apportion::ui {

namespace {

constexpr int kRowsWidth = 880;
constexpr int kTextHeight = 112;
constexpr int kRowsHeight = 180;
constexpr int kEvictedRows = 3;
constexpr int kRowsPause = 200;         // ms without a key before the session is asked
constexpr std::size_t kMostRows = 200;  // each is tried as if those before it were written

bool fitsNowhere(const Effect::Submitted& work) {
    return work.reason && work.reason->code == ReasonCode::neverFits;
}

// A replica larger than every node, as replicas that nodes can hold; nothing = there is no such
// size, or another thing is in the way.
std::optional<std::pair<Gpu, int>> replicasThatFit(const SubmitWork& work, const Reason& reason) {
    if (reason.message.code != "never-fits.node" || work.gpu % kOneGpu != 0)
        return {};
    for (const Argument& argument : reason.message.arguments)
        if (argument.name == "largest")
            for (Gpu gpu = argument.value.number / kOneGpu; gpu > 0; --gpu)
                if (work.gpu / kOneGpu % gpu == 0)
                    return std::pair{gpu * kOneGpu,
                                     static_cast<int>(work.gpu / kOneGpu / gpu) * work.replicas};
    return {};
}

Cell fateCell(const Effect::Submitted& work) {
    using Fate = Effect::Submitted::Fate;
    using Dialog = SubmitRowsDialog;
    const QString why = work.reason ? messageText(work.reason->message) : QString();
    switch (work.fate) {
        case Fate::starts:
            return Cell::reason({Dialog::tr("now"), Tone::good, Icon::play}, {});
        case Fate::startsAfterGrace:
            return Cell::reason({Dialog::tr("now"), Tone::warn, Icon::bolt},
                                Dialog::tr("after evictions"));
        case Fate::rejected:
            return Cell::reason({Dialog::tr("rejected"), Tone::err, Icon::error}, why);
        case Fate::waits:
            if (work.reason && neverStarts(work.reason->code))
                return Cell::reason(reasonBadge(qt(badgeCode(*work.reason))), why);
            break;
    }
    return Cell::reason({Dialog::tr("waits"), Tone::neutral, Icon::hourglass}, why);
}

// The workspace is named where it is not that of the form.
CellTable::Row rowOf(const SubmitWork& work, const SubmitWork& form, Cell fate) {
    CellTable::Row row;
    row.toolTip = fate.plainText();
    row.cells = {
        Cell::name(work.name.empty() ? SubmitRowsDialog::tr("named automatically") : qt(work.name)),
        Cell::words(qt(work.quota),
                    work.workspace == form.workspace ? QString() : qt(work.workspace)),
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
                            {tr("Starts", "head of a column: now, waits")}},
                           this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      problem_(new MistakeLine(this)),
      evicted_(new EvictedTable(kEvictedRows, this)),
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
    body()->addWidget(problem_);
    body()->addWidget(evicted_);
    body()->addStretch(1);
    setOutcome(effect_);
    copy_ = addButton(tr("Copy as commands"));
    copy_->setIcon(icon(Icon::copy));
    connect(copy_, &QPushButton::clicked, this, &SubmitRowsDialog::copyCommands);
    addCancel();
    submit_ = addPrimary(tr("Submit"));
    submit_->setEnabled(false);
    clickBy(submit_, Qt::CTRL | Qt::Key_Return);
    connect(submit_, &QPushButton::clicked, this, [this] {
        submit_->setEnabled(false);
        submitting_ = true;
        given_.clear();
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
                // What it submits itself is no row that others have taken the name of.
                if (std::exchange(seen, now->document.revision) != now->document.revision &&
                    !submitting_)
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
    for (PastedRow& row : rows_)
        row.work.workspace =
            workspaceFor(bridge_.view()->workspaces, row.work.quota, base_.workspace);
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
    std::size_t tried = 0;
    problem_->clear();
    for (const PastedRow& row : rows_) {
        const auto refusal = [&](const QString& why) {
            if (problem_->sentence().isEmpty())
                tellProblem(shown.size(), why, {});
            return rowOf(row.work, base_,
                         Cell::reason({tr("refused"), Tone::err, Icon::error}, why));
        };
        if (!row.mistake.isEmpty()) {
            shown.push_back(refusal(row.mistake));
            continue;
        }
        const std::size_t at = asked++;
        if (at < trial.refusals.size() && !trial.refusals[at].empty()) {
            shown.push_back(refusal(refusalText(trial.refusals[at])));
        } else if (tried < trial.submitted.size()) {
            const Effect::Submitted& work = trial.submitted[tried++];
            if (!fitsNowhere(work)) {
                valid_.push_back({row.work});
            } else if (problem_->sentence().isEmpty()) {
                std::vector<Mend> mends;
                if (const auto size = replicasThatFit(row.work, *work.reason))
                    mends.push_back(
                        {tr("Use %1 replicas of %2").arg(size->second).arg(gpuNumber(size->first)),
                         [this, line = row.line, size = *size] {
                             const QString text =
                                 text_->toPlainText().split(QLatin1Char('\n')).value(line);
                             replaceLine(line, withSize(text, size.first, size.second));
                         }});
                tellProblem(shown.size(), messageText(work.reason->message), std::move(mends));
            }
            shown.push_back(rowOf(row.work, base_, fateCell(work)));
        }
    }
    const int wrong = static_cast<int>(shown.size() - valid_.size());
    model_->setRows(std::move(shown));
    evicted_->setEvicted(*bridge_.view(), trial.evicted);
    const QString text = submissionText(trial, TimeText(bridge_.view()->document.epoch));
    if (trial.hitsAnybody())
        effect_->warn(text);
    else
        effect_->read(text.isEmpty() ? tr("The effect of all rows is shown here.") : text);
    if (wrong > 0)
        setConsequence(tr("%Ln row(s) cannot be submitted.", nullptr, wrong), Tone::err);
    submit_->setEnabled(!valid_.empty());
    copy_->setEnabled(!valid_.empty());
    submit_->setText(valid_.empty()
                         ? tr("Submit")
                         : tr("Submit %Ln row(s)", nullptr, static_cast<int>(valid_.size())));
}

void SubmitRowsDialog::tellProblem(std::size_t row, const QString& why, std::vector<Mend> mends) {
    const int number = static_cast<int>(row) + 1;
    mends.push_back({tr("Remove row %1").arg(number),
                     [this, line = rows_[row].line] { replaceLine(line, {}); }});
    problem_->say(tr("Row %1: %2", "its number, what is wrong").arg(number).arg(why),
                  std::move(mends));
}

void SubmitRowsDialog::replaceLine(int line, const QString& by) {
    QStringList lines = text_->toPlainText().split(QLatin1Char('\n'));
    if (by.isEmpty())
        lines.removeAt(line);
    else
        lines[line] = by;
    text_->setPlainText(lines.join(QLatin1Char('\n')));
}

void SubmitRowsDialog::copyCommands() {
    QStringList lines;
    for (const CommandRequest& each : valid_)
        lines << qt(submitLine(std::get<SubmitWork>(each.change), bridge_.view()->document.file));
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

// One after the other: each is an entry of its own, and those before a refusal hold.
void SubmitRowsDialog::submitFrom(std::size_t first, const std::vector<CommandRequest>& all) {
    runner_.run(all[first], this, [this, first, all](const Result<CommandAnswer>& answer) {
        if (!answer) {
            submitting_ = false;
            refuse(refusalText(answer.error()));
            return ask();
        }
        if (answer->entry) {
            given_ << qt(answer->entry->subject);
            emit submitted(given_.back());
        }
        if (first + 1 < all.size())
            return submitFrom(first + 1, all);
        emit submittedAll(given_);
        accept();
    });
}

}  // namespace apportion::ui
