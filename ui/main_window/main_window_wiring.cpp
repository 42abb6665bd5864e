// SPDX-License-Identifier: GPL-3.0-or-later
// What the actions and panes of the window do.
#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMenu>

#include "core/change/event_command.h"
#include "core/plan/draft/node_request.h"
#include "core/plan/effect.h"
#include "core/session/recover_file.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/about_dialog.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/cheat_sheet.h"
#include "ui/main_window/cluster_band.h"
#include "ui/main_window/hit_question.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/live_verbs.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/menu_row.h"
#include "ui/main_window/palette_entries.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/main_window/pool_verbs.h"
#include "ui/main_window/quota_verbs.h"
#include "ui/main_window/samples.h"
#include "ui/main_window/undo_verbs.h"
#include "ui/palette/palette.h"
#include "ui/playback/transport.h"
#include "ui/preferences/settings_dialog.h"
#include "ui/preferences/shortcuts_dialog.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/start/start_page.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/motion.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

void MainWindow::connectActions() {
    const Actions& a = *actions_;
    const auto on = [&](const char* id, auto function) {
        connect(a[id], &QAction::triggered, this, function);
    };
    on(ActionId::open, [this] { files_->chooseAndOpen(); });
    // Of the page in front, where it has a document of its own.
    const auto onDocument = [&](const char* id, auto ofPage, auto ofPool) {
        on(id, [this, ofPage, ofPool] {
            Page* page = centre_->page(centre_->current());
            page->ownDocument() ? (page->*ofPage)() : ofPool();
        });
    };
    onDocument(ActionId::save, &Page::save, [this] { files_->save(); });
    onDocument(ActionId::saveAs, &Page::saveAs, [this] { files_->saveAs(); });
    onDocument(ActionId::undo, &Page::undo, [this] { undos_->undo(); });
    onDocument(ActionId::redo, &Page::redo, [this] { undos_->redo(); });
    on(ActionId::closeFile, [this] { files_->close(); });
    on(ActionId::quit, [this] { close(); });
    for (const SampleFile& sample : sampleFiles())
        on(sample.action,
           [this, sample] { files_->openSample(sample.resource, sample.card.title); });
    on(ActionId::copy, [this] {
        const auto* view = qobject_cast<TreeView*>(QApplication::focusWidget());
        view ? view->copySelection() : quotas_->copy();
        strip_->say(tr("Copied as a table"));
    });
    on(ActionId::filter, [this] {
        SearchField* filter = centre_->page(centre_->current())->filter();
        if (filter == nullptr || !filter->isVisible() || quotas_->isAncestorOf(focusWidget()))
            return quotas_->focusFilter();
        filter->setFocus(Qt::ShortcutFocusReason);
        filter->selectAll();
    });
    on(ActionId::editSize, [this] { quotas_->editSelected(); });
    on(ActionId::scale, [this] { openScaling({}); });
    on(ActionId::goToQuotas, [this] {
        (*actions_)[ActionId::showQuotas]->setChecked(true);
        quotas_->focusTree();
    });
    on(ActionId::makeProject, [this] { files_->makeProject(); });
    on(ActionId::recoverFile,
       [this] { files_->recoverDamaged(qt(fileToRecover(*bridge_.view(), refused_))); });
    connect(commands_, &CommandRunner::refused, this, &MainWindow::tellRefusal);
    connect(
        commands_, &CommandRunner::asks, this,
        [this](const CommandRunner::Question& question, const Effect& trial,
               const CommandRunner::Go& go) { askWhereItHits(*notices_, question, trial, go); });
    connect(verbs_, &PoolVerbs::said, strip_, &IssuesStrip::say);
    connect(verbs_, &PoolVerbs::workWanted, this, [this](const QString& workload) {
        reveal({ObjectKind::workload, workload});
    });
    connect(live_, &LiveVerbs::said, strip_, &IssuesStrip::say);
    connect(live_, &LiveVerbs::approved, verbs_, &PoolVerbs::tellIfNotRun);
    connect(undos_, &UndoVerbs::said, strip_, &IssuesStrip::say);
    connect(undos_, &UndoVerbs::refused, this, &MainWindow::tellNotTurned);
    connect(undos_, &UndoVerbs::turned, this, &MainWindow::forgetRefusals);
    connect(commands_, &CommandRunner::done, notices_, &NoticeBar::dismissRefusal);
    connect(verbs_, &PoolVerbs::poolMade, files_, &FileFlow::made);
    connect(verbs_, &PoolVerbs::newPoolWanted, this, [this] {
        files_->whenSafe(tr("Save the changes before creating a new pool?"),
                         tr("This window's pool is live. A new pool in its place ends that."),
                         [this] { verbs_->newPool(); });
    });
    for (const char* pane : {ActionId::showQuotas, ActionId::showInspector})
        connect(a[pane], &QAction::toggled, this, &MainWindow::applyPanes);
    connect(a[ActionId::showIssues], &QAction::toggled, issuesPanel_, &QWidget::setVisible);
    on(ActionId::toggleTheme,
       [this] { setTheme(Theme::isDark() ? QStringLiteral("light") : QStringLiteral("dark")); });
    on(ActionId::resetLayout, [this] { resetLayout(); });
    on(ActionId::palette, [this] {
        if (!isCovered())
            fillPalette(true);
    });
    on(ActionId::cheatSheet, [this] {
        if (!isCovered())
            cheatSheet_->toggle();
    });
    on(ActionId::settings, [this] { showView(QStringLiteral("dialog:settings")); });
    on(ActionId::shortcuts, [this] { showView(QStringLiteral("dialog:shortcuts")); });
    on(ActionId::about, [this] { showView(QStringLiteral("dialog:about")); });
}

void MainWindow::connectPlayback() {
    Session& session = bridge_.session();
    const auto on = [&](const char* id, void (Session::*command)()) {
        connect((*actions_)[id], &QAction::triggered, this,
                [&session, command] { (session.*command)(); });
    };
    on(ActionId::playPause, &Session::togglePlay);
    on(ActionId::stepForward, &Session::stepForward);
    on(ActionId::stepBack, &Session::stepBack);
    on(ActionId::nextEvent, &Session::nextEvent);
    on(ActionId::toStart, &Session::toStart);
    on(ActionId::toEnd, &Session::toEnd);
    on(ActionId::stopLookingAhead, &Session::stopLookingAhead);
    connect((*actions_)[ActionId::faster], &QAction::triggered, this, [this] { changeSpeed(+1); });
    connect((*actions_)[ActionId::slower], &QAction::triggered, this, [this] { changeSpeed(-1); });
    connect(transport_, &Transport::sought, this, [&session](qint64 at) { session.seek(at); });
    connect(transport_, &Transport::speedChosen, this,
            [&session](int speed) { session.setSpeed(speed); });
    connect(transport_, &Transport::stepRequested, this, [&session](int direction) {
        direction > 0 ? session.stepForward() : session.stepBack();
    });
}

void MainWindow::connectPanes() {
    connect(quotas_, &QuotaPane::quotaSelected, this, &MainWindow::selectQuota);
    connect(quotas_, &QuotaPane::selectionHidden, this, &MainWindow::selectNothing);
    quotas_->setVerbs(actions_->contextOf(Menu::quota));
    connect(quotaVerbs_, &QuotaVerbs::scalingWanted, this, &MainWindow::openScaling);
    connect(quotaVerbs_, &QuotaVerbs::policyWanted, this, [this](const QString& quota, bool self) {
        policies_->open(self ? PreemptionLevel::self : PreemptionLevel::child, quota);
    });
    connect(quotaVerbs_, &QuotaVerbs::quotaWanted, this, &MainWindow::selectQuota);
    connect(quotaVerbs_, &QuotaVerbs::restoreWanted, undos_, &UndoVerbs::restore);
    connect(quotaVerbs_, &QuotaVerbs::workspaceQuotasWanted, this,
            [this](const QString& workspace) {
                present(host_->dialog(QStringLiteral("workspace-quotas:") + workspace));
            });
    connect(quotaVerbs_, &QuotaVerbs::workloadWanted, this, &MainWindow::goToWork);
    connect(inspector_, &Inspector::quotaChosen, this, &MainWindow::selectQuota);
    connect(inspector_, &Inspector::workloadChosen, this, &MainWindow::selectWorkload);
    connect(inspector_, &Inspector::approvalWanted, live_, &LiveVerbs::approve);
    connect(inspector_, &Inspector::preemptionWanted, policies_, &PolicyVerbs::open);
    connect(inspector_, &Inspector::eventWanted, this,
            [this](const Event& event, const QString& what) {
                // Sizes concern others too: the wizard shows whom, before anything changes.
                if (const auto* scale = std::get_if<ScaleEvent>(&event.action))
                    openScalingBy({targetsOf(*scale), scale->mode, scale->after});
                else if (const auto* end = std::get_if<FinishEvent>(&event.action))
                    verbs_->askToCancel({end->workload});
                else
                    showFirst({{changeOf(event.action)}}, tr("Change it"), what);
            });
    connect(inspector_, &Inspector::priorityWanted, this,
            [this](const QString& workload, int priority, const QString& what) {
                showFirst({{SetPriority{workload.toStdString(), priority}}},
                          tr("Raise the priority of %1 to %2").arg(workload).arg(priority), what);
            });
    connect(inspector_, &Inspector::projectWanted, (*actions_)[ActionId::makeProject],
            &QAction::trigger);
    connect(inspector_, &Inspector::liveWanted, (*actions_)[ActionId::goLive], &QAction::trigger);
    connect(inspector_, &Inspector::newNodesWanted, this,
            [this](const NodeGroup& group) { verbs_->addNodesLike(group); });
    connect(inspector_, &Inspector::nodeBackWanted, this,
            [this](const QString& node, const QString& verb, const QString& what) {
                showFirst({{SetNodeState{node.toStdString(), NodeState::ready}}}, verb, what);
            });
    connect(inspector_, &Inspector::nodeStateWanted, this, &MainWindow::setNodeState);
    connectIssues();
    connectPages();
    connect((*actions_)[ActionId::showIssues], &QAction::triggered, this, &MainWindow::listIssues);
    connect(issuesPanel_, &IssuesPanel::closed, this, [this] {
        listIssues();
        (*actions_)[ActionId::showIssues]->setChecked(false);
        issuesPanel_->setVisible(false);
    });
}

void MainWindow::connectFiles() {
    connect(files_, &FileFlow::failed, this, &MainWindow::showFailure);
    connect(files_, &FileFlow::notRecovered, this, &MainWindow::tellNotRecovered);
    connect(files_, &FileFlow::draftWanted, verbs_, &PoolVerbs::submit);
    connect(files_, &FileFlow::wanted, this, [this] {
        setWindowState(windowState() & ~Qt::WindowMinimized);
        raise();
        activateWindow();
    });
    connect(files_, &FileFlow::historyWanted, host_,
            [this] { emit host_->listWanted(ObjectKind::entry, {}); });
    connect(files_, &FileFlow::openingChanged, this, &MainWindow::showStack);
    connect(files_, &FileFlow::closed, this, &MainWindow::clearAway);
    connect(files_, &FileFlow::opened, this, [this] {
        notices_->stand({});
        notices_->dismiss();
        dismissed_.clear();
        listIssues();
        // A sample begins at its beginning, and not where the file of before was left.
        if (settings_.lastFile().isEmpty())
            centre_->setCurrent(0);
        issuesPanel_->setVisible((*actions_)[ActionId::showIssues]->isChecked());
        wasOpen_ = false;
        toldDamage_.clear();
        refused_.clear();
        toldStandstill_.clear();
        if (remembersLive_)
            live_->goLiveIfRemembered();
    });
    connect(files_, &FileFlow::saved, this, [this](const QString& path) {
        strip_->say(tr("Saved %1").arg(QFileInfo(path).fileName()));
    });
    connect(files_, &FileFlow::recentChanged, this, &MainWindow::fillRecent);
    connect(start_, &StartPage::fileChosen, files_, &FileFlow::open);
    connect(start_, &StartPage::clusterChosen, files_, &FileFlow::openCluster);
    connect(clusterBand_, &ClusterBand::listWanted, (*actions_)[ActionId::showIssues],
            [action = (*actions_)[ActionId::showIssues]] { action->setChecked(true); });
}

void MainWindow::clearAway() {
    notices_->stand({});
    notices_->dismiss();
    for (DialogFrame* dialog : findChildren<DialogFrame*>())
        if (dialog->isVisible() && !dialog->isOfProgram())
            dialog->reject();
}

void MainWindow::fillRecent() {
    const QList<RecentFile> files = settings_.recentFiles();
    start_->setRecent(files);
    QMenu* menu = menuRow_->recentMenu();
    menu->clear();
    menu->setEnabled(!files.isEmpty());
    for (const RecentFile& file : files) {
        const QString name = QFileInfo(file.path).fileName();
        const QString text =
            file.name.isEmpty() ? name
                                : tr("%1 · %2", "name of a pool, of its file").arg(file.name, name);
        menu->addAction(buttonText(text), this, [this, path = file.path] { files_->open(path); });
    }
}

void MainWindow::enableActions(const View& view) {
    const Actions& a = *actions_;
    const bool open = view.document.open;
    const bool recorded = open && !view.document.can.journal;
    const QString nothing = tr("Nothing is open");
    const bool unsaved = view.document.dirty || view.document.file.empty();
    a.enable(ActionId::save, open && unsaved, open ? tr("Every change is saved") : nothing);
    for (const char* id : {ActionId::saveAs, ActionId::closeFile, ActionId::copy, ActionId::filter,
                           ActionId::goToQuotas, ActionId::showQuotas, ActionId::showInspector,
                           ActionId::showIssues})
        a.enable(id, open, nothing);
    a.enable(ActionId::recoverFile, !fileToRecover(view, refused_).empty(),
             open ? tr("The open file is not damaged") : nothing);
    verbs_->enable(view);
    live_->enable(view);
    quotaVerbs_->enable(view);
    undos_->enable(view);
    if (const auto own = centre_->page(centre_->current())->ownDocument()) {
        a.enable(ActionId::undo, own->canUndo, tr("Nothing to undo"));
        a.enable(ActionId::redo, own->canRedo, tr("Nothing was undone"));
        a.enable(ActionId::save, own->canSave, tr("Every change is saved"));
        a.enable(ActionId::saveAs, true, {});
        for (const char* id : {ActionId::undo, ActionId::redo, ActionId::save, ActionId::saveAs})
            a[id]->setToolTip(tr("%1: %2", "Undo and its shortcut, what it is about")
                                  .arg(a[id]->toolTip(), own->name));
    }
    emit host_->enabling(view);
    const bool ahead = open && !view.play.complete && !view.play.stopped;
    a.enable(ActionId::stopLookingAhead, ahead, open ? tr("Nothing is simulated ahead") : nothing);
    const bool atEnd = view.play.complete && view.clock >= view.play.end;
    const QString plays = open ? tr("Only recorded runs can be played") : nothing;
    const auto play = [&](const char* id, bool further, const QString& end) {
        a.enable(id, recorded && further, recorded ? end : plays);
    };
    for (const char* id : {ActionId::playPause, ActionId::faster, ActionId::slower})
        play(id, true, {});
    for (const char* id : {ActionId::stepForward, ActionId::nextEvent, ActionId::toEnd})
        play(id, !atEnd, tr("The clock is at the end"));
    for (const char* id : {ActionId::stepBack, ActionId::toStart})
        play(id, view.clock > 0, tr("The clock is at the start"));
    a[ActionId::playPause]->setIcon(icon(view.play.playing ? Icon::pause : Icon::play));
    a[ActionId::toggleTheme]->setIcon(icon(Theme::isDark() ? Icon::sun : Icon::moon));
}

PaletteTargets MainWindow::paletteTargets() {
    PaletteTargets targets;
    targets.quota = [this](const QString& quota) { selectQuota(quota); };
    targets.workload = [this](const QString& workload) { goToWork(workload); };
    targets.workspace = [this](const QString& name) { reveal({ObjectKind::workspace, name}); };
    targets.device = [this](const QString& node, int device) {
        reveal({ObjectKind::node, node, device});
    };
    targets.approve = [this](const QString& workload) { live_->approve(workload); };
    targets.nodeState = [this](const QString& node, NodeState to) { setNodeState(node, to); };
    targets.theme = [this](const QString& theme) { setTheme(theme); };
    targets.quotaTree = quotas_->choices();
    targets.nodeWhyNot = commands_->whyNot("nodes.state");
    targets.editGuarantee = [this](const QString& quota) {
        selectQuota(quota);
        quotas_->editSelected();
    };
    // The actions are those on what is selected.
    targets.quotaActions = [this, targets](const QString& quota) {
        selectQuota(quota);
        return quotaActions(*bridge_.view(), *actions_, quota, targets);
    };
    targets.workloadActions = [this, targets](const QString& workload) {
        selectWorkload(workload);
        return workloadActions(*bridge_.view(), *actions_, workload, targets);
    };
    targets.nodeActions = [this, targets](const QString& node) {
        return nodeActions(*bridge_.view(), node, targets);
    };
    targets.workspaceActions = [this](const QString& workspace) {
        reveal({ObjectKind::workspace, workspace});
        return workspaceActions(*actions_, workspace);
    };
    return targets;
}

// What opens over the middle of the window would take keys unseen under a dialog that stands there.
bool MainWindow::isCovered() {
    const QRect middle =
        geometry().adjusted(width() / 4, height() / 4, -width() / 4, -height() / 4);
    for (DialogFrame* dialog : findChildren<DialogFrame*>()) {
        if (!dialog->isVisible() || !dialog->geometry().intersects(middle))
            continue;
        dialog->raise();
        dialog->activateWindow();
        strip_->say(tr("“%1” is in front: close it or move it").arg(dialog->windowTitle()));
        return true;
    }
    return false;
}

void MainWindow::fillPalette(bool opens) {
    const PaletteTargets targets = paletteTargets();
    const ViewPtr view = bridge_.view();
    Palette::More further;
    if (hasFurtherEntries(*view))
        further = [view, targets](const QString& query) {
            return furtherEntries(*view, query, targets);
        };
    Palette::Seek seek;
    if (hasMoreWork(*view) || view->document.reading > 0)
        seek = [this, targets](const QString& query,
                               const std::function<void(std::optional<Palette::Late>)>& tell) {
            constexpr std::size_t kMostFound = 60;
            bridge_.ask(bridge_.session().findWork(query.toStdString(), kMostFound), palette_,
                        [this, targets, tell](const FoundWork& found) {
                            if (!found.complete)
                                return tell({});
                            tell(Palette::Late{foundEntries(*bridge_.view(), found, targets),
                                               static_cast<qsizetype>(found.all)});
                        });
        };
    std::vector<PaletteItem> entries = paletteEntries(*view, *actions_, targets);
    if (opens)
        palette_->open(std::move(entries), std::move(further), std::move(seek));
    else
        palette_->follow(std::move(entries), std::move(further), std::move(seek));
}

void MainWindow::setTheme(const QString& theme) {
    settings_.setTheme(theme);
    Theme::apply(Theme::choiceOf(theme));
    (*actions_)[ActionId::toggleTheme]->setIcon(icon(Theme::isDark() ? Icon::sun : Icon::moon));
}

void MainWindow::followDesktop(bool dark) {
    if (Theme::followDesktop(dark))
        (*actions_)[ActionId::toggleTheme]->setIcon(icon(dark ? Icon::sun : Icon::moon));
}

DialogFrame* MainWindow::preferences(const QString& name) {
    const Mode mode = modeOf(*bridge_.view());
    if (name == QLatin1String("settings")) {
        auto* dialog = new SettingsDialog(settings_, mode, this);
        dialog->setOfProgram();
        connect(dialog, &SettingsDialog::changed, this, &MainWindow::takeSettings);
        live_->showRemembered(dialog);
        return dialog;
    }
    if (name == QLatin1String("about")) {
        auto* dialog = new AboutDialog(mode, this);
        dialog->setOfProgram();
        return dialog;
    }
    if (name == QLatin1String("shortcuts")) {
        QList<ShortcutGroup> groups;
        QMap<QString, QList<QKeySequence>> otherwise;
        for (const Menu menu :
             {Menu::file, Menu::samples, Menu::exports, Menu::edit, Menu::view, Menu::quota,
              Menu::workspace, Menu::workload, Menu::playback, Menu::help}) {
            groups.append({menuName(menu), {}});
            for (QAction* action : actions_->of(menu))
                groups.back().actions.append(action);
        }
        for (const ActionRow& row : actions_->rows())
            otherwise.insert(QString::fromLatin1(row.name), row.shortcuts);
        auto* dialog = new ShortcutsDialog(settings_, groups, otherwise, mode, this);
        dialog->setOfProgram();
        return dialog;
    }
    return nullptr;
}

void MainWindow::takeSettings() {
    Theme::apply(Theme::choiceOf(settings_.theme()));
    setMotionAllowed(settings_.isOn(QStringLiteral("motion")));
    quotas_->setDensity(settings_.value(QStringLiteral("density")));
    enableActions(*bridge_.view());
}

bool MainWindow::showView(const QString& name) {
    if (const int page = centre_->indexOf(name); page >= 0) {
        if (!centre_->isThere(page))
            return false;
        centre_->setCurrent(page);
    } else if (name == QLatin1String("palette")) {
        fillPalette(true);
    } else if (name == QLatin1String("issues")) {
        (*actions_)[ActionId::showIssues]->setChecked(true);
    } else if (name == QLatin1String("shortcuts")) {
        cheatSheet_->toggle();
    } else if (auto* open = findChild<DialogFrame*>(name); open != nullptr && open->isVisible()) {
        open->raise();
        open->activateWindow();
    } else if (name.startsWith(QLatin1String("dialog:"))) {
        DialogFrame* dialog = host_->dialog(name.mid(7));
        if (dialog == nullptr)
            return false;
        if (dialog->objectName().isEmpty())
            dialog->setObjectName(name);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        dialog_ = dialog;
    } else if (!showWizard(name) && name != QLatin1String("start")) {
        return false;
    }
    return true;
}

ScaleWizard& MainWindow::scaling() {
    if (!scaling_) {
        scaling_ = new ScaleWizard(bridge_, this);
        connect(scaling_, &ScaleWizard::applied, strip_, &IssuesStrip::say);
        connect(scaling_, &ScaleWizard::planSaved, this, [this](const QString& file) {
            notices_->present(
                {Tone::good,
                 tr("The plan is saved in %1, and nothing has changed in the pool.").arg(file),
                 {{tr("Open the plan"), [this, file] { files_->open(file); }}},
                 {}});
        });
    }
    return *scaling_;
}

void MainWindow::openScaling(const ScaleTargets& targets) {
    openScalingBy({targets});
}

void MainWindow::openScalingBy(const ScaleRequest& request) {
    scaling().begin(request, quotas_->selected());
    scaling_->show();
    scaling_->raise();
    scaling_->activateWindow();
}

// "wizard:scale", "wizard:scale:2", "wizard:scale:3"
bool MainWindow::showWizard(const QString& name) {
    const auto page = QStringList{QStringLiteral("wizard:scale"), QStringLiteral("wizard:scale:2"),
                                  QStringLiteral("wizard:scale:3")}
                          .indexOf(name);
    if (page < 0)
        return false;
    scaling().beginAt(static_cast<ScaleWizard::Page>(page));
    scaling_->show();
    dialog_ = scaling_;
    return true;
}

QWidget* MainWindow::shownView() const {
    return dialog_ != nullptr ? static_cast<QWidget*>(dialog_) : const_cast<MainWindow*>(this);
}

}  // namespace apportion::ui
