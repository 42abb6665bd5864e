// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages ask the window for, and what is gone to in them.
#include <QAction>

#include "core/plan/draft/node_request.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/undo_verbs.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/use_watch.h"
#include "ui/widgets/choice_card.h"

namespace apportion::ui {

void MainWindow::connectPages() {
    connect(host_, &PageHost::said, strip_, &IssuesStrip::say);
    connect(host_, &PageHost::failed, this, &MainWindow::tellNotSaved);
    connect(host_, &PageHost::selected, this, &MainWindow::choose);
    connect(host_, &PageHost::revealWanted, this, &MainWindow::reveal);
    connect(host_, &PageHost::changeWanted, this, &MainWindow::showFirst);
    connect(host_, &PageHost::undoWanted, undos_, &UndoVerbs::undoEntry);
    connect(host_, &PageHost::nodeStateWanted, this, &MainWindow::setNodeState);
    connect(host_, &PageHost::scaleWanted, this, &MainWindow::openScalingBy);
    connect(host_, &PageHost::scheduleWanted, this, [this](const ScaleRequest& request) {
        openScalingBy(request);
        scaling().apply().card(ScaleWay::later)->setChecked(true);
    });
    connect(host_, &PageHost::openWanted, files_, &FileFlow::open);
    connect(host_, &PageHost::changed, this, [this] {
        showStack();
        enableActions(*bridge_.view());
    });
    connect(centre_, &Centre::pageChanged, this, &MainWindow::applyPanes);
    connect(centre_, &Centre::pageChanged, this, [this] { enableActions(*bridge_.view()); });
    connect(files_, &FileFlow::traceOpened, this, [this](const QString& path) {
        present(host_->dialog(QStringLiteral("new-plan:") + path));
    });
    connect(files_, &FileFlow::planOpened, this, [this] {
        notices_->dismissRefusal();
        emit host_->changed();
        emit host_->pageWanted(centre_->page(centre_->indexOfAlone()));
    });
    connect(&host_->shared<UseWatch>(), &UseWatch::read, inspector_, &Inspector::setUses);
    connect(centre_, &Centre::pageChanged, this, &MainWindow::inspectPage);
}

void MainWindow::choose(const Subject& subject) {
    switch (subject.kind) {
        case ObjectKind::quota:
            return selectQuota(subject.name);
        case ObjectKind::workload:
            return selectWork(subject.name, subject.evictedAt);
        case ObjectKind::workspace:
            quotas_->select({});
            return inspector_->inspectWorkspace(subject.name);
        case ObjectKind::node:
            return inspector_->inspectDevice(subject.name, subject.device);
        case ObjectKind::none:
            return selectNothing();
        case ObjectKind::entry:
            return;
    }
}

// A workload is nothing of a page that explains objects of its own, nor they of the other pages.
void MainWindow::inspectPage(int page) {
    const Subject own = centre_->page(page)->own();
    if (own.kind != ObjectKind::none && inspector_->explainsWork())
        return choose(own);
    if (own.kind != ObjectKind::none || !inspector_->explainsWorkspace())
        return;
    const QString work = centre_->work();
    work.isEmpty() ? selectQuota(quotas_->remembered()) : selectWorkload(work);
}

void MainWindow::goToWork(const QString& workload) {
    emit host_->listWanted(ObjectKind::workload, {});
    selectWorkload(workload);
}

void MainWindow::reveal(const Subject& subject) {
    const bool explains = subject.kind == ObjectKind::quota || subject.kind == ObjectKind::workload;
    if (explains)
        (*actions_)[ActionId::showInspector]->setChecked(true);
    if (subject.kind == ObjectKind::quota) {
        (*actions_)[ActionId::showQuotas]->setChecked(true);
        quotas_->reveal(subject.name);
    } else if (const int page = centre_->indexOf(subject.kind); page >= 0) {
        centre_->setCurrent(page);
        centre_->page(page)->reveal(subject);
    }
    if (!explains)
        return;
    choose(subject);
    inspector_->bring(Inspector::Part::reason);
}

void MainWindow::setNodeState(const QString& node, NodeState to) {
    if (to == NodeState::draining || to == NodeState::down)
        return present(host_->dialog(
            (to == NodeState::down ? QStringLiteral("down:") : QStringLiteral("drain:")) + node));
    const bool back = to == NodeState::ready;
    commands_->runUnlessItHits(
        {back ? tr("Return %1 to service?").arg(node) : tr("Cordon %1?").arg(node),
         back ? tr("Return to service") : tr("Cordon it")},
        {SetNodeState{node.toStdString(), to}});
}

void MainWindow::tellNotSaved(const QString& sentence, const std::function<void()>& again) {
    notices_->present({Tone::err, sentence, {{tr("Choose another place…"), again, true}}, {}});
}

}  // namespace apportion::ui
