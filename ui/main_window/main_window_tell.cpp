// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells in the bar above its pages.
#include <algorithm>

#include <QAction>
#include <QFileInfo>

#include "core/plan/draft/quota_draft.h"
#include "core/session/recover_file.h"
#include "core/view/issues/file_warnings.h"
#include "ui/command_runner.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/issue_list.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/undo_verbs.h"
#include "ui/pages/page.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

// The message stays: whoever gives up the dialog finds the way again.
std::vector<NoticeButton> MainWindow::waysOutOf(const QString& damaged) {
    if (damaged.isEmpty())
        return {};
    return {{tr("Recover into a new file…"), [this, damaged] { files_->recoverDamaged(damaged); },
             false, true}};
}

void MainWindow::showFailure(const QString& title, const Problems& problems) {
    std::vector<IssueLine> issues = issuesOf(problems);
    const int errors = countOf(issues, Severity::error);
    const auto first = std::find_if(problems.begin(), problems.end(),
                                    [](const Problem& problem) { return !problem.warning; });
    Notice notice;
    notice.tone = Tone::err;
    notice.text = errors == 1 ? tr("%1. %2", "what failed, why").arg(title, refusalText({*first}))
                              : tr("%1: %Ln error(s), listed below. Nothing was read from it.",
                                   nullptr, errors)
                                    .arg(title);
    const std::string damaged = recoverableFile(problems);
    notice.buttons = waysOutOf(qt(damaged));
    notices_->present(std::move(notice));
    if (!damaged.empty())
        refused_ = damaged;
    enableActions(*bridge_.view());
    listsFailure_ = true;
    issuesPanel_->setTitle(title);
    issuesPanel_->offerCsv(false);
    issuesPanel_->setIssues(issues);
    issuesPanel_->setVisible(true);
}

void MainWindow::tellRefusal(const Problems& problems) {
    notices_->present({Tone::err, refusalText(problems), {}, {}, true});
}

void MainWindow::tellNotRecovered(const QString& damaged, const Problems& problems) {
    Notice notice;
    notice.tone = wasStopped(problems) ? Tone::info : Tone::err;
    const QString title = tr("%1 was not recovered").arg(QFileInfo(damaged).fileName());
    notice.text = wasStopped(problems)
                      ? refusalText(problems)
                      : tr("%1. %2", "what failed, why").arg(title, refusalText(problems));
    if (mayRecoverAgain(problems))
        notice.buttons = waysOutOf(damaged);
    notices_->present(std::move(notice));
}

// One reason stands in the bar; only several are listed.
void MainWindow::tellNotTurned(const QString& title, const Problems& problems) {
    if (problems.size() != 1)
        return showFailure(title, problems);
    const Message& why = problems.front().message;
    std::vector<NoticeButton> ways;
    const auto entry = std::find_if(why.arguments.begin(), why.arguments.end(),
                                    [](const Argument& each) { return each.name == "entry"; });
    if (why.code == "undo-depends" && entry != why.arguments.end())
        ways.push_back({tr("Undo entry %1 first").arg(entry->value.number),
                        [this, first = entry->value.number] { undos_->undoEntry(first); }});
    if (bridge_.view()->document.can.journal)
        ways.push_back({tr("Show the history"),
                        [this] { emit host_->listWanted(ObjectKind::entry, {}); }, false, true});
    notices_->present({Tone::err,
                       tr("%1. %2", "what failed, why").arg(title, refusalText(problems)),
                       std::move(ways),
                       {},
                       true});
}

void MainWindow::tellIdle(QAction* action) {
    QString text = action->text();
    text = tr("%1: %2", "an action, why it cannot be done now")
               .arg(text.remove(QLatin1Char('&')).remove(QStringLiteral("…")), action->toolTip());
    const bool needsProject = action->toolTip() == CommandRunner::recordedText() ||
                              (action == (*actions_)[ActionId::goLive] &&
                               (*actions_)[ActionId::makeProject]->isEnabled());
    if (action->toolTip() == messageText({"live-obstacle.read-only", {}}))
        return notices_->present(
            {Tone::info, text, {{tr("Save a copy…"), [this] { files_->saveAs(); }}}, {}, true});
    if (!needsProject)
        return strip_->say(text);
    notices_->present({Tone::info,
                       text,
                       {{tr("Make a project of this run…"), [this] { files_->makeProject(); }}},
                       {},
                       true});
}

void MainWindow::forgetRefusals() {
    notices_->dismissRefusal();
    quotas_->forgetRefusal();
}

// Once for a file. A view of the one before may come late.
void MainWindow::tellDamage(const View& view) {
    const Problem* damage = damageOf(view);
    if (damage == nullptr) {
        if (!toldDamage_.empty() && toldDamage_ != view.document.file) {
            toldDamage_.clear();
            notices_->stand({});
        }
        return;
    }
    if (std::exchange(toldDamage_, view.document.file) == view.document.file)
        return;
    const QString text = refusalText({*damage});
    const bool said = damage->message.code == "project-damaged.known";
    notices_->stand(
        Notice{Tone::err,
               said ? text : tr("The project is damaged and no longer written to. %1").arg(text),
               waysOutOf(qt(recoverableFile({*damage}))),
               {}});
}

namespace {

// What is wrong, since when nothing is decided, and how it goes on.
QString standstillText(const View& view) {
    const Problem& trouble = view.document.trouble.front();
    const QString why = messageText(trouble.message);
    const QString since = TimeText(view.document.epoch).seconds(view.clock);
    const QString remedy = remedyText(trouble.message);
    return passesByItself(trouble)
               ? MainWindow::tr(
                     "%1 Scheduling halted at %2. Running commands continue. Scheduling resumes "
                     "automatically when the file can be written again. %3",
                     "what is wrong, when, what mends it")
                     .arg(why, since, remedy)
                     .trimmed()
               : MainWindow::tr("%1 Scheduling halted at %2. Running commands continue. %3",
                                "what is wrong, when, what mends it")
                     .arg(why, since, remedy)
                     .trimmed();
}

}  // namespace

// For as long as it lasts; somebody may close it and read on.
void MainWindow::tellStandstill(const View& view) {
    const QString text = modeOf(view) == Mode::halted ? standstillText(view) : QString();
    if (text == toldStandstill_)
        return;
    toldStandstill_ = text;
    if (!text.isEmpty())
        return notices_->stand(
            Notice{Tone::err, text, waysOutOf(qt(recoverableFile(view.document.trouble))), {}});
    notices_->stand({});
    toldDamage_.clear();  // it may have outlasted that
    strip_->say(tr("The file can be written again"));
}

}  // namespace apportion::ui
