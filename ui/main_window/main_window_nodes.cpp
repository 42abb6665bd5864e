// SPDX-License-Identifier: GPL-3.0-or-later
// What the nodes and the issues ask the window for: to go somewhere, and to change something.
#include <algorithm>

#include <QAction>

#include "core/plan/draft/node_request.h"
#include "core/session/lasting_act.h"
#include "core/view/issues/fix_request.h"
#include "core/view/issues/most_of_a_kind.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/live_verbs.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/main_window/pool_verbs.h"
#include "ui/nodes/node_dialog.h"
#include "ui/nodes/nodes_page.h"
#include "ui/nodes/use_watch.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/texts.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {

void MainWindow::connectNodes() {
    connect(issuesPanel_, &IssuesPanel::jumpWanted, this, &MainWindow::jumpTo);
    connect(strip_, &IssuesStrip::jumpWanted, this, &MainWindow::jumpTo);
    connect(issuesPanel_, &IssuesPanel::fixWanted, this, &MainWindow::mend);
    connect(issuesPanel_, &IssuesPanel::recoveryWanted, files_, &FileFlow::recoverDamaged);
    connect(issuesPanel_, &IssuesPanel::dismissed, this, [this](const QString& what) {
        dismissed_ << what;
        listIssues();
        strip_->setIssues(issuesNow(), *bridge_.view());
    });
    connect(nodes_, &NodesPage::workloadChosen, this, &MainWindow::selectWorkload);
    connect(nodes_, &NodesPage::freeDeviceChosen, inspector_, &Inspector::inspectDevice);
    connect(nodes_, &NodesPage::nodeStateWanted, this,
            [this](const QString& node, NodeState to) { setNodeState(node, to, false); });
    const auto* uses = new UseWatch(bridge_, nodes_);
    connect(uses, &UseWatch::read, nodes_, &NodesPage::setUses);
    connect(uses, &UseWatch::read, inspector_, &Inspector::setUses);
    connect(nodes_, &NodesPage::newNodesWanted, (*actions_)[ActionId::addNodes], &QAction::trigger);
    connect(nodes_, &NodesPage::editWanted, verbs_, &PoolVerbs::editNodes);
    connect(nodes_, &NodesPage::removalWanted, verbs_, &PoolVerbs::removeNodes);
    connect(nodes_, &NodesPage::previewWanted, this, &MainWindow::openNodeDialog);
    connect(inspector_, &Inspector::nodeBackWanted, this,
            [this](const QString& node, const QString& verb, const QString& what) {
                showFirst(nodeStateRequest(node.toStdString(), NodeState::ready), verb, what);
            });
    connect(inspector_, &Inspector::nodeStateWanted, this, &MainWindow::setNodeState);
}

void MainWindow::setNodeState(const QString& node, NodeState to, bool preview) {
    if (preview)
        openNodeDialog(node, to);
    else
        commands_->runUnlessItHits(
            {to == NodeState::ready ? tr("Take %1 back?").arg(node) : tr("Cordon %1?").arg(node),
             to == NodeState::ready ? tr("Take it back") : tr("Cordon it")},
            nodeStateRequest(node.toStdString(), to));
}

NodeDialog* MainWindow::openNodeDialog(const QString& node, NodeState state) {
    auto* dialog = new NodeDialog(bridge_, *commands_, node, state, this);
    present(dialog);
    return dialog;
}

DialogFrame* MainWindow::drainDialog(const QString& node) {
    const auto& rows = bridge_.view()->nodes.rows;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const NodeRow& row) {
        return node.isEmpty() ? row.state == NodeState::ready && !row.blocks.empty()
                              : qt(row.name) == node;
    });
    return found == rows.end()
               ? nullptr
               : new NodeDialog(bridge_, *commands_, qt(found->name), NodeState::draining, this);
}

void MainWindow::selectNode(const QString& node, int device) {
    centre_->setCurrent(centre_->indexOf(QStringLiteral("nodes")));
    nodes_->selectNode(node, device);
}

namespace {

QString pageOf(Issue::Subject subject) {
    switch (subject) {
        case Issue::Subject::workload:
            return QStringLiteral("workloads");
        case Issue::Subject::node:
            return QStringLiteral("nodes");
        case Issue::Subject::workspace:
            return QStringLiteral("workspaces");
        default:
            return {};
    }
}

}  // namespace

void MainWindow::jumpTo(const Issue& issue) {
    if (isSumOfIssues(issue)) {
        if (const QString page = pageOf(issue.subjectKind); !page.isEmpty())
            centre_->setCurrent(centre_->indexOf(page));
        else if (issue.subjectKind == Issue::Subject::quota)
            (*actions_)[ActionId::goToQuotas]->trigger();
        return;
    }
    switch (issue.subjectKind) {
        case Issue::Subject::quota:
            (*actions_)[ActionId::showQuotas]->setChecked(true);
            (*actions_)[ActionId::showInspector]->setChecked(true);
            quotas_->reveal(qt(issue.subject));
            selectQuota(qt(issue.subject));
            return inspector_->bring(Inspector::Part::reason);
        case Issue::Subject::workload:
            (*actions_)[ActionId::showInspector]->setChecked(true);
            centre_->setCurrent(centre_->indexOf(QStringLiteral("workloads")));
            workloads_->reveal(qt(issue.subject));
            selectWorkload(qt(issue.subject));
            return inspector_->bring(Inspector::Part::reason);
        case Issue::Subject::node:
            return selectNode(qt(issue.subject));
        case Issue::Subject::workspace:
            return selectWorkspace(qt(issue.subject));
        case Issue::Subject::none:
        case Issue::Subject::place:
            return;
    }
}

void MainWindow::showFirst(CommandRequest request, const QString& verb, const QString& about) {
    const bool takenBack = isTakenBack(bridge_.view()->document, request.id);
    auto* dialog = new CommandDialog(bridge_, *commands_, std::move(request), verb, about, this);
    connect(dialog, &CommandDialog::applied, this, [this, verb, takenBack] {
        strip_->say((takenBack ? tr("Done: %1. Undo takes it back.")
                               : tr("Done: %1. Undo does not take it back: change it again."))
                        .arg(verb));
    });
    present(dialog);
}

void MainWindow::mend(const Issue& issue) {
    const IssueFix& fix = issue.fix;
    switch (fix.kind) {
        case IssueFix::Kind::command:
            if (fix.command == "cancel")
                return verbs_->askToCancel({requestOf(fix).arguments.text("name")});
            if (showsFirst(fix))
                return showFirst(requestOf(fix), fixTextOf(issue), messageText(issue.what));
            return commands_->runUnlessItHits(
                {tr("%1?", "what mends an issue").arg(fixTextOf(issue)), fixTextOf(issue)},
                requestOf(fix), this, [this, issue](const Result<CommandAnswer>& answer) {
                    answer
                        ? strip_->say(tr("Mended: %1. Undo takes it back.").arg(qt(issue.subject)))
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
    notice.text = tr("End what runs of %1? It is told to stop, and killed when the grace period is "
                     "over. This cannot be undone.")
                      .arg(workload);
    notice.buttons = {{tr("End it"),
                       [this, workload] {
                           notices_->dismiss();
                           bridge_.ask(bridge_.session().endUnknownRun(workload.toStdString()),
                                       this, [this, workload](const Result<void>& answer) {
                                           answer ? strip_->say(tr("Told %1 to stop").arg(workload))
                                                  : tellRefusal(answer.error());
                                       });
                       }},
                      {tr("Let it run"), [this] { notices_->dismiss(); }, true}};
    notices_->present(std::move(notice), true);
}

}  // namespace apportion::ui
