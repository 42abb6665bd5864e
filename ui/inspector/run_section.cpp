// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/run_section.h"

#include <algorithm>

#include <QComboBox>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QUrl>
#include <QVBoxLayout>

#include "core/change/wall_clock.h"
#include "core/cluster/local/log_text.h"
#include "core/session/local/live_consent.h"
#include "core/session/local/run_logs.h"
#include "core/session/local/work_runs.h"
#include "core/view/awaiting_approval.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/argument_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr auto kLookEvery = std::chrono::seconds(1);
constexpr std::size_t kTail = std::size_t{64} << 10;
constexpr int kMostWords = 8;
constexpr int kLogHeight = 190;

Role roleOf(RunState::Tone tone) {
    switch (tone) {
        case RunState::Tone::running:
        case RunState::Tone::good:
            return Role::good;
        case RunState::Tone::asked:
            return Role::warn;
        case RunState::Tone::bad:
            break;
    }
    return Role::err;
}

// In UTC, as all times of a project are shown.
QString clockText(Moment at) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(at, Qt::UTC),
                              QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

}  // namespace

RunSection::RunSection(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      approval_(new CardList(this)),
      title_(new TextLabel(tr("What it runs"), Type::head, Role::text, this)),
      words_(new ArgumentList(this)),
      place_(new TextLabel({}, Type::second, Role::text2, this)),
      runPart_(new QWidget(this)),
      chooser_(new QComboBox(runPart_)),
      state_(new TextLabel({}, Type::second, Role::text2, runPart_)),
      log_(new QPlainTextEdit(runPart_)),
      hint_(new TextLabel({}, Type::second, Role::text2, runPart_)),
      open_(new QPushButton(tr("Open the folder"), runPart_)) {
    words_->setMost(kMostWords);
    place_->setWordWrap(true);
    state_->setWordWrap(true);
    hint_->setWordWrap(true);
    chooser_->setAccessibleName(tr("Run"));
    log_->setAccessibleName(tr("Log"));
    log_->setReadOnly(true);
    log_->setFont(fixedFont());
    log_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    log_->setWordWrapMode(QTextOption::WrapAnywhere);
    log_->setFixedHeight(kLogHeight);
    log_->setTabChangesFocus(true);
    log_->setPlaceholderText(tr("No output yet"));
    open_->setAutoDefault(false);
    open_->setProperty("compact", true);
    auto* run = new QVBoxLayout(runPart_);
    run->setContentsMargins(0, 4, 0, 0);
    run->setSpacing(6);
    auto* last = new QHBoxLayout;
    last->addWidget(hint_, 1);
    last->addWidget(open_, 0, Qt::AlignTop);
    run->addWidget(chooser_);
    run->addWidget(state_);
    run->addWidget(log_);
    run->addLayout(last);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (QWidget* part :
         std::initializer_list<QWidget*>{approval_, title_, words_, place_, runPart_})
        column->addWidget(part);
    timer_.setInterval(kLookEvery);
    connect(&timer_, &QTimer::timeout, this, &RunSection::askRuns);
    connect(chooser_, &QComboBox::activated, this, &RunSection::showRun);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (const RunShown* shown = chosen())
            QDesktopServices::openUrl(QUrl::fromLocalFile(qt(shown->folder)));
    });
    QScrollBar* bar = log_->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, [this] {
        follows_ = isAtEnd();
        if (follows_)
            askLog();
    });
    // Lines are counted when the log is laid out, which may be after its text was set.
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar] {
        if (follows_)
            bar->setValue(bar->maximum());
    });
    hide();
}

void RunSection::setWorkload(const View& view, const WorkloadRow& row) {
    const bool waits = waitsForApproval(row);
    const bool other = workload_ != qt(row.name);
    user_ = qt(row.user);
    if (!other && waits == unapproved_)
        return;
    unapproved_ = waits;
    if (other) {
        workload_ = qt(row.name);
        runs_ = {};
        folder_.clear();
        chooser_->clear();
        hide();
    }
    // A recorded run has no commands.
    if (!view.document.can.journal) {
        timer_.stop();
        hide();
        return;
    }
    askRuns();
    timer_.start();
}

void RunSection::askRuns() {
    // One question at a time, so that a slow disk does not pile them up; none while the inspector
    // shows something else.
    if (asked_ != answered_ || workload_.isEmpty() || !parentWidget()->isVisible())
        return;
    const int question = ++asked_;
    bridge_.ask(bridge_.session().runsOf(workload_.toStdString()), this,
                [this, question, name = workload_](const WorkRuns& runs) {
                    answered_ = question;
                    if (name == workload_)
                        showRuns(runs);
                    else
                        askRuns();
                });
}

void RunSection::showRuns(const WorkRuns& runs) {
    runs_ = runs;
    setVisible(runs.asked || !runs.runs.empty());
    if (runs.asked)
        showCommand(runs.asked->command, runs.asked->approvedBy);
    else if (!runs.runs.empty())
        showCommand(runs.runs.front().command, {});
    showApproval();
    runPart_->setVisible(!runs.runs.empty());
    if (runs.runs.empty())
        return;
    fillChooser();
    showRun();
}

void RunSection::showCommand(const WorkCommand& command, const std::string& approvedBy) {
    QStringList words;
    for (const std::string& each : command.arguments)
        words << qt(each);
    words_->setArguments(words);
    const QString folder = visibleWord(qt(command.directory));
    place_->setText(approvedBy.empty()
                        ? tr("in %1").arg(folder)
                        : tr("in %1 · as %2, who approved it").arg(folder, qt(approvedBy)));
}

void RunSection::showApproval() {
    const bool waits = unapproved_ && runs_.asked.has_value();
    approval_->setVisible(waits || runs_.waits);
    if (!waits && runs_.waits)
        approval_->setCards({{Icon::hourglass,
                              tr("Waits for a device"),
                              messageText(*runs_.waits),
                              {},
                              false,
                              {}}});
    if (!waits)
        return;
    approval_->setCards({{Icon::lock, tr("Waits for approval"),
                          user_.isEmpty() ? tr("Its command is not approved yet.")
                                          : tr("The command of %1 is not approved yet.").arg(user_),
                          tr("Look at it…"), true, [this] { emit approvalWanted(workload_); }}});
}

void RunSection::fillChooser() {
    QStringList texts;
    QStringList folders;
    for (const RunShown& run : runs_.runs) {
        const QString begun = run.started != 0 ? clockText(run.started) : tr("not started yet");
        texts << tr("Replica %1 · %2", "number of a replica, when it began")
                     .arg(run.replica)
                     .arg(begun);
        folders << qt(run.folder);
    }
    QStringList there;
    for (int i = 0; i < chooser_->count(); ++i)
        there << chooser_->itemData(i).toString();
    if (there != folders) {
        // Who looked at the latest run goes on to the next; an older one stays.
        const QString kept =
            chooser_->currentIndex() > 0 ? chooser_->currentData().toString() : QString();
        chooser_->clear();
        for (int i = 0; i < texts.size(); ++i)
            chooser_->addItem(texts[i], folders[i]);
        chooser_->setCurrentIndex(std::max(0, chooser_->findData(kept)));
    }
    for (int i = 0; i < texts.size(); ++i)
        chooser_->setItemText(i, texts[i]);
}

const RunShown* RunSection::chosen() const {
    const std::string folder = chooser_->currentData().toString().toStdString();
    const auto found = std::find_if(runs_.runs.begin(), runs_.runs.end(),
                                    [&](const RunShown& run) { return run.folder == folder; });
    return found == runs_.runs.end() ? nullptr : &*found;
}

void RunSection::showRun() {
    const RunShown* run = chosen();
    if (run == nullptr)
        return;
    QString text = messageText(run->state.sentence);
    if (!run->devices.empty()) {
        QStringList numbers;
        for (const int device : run->devices)
            numbers << QLocale().toString(device);
        text = tr("%1 GPU %2.", "how the run is; numbers of its devices")
                   .arg(text, numbers.join(QStringLiteral(", ")));
    }
    if (run->ended)
        text =
            tr("%1 Ended %2, after %3.", "how the run is; when; how long it took")
                .arg(text, clockText(*run->ended), TimeText::duration(*run->ended - run->started));
    state_->setText(text);
    state_->setRole(roleOf(run->state.tone));
    const bool over = run->ended || run->state.tone == RunState::Tone::bad;
    log_->setPlaceholderText(over ? tr("It wrote nothing") : tr("No output yet"));
    if (folder_ != run->folder) {
        folder_ = run->folder;
        tail_ = {};
        log_->clear();
    }
    // What is being read does not move.
    if (isAtEnd())
        askLog();
    else
        hint_->setText(tr("Scroll to the end to follow it."));
}

bool RunSection::isAtEnd() const {
    const QScrollBar* bar = log_->verticalScrollBar();
    return bar->value() >= bar->maximum();
}

void RunSection::askLog() {
    if (asked_ != answered_ || folder_.empty())
        return;
    const int question = ++asked_;
    bridge_.ask(bridge_.session().logTail(folder_, kTail), this,
                [this, question, folder = folder_](const LogTail& tail) {
                    answered_ = question;
                    if (folder == folder_)
                        showLog(tail);
                });
}

void RunSection::showLog(const LogTail& tail) {
    hint_->setText(
        tail.leftOut > 0
            ? tr("The end; %1 before it").arg(QLocale().formattedDataSize(tail.leftOut, 1))
            : QString());
    if (tail == tail_)
        return;
    tail_ = tail;
    log_->setPlainText(qt(readableLog(tail.text)));
    log_->verticalScrollBar()->setValue(log_->verticalScrollBar()->maximum());
}

QString RunSection::logText() const {
    return log_->toPlainText();
}

}  // namespace apportion::ui
