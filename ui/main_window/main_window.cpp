// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/main_window.h"

#include <algorithm>

#include <QAction>
#include <QCloseEvent>
#include <QDialog>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/view/explain/work_story.h"
#include "core/view/issues/file_warnings.h"
#include "ui/cluster_list.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/heap_trim.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/cheat_sheet.h"
#include "ui/main_window/cluster_band.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/live_verbs.h"
#include "ui/main_window/menu_row.h"
#include "ui/main_window/mode_bar.h"
#include "ui/main_window/plain_keys.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/main_window/pool_verbs.h"
#include "ui/main_window/quota_verbs.h"
#include "ui/main_window/samples.h"
#include "ui/main_window/undo_verbs.h"
#include "ui/palette/palette.h"
#include "ui/playback/transport.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/start/start_page.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/loading_rows.h"
#include "ui/widgets/motion.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kCrowd = 50;  // quotas: such a tree is deep, and its names need room
constexpr int kCentreLeast = 620;

// First of the menu View stand the pages.
std::vector<ActionRow> rowsOf(const Pages& pages) {
    std::vector<ActionRow> rows;
    for (const PageRegistration& page : pages) {
        ActionRow& row = rows.emplace_back(page.row);
        row.menu = Menu::view;
        row.place = kFirst;
        rows.insert(rows.end(), page.actions.begin(), page.actions.end());
    }
    return rows;
}

// Null where no page registered it.
QAction* registered(const Actions& actions, std::string_view name) {
    const auto& rows = actions.rows();
    const bool is = std::any_of(rows.begin(), rows.end(),
                                [&](const ActionRow& row) { return row.name == name; });
    return is ? actions[name] : nullptr;
}

}  // namespace

MainWindow::MainWindow(Settings& settings, const Pages& pages, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      bridge_(settings.recoveryFolder()),
      actions_(new Actions(this, actionRows(), rowsOf(pages))),
      stack_(new QStackedWidget(this)),
      notices_(new NoticeBar(this)),
      issuesPanel_(new IssuesPanel(this)) {
    actions_->takeShortcuts(settings_);
    setAcceptDrops(true);
    setMinimumSize(900, 560);
    commands_ = new CommandRunner(bridge_, this);
    host_ = new PageHost(bridge_, *commands_, settings_, *actions_, this);
    buildTop();
    buildWorkspace(pages);
    palette_ = new Palette(this);
    palette_->setHome(quotas_->tree());
    modeBar_->setHome(quotas_->tree());
    cheatSheet_ = new CheatSheet(*actions_, this);
    files_ = new FileFlow(bridge_, settings_, *notices_, this);
    undos_ = new UndoVerbs(bridge_, *actions_, *notices_, this);
    const PoolVerbs::Selection selection{
        [this] { return quotas_->selected(); }, [this] { return centre_->work(); },
        [this] { return centre_->chosen(ObjectKind::workload); },
        [this] { return centre_->chosen(ObjectKind::node).value(0); }};
    verbs_ = new PoolVerbs(bridge_, *commands_, *actions_, *notices_, settings_, selection, this);
    live_ = new LiveVerbs(bridge_, *commands_, *actions_, *notices_, selection, this);
    policies_ = new PolicyVerbs(
        bridge_, *commands_, *actions_, [this] { return quotas_->selected(); }, this);
    quotaVerbs_ = new QuotaVerbs(*host_, *quotas_);
    const auto dialogs = [this](auto* verbs) {
        host_->addDialogs([verbs](const QString& name) { return verbs->dialog(name); });
    };
    host_->addDialogs([this](const QString& name) { return preferences(name); });
    dialogs(verbs_);
    dialogs(live_);
    dialogs(policies_);
    dialogs(quotaVerbs_);
    connect(new PlainKeys(this), &PlainKeys::idle, this, &MainWindow::tellIdle);
    new HeapTrim(bridge_, this);
    connectActions();
    connectPlayback();
    connectPanes();
    connectFiles();
    connect(&bridge_, &SessionBridge::changed, this, &MainWindow::setView);
    quotas_->setDensity(settings_.value(QStringLiteral("density")));
    if (!settings_.isOn(QStringLiteral("motion")))
        setMotionAllowed(false);
    fillRecent();
    restoreLayout();
    watchLayout();
    setView(bridge_.view());
}

// As the focus leaves a field it takes what is typed and asks, while session and dialog are there.
MainWindow::~MainWindow() {
    for (QDialog* dialog; (dialog = findChild<QDialog*>()) != nullptr; delete dialog)
        dialog->hide();
}

void MainWindow::buildTop() {
    const Actions& a = *actions_;
    auto* top = new QWidget(this);
    auto* layout = new QVBoxLayout(top);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    menuRow_ = new MenuRow(a, top);
    transport_ = new Transport({a[ActionId::stepBack], a[ActionId::playPause],
                                a[ActionId::stepForward], a[ActionId::nextEvent]});
    modeBar_ = new ModeBar(transport_, a[ActionId::goLive], top);
    layout->addWidget(menuRow_);
    layout->addWidget(modeBar_);
    clusterBand_ = new ClusterBand(registered(*actions_, "cluster-plan"), top);
    layout->addWidget(clusterBand_);
    setMenuWidget(top);
}

void MainWindow::buildWorkspace(const Pages& pages) {
    const Actions& a = *actions_;
    std::vector<std::pair<Sample, QAction*>> samples;
    for (const SampleFile& sample : sampleFiles())
        samples.emplace_back(sample.card, a[sample.action]);
    start_ =
        new StartPage(a[ActionId::newPool], a[ActionId::open], a[ActionId::cheatSheet],
                      registered(a, "add-cluster"), host_->shared<ClusterList>(), samples, stack_);
    connect(start_, &StartPage::runsWanted, this, [this] {
        if (files_->isOpening())
            return;
        start_->beginRuns();
        std::size_t index = 0;
        for (const SampleFile& sample : sampleFiles()) {
            simulateSample(sample, this,
                           [this, index](const ViewPtr& run) { start_->setRun(index, run); });
            ++index;
        }
    });

    loading_ = new LoadingRows(tr("Opening the file"), stack_);
    splitter_ = new QSplitter(Qt::Horizontal, stack_);
    splitter_->setHandleWidth(1);
    splitter_->setChildrenCollapsible(false);
    quotas_ = new QuotaPane(bridge_, *commands_, settings_, splitter_);
    centre_ = new Centre(pages, *host_, splitter_);
    centre_->setMinimumWidth(kCentreLeast);
    inspector_ = new Inspector(bridge_, splitter_);
    centre_->setCorner(new IconButton(a[ActionId::showInspector], centre_));
    connect(splitter_, &QSplitter::splitterMoved, this, [this] { panesChosen_ = true; });
    for (int pane = 0; pane < 3; ++pane)
        splitter_->setStretchFactor(pane, pane == 1 ? 1 : 0);

    stack_->addWidget(start_);
    stack_->addWidget(loading_);
    stack_->addWidget(splitter_);
    strip_ = new IssuesStrip(a[ActionId::showIssues], a[ActionId::stopLookingAhead], this);
    issuesPanel_->setFixedHeight(220);
    auto* middle = new QWidget(this);
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(stack_, 1);
    layout->addWidget(issuesPanel_);
    layout->addWidget(strip_);
    setCentralWidget(middle);
    notices_->lieOver(stack_);
}

void MainWindow::setView(const ViewPtr& view) {
    const bool open = view->document.open;
    showStack();
    enableActions(*view);
    showTitle(*view);
    transport_->setView(*view);
    modeBar_->setView(*view);
    clusterBand_->setView(view);
    strip_->setStatus(*view);
    if (open) {
        quotas_->setView(view);
        centre_->setView(view);
        strip_->setIssues(issuesNow(), *view);
        if (!listsFailure_)
            listIssues();
        tellDamage(*view);
        tellStandstill(*view);
        if (!wasOpen_ && !view->quotas.empty())
            selectQuota(quotas_->remembered());
        if (const Subject remembered = centre_->takeRemembered();
            remembered.kind != ObjectKind::none)
            choose(remembered);
    }
    inspector_->setView(view);
    if (palette_->isVisible())
        fillPalette(false);
    if (std::exchange(wasOpen_, open) != open) {
        applyPanes();
        for (DialogFrame* dialog : findChildren<DialogFrame*>())
            if (dialog->isOfProgram())
                dialog->setMode(modeOf(*view));
    }
    const bool crowd = view->quotas.size() > kCrowd;
    if (std::exchange(crowded_, crowd) != crowd)
        sizePanes();
}

void MainWindow::showTitle(const View& view) {
    const QString file = qt(view.document.file);
    const QString name = !file.isEmpty()              ? QFileInfo(file).fileName()
                         : view.document.name.empty() ? tr("Untitled")
                                                      : qt(view.document.name);
    const QString shown = visible(name).replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
    setWindowTitle(view.document.open ? tr("%1[*] - Apportion").arg(shown) : tr("Apportion"));
    setWindowFilePath(file);
    setWindowModified(view.document.open && view.document.dirty);
}

std::vector<IssueLine> MainWindow::issuesNow() const {
    std::vector<IssueLine> issues = issuesOf(*bridge_.view());
    std::erase_if(issues, [this](const IssueLine& line) {
        return line.passed && dismissed_.contains(line.what);
    });
    return issues;
}

void MainWindow::listIssues() {
    listsFailure_ = false;
    issuesPanel_->setTitle(tr("Issues"));
    issuesPanel_->offerCsv(true);
    issuesPanel_->setIssues(issuesNow());
}

void MainWindow::selectQuota(const QString& quota) {
    quotas_->select(quota);
    centre_->explain({ObjectKind::quota, quota});
    inspector_->inspectQuota(quota);
    verbs_->enable(*bridge_.view());
    live_->enable(*bridge_.view());
}

void MainWindow::selectWork(const QString& workload, std::optional<Instant> evictedAt) {
    if (workNamed(*bridge_.view(), workload.toStdString()) == nullptr)
        bridge_.session().show(workload.toStdString());
    quotas_->select({});
    centre_->explain({ObjectKind::workload, workload});
    inspector_->inspectWorkload(workload, evictedAt);
    verbs_->enable(*bridge_.view());
    live_->enable(*bridge_.view());
}

void MainWindow::selectNothing() {
    quotas_->select({});
    centre_->explain({});
    inspector_->inspectWorkload({});
    verbs_->enable(*bridge_.view());
    live_->enable(*bridge_.view());
}

bool MainWindow::isSettled() const {
    return (!start_->isVisible() || start_->hasAllRuns()) && inspector_->isUpToDate() &&
           centre_->isUpToDate() && quotas_->isSettled() &&
           (dialog_ == nullptr || dialog_->isUpToDate());
}

void MainWindow::leave() {
    leaving_ = true;
    ended_ = true;
    files_->leaveOpen();
    close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (const QString lost = centre_->unsaved(); !leaving_ && !lost.isEmpty()) {
        event->ignore();
        const auto drop = [this] {
            centre_->dropUnsaved();
            close();
        };
        return notices_->present({Tone::warn,
                                  lost,
                                  {{tr("Save…"),
                                    [this] {
                                        notices_->dismiss();
                                        centre_->saveUnsaved();
                                    }},
                                   {tr("Close without saving"), drop},
                                   {tr("Cancel"), {}, true}},
                                  {}},
                                 true);
    }
    if (leaving_ || files_->isSafe()) {
        saveLayout();
        if (!ended_)
            files_->forgetOpen();
        files_->letGo();
        event->accept();
        return;
    }
    event->ignore();
    files_->whenSafe(
        tr("Save the changes before closing Apportion?"),
        tr("The pool is live. Closing Apportion stops scheduling."),
        [this] {
            leaving_ = true;
            close();
        },
        tr("Stop scheduling and quit"));
}

void MainWindow::changeSpeed(int step) {
    const auto& list = speeds();
    const int now = bridge_.view()->play.speed;
    auto at = std::lower_bound(list.begin(), list.end(), now);
    if (step > 0 && at != list.end() && *at == now)
        ++at;
    else if (step < 0 && at != list.begin())
        --at;
    if (at != list.end())
        bridge_.session().setSpeed(*at);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (splitter_)
        applyPanes();
    if (isVisible())
        layoutSoon_.start();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && menuRow_) {
        actions_->retranslate();
        menuRow_->retranslate();
        fillRecent();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!FileFlow::fileIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString file = FileFlow::fileIn(*event->mimeData());
    if (file.isEmpty())
        return;
    event->acceptProposedAction();
    files_->open(file);
}

}  // namespace apportion::ui
