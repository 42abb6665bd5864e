// SPDX-License-Identifier: GPL-3.0-or-later
// What the issues ask the window for: to go somewhere, and to change something.
#include <QAction>

#include "core/session/lasting_act.h"
#include "core/view/issues/most_of_a_kind.h"
#include "core/view/tables/pool_tables.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/live_verbs.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/main_window/pool_verbs.h"
#include "ui/texts.h"

namespace apportion::ui {

void MainWindow::connectIssues() {
    connect(issuesPanel_, &IssuesPanel::jumpWanted, this, &MainWindow::jumpTo);
    connect(strip_, &IssuesStrip::jumpWanted, this, &MainWindow::jumpTo);
    connect(issuesPanel_, &IssuesPanel::fixWanted, this, &MainWindow::mend);
    connect(issuesPanel_, &IssuesPanel::recoveryWanted, files_, &FileFlow::recoverDamaged);
    connect(issuesPanel_, &IssuesPanel::dismissed, this, [this](const QString& what) {
        dismissed_ << what;
        listIssues();
        strip_->setIssues(issuesNow(), *bridge_.view());
    });
    connect(issuesPanel_, &IssuesPanel::csvWanted, this, [this] {
        host_->exportTable(tr("Export the issues"), tr("issues"),
                           [this] { return qt(issueCsv(*bridge_.view())); });
    });
    host_->addExport(
        ActionId::exportIssues, nullptr, [this] { emit issuesPanel_->csvWanted(); },
        [](const View& view) {
            return view.issues.empty() ? tr("There are no issues") : QString();
        });
}

namespace {

ObjectKind kindOf(Issue::Subject subject) {
    switch (subject) {
        case Issue::Subject::quota:
            return ObjectKind::quota;
        case Issue::Subject::workload:
            return ObjectKind::workload;
        case Issue::Subject::node:
            return ObjectKind::node;
        case Issue::Subject::workspace:
            return ObjectKind::workspace;
        case Issue::Subject::none:
        case Issue::Subject::place:
            break;
    }
    return ObjectKind::none;
}

}  // namespace

void MainWindow::jumpTo(const Issue& issue) {
    const ObjectKind kind = kindOf(issue.subjectKind);
    if (!isSumOfIssues(issue))
        return reveal({kind, qt(issue.subject)});
    if (const int page = centre_->indexOf(kind); page >= 0)
        centre_->setCurrent(page);
    else if (kind == ObjectKind::quota)
        (*actions_)[ActionId::goToQuotas]->trigger();
}

void MainWindow::showFirst(const std::vector<CommandRequest>& requests, const QString& verb,
                           const QString& about) {
    const bool takenBack =
        std::all_of(requests.begin(), requests.end(), [this](const CommandRequest& each) {
            return isTakenBack(bridge_.view()->document, idOf(each.change));
        });
    const bool several = requests.size() > 1;
    auto* dialog = new CommandDialog(bridge_, *commands_, requests, verb, about, this);
    connect(dialog, &CommandDialog::applied, this, [this, verb, takenBack, several] {
        strip_->say((takenBack && several ? tr("Done: %1. You can undo each change.")
                     : takenBack          ? tr("Done: %1. You can undo this change.")
                                          : tr("Done: %1. You cannot undo this."))
                        .arg(verb));
    });
    present(dialog);
}

void MainWindow::mend(const Issue& issue) {
    const IssueFix& fix = issue.fix;
    switch (fix.kind) {
        case IssueFix::Kind::command:
            if (const auto* cancel = std::get_if<CancelWork>(&*fix.change))
                return verbs_->askToCancel({cancel->name});
            if (showsFirst(fix))
                return showFirst({{*fix.change}}, fixTextOf(issue), messageText(issue.what));
            return commands_->runUnlessItHits(
                {tr("%1?", "what mends an issue").arg(fixTextOf(issue)), fixTextOf(issue)},
                {*fix.change}, this, [this, issue](const Result<CommandAnswer>& answer) {
                    answer ? strip_->say(
                                 tr("Fixed: %1. You can undo this change.").arg(qt(issue.subject)))
                           : tellRefusal(answer.error());
                });
        case IssueFix::Kind::explain:
            (*actions_)[ActionId::showInspector]->setChecked(true);
            if (issue.what.code == "issue-unapproved") {
                selectWorkload(qt(fix.subject));
                return live_->approve(qt(fix.subject));
            }
            if (fix.subject == issue.subject && issue.subjectKind == Issue::Subject::quota)
                selectQuota(qt(fix.subject));
            else
                selectWorkload(qt(fix.subject));
            return inspector_->bring(Inspector::Part::remedy);
        case IssueFix::Kind::scaling:
            return openScaling({fix.targets.begin(), fix.targets.end()});
        case IssueFix::Kind::childPreemption:
            return policies_->open(PreemptionLevel::child, qt(fix.subject));
        case IssueFix::Kind::selfPreemption:
            return policies_->open(PreemptionLevel::self, qt(fix.subject));
        case IssueFix::Kind::endRun:
            return askToEnd(qt(fix.subject));
        case IssueFix::Kind::none:
            return;
    }
}

// Of which the file knows nothing: no eviction is recorded, and nothing undoes it.
void MainWindow::askToEnd(const QString& workload) {
    Notice notice;
    notice.tone = Tone::warn;
    notice.text = tr("End the running command of %1? It stops, and is killed after the grace "
                     "period. You cannot undo this.")
                      .arg(workload);
    notice.buttons = {{tr("End it"),
                       [this, workload] {
                           notices_->dismiss();
                           bridge_.ask(bridge_.session().endUnknownRun(workload.toStdString()),
                                       this, [this, workload](const Result<void>& answer) {
                                           answer ? strip_->say(tr("Stopping %1").arg(workload))
                                                  : tellRefusal(answer.error());
                                       });
                       }},
                      {tr("Approve command"), [this] { notices_->dismiss(); }, true}};
    notices_->present(std::move(notice), true);
}

}  // namespace apportion::ui
