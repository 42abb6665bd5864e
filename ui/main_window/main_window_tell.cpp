// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells in the bar above its pages.
#include "ui/command_runner.h"
#include "ui/files/notice_bar.h"
#include "ui/main_window/issue_list.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/main_window.h"
#include "ui/quota_tree/quota_pane.h"

namespace apportion::ui {

void MainWindow::showFailure(const QString& title, const Problems& problems) {
    std::vector<IssueLine> issues = issuesOf(problems);
    const int errors = countOf(issues, Severity::error);
    Notice notice;
    notice.tone = Tone::err;
    notice.text = errors == 1 ? tr("%1. %2", "what failed, why").arg(title, issues.front().what)
                              : tr("%1: %Ln error(s), listed below. Nothing was taken from it.",
                                   nullptr, errors)
                                    .arg(title);
    notices_->present(std::move(notice));
    listsFailure_ = true;
    issuesPanel_->setTitle(title);
    issuesPanel_->setIssues(issues);
    issuesPanel_->setVisible(true);
}

void MainWindow::tellRefusal(const Problems& problems) {
    notices_->present({Tone::err, refusalText(problems), {}, {}, true});
}

// One reason stands in the bar; only several are listed.
void MainWindow::tellNotTurned(const QString& title, const Problems& problems) {
    if (problems.size() != 1)
        return showFailure(title, problems);
    notices_->present({Tone::err,
                       tr("%1. %2", "what failed, why").arg(title, refusalText(problems)),
                       {},
                       {},
                       true});
}

void MainWindow::forgetRefusals() {
    notices_->dismissRefusal();
    quotas_->forgetRefusal();
}

void MainWindow::tellDamage(const Problem& damage) {
    const QString text = refusalText({damage});
    const bool said = damage.message.code == "project-damaged.known";
    notices_->present(
        {Tone::err,
         said ? text
              : tr("The project is damaged, and nothing is written to it any more. %1").arg(text),
         {},
         {}});
}

}  // namespace apportion::ui
