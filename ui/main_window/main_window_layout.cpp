// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows, the sizes of it and its panes, and that they are remembered.
#include <algorithm>

#include <QAction>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/mode_bar.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/start/start_page.h"
#include "ui/widgets/loading_rows.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kQuotaWidth = 372;
constexpr int kQuotaWidthCrowded = 440;
constexpr int kQuotaWidthNarrow = 320;
constexpr int kQuotaWidthNarrowCrowded = 356;
constexpr int kQuotaWidthWithWaits = 420;  // of a crowded tree, whose names need room
constexpr int kInspectorWidth = 332;
constexpr int kCentreWhole = 724;  // in which the workloads have all their columns
constexpr int kNarrow = 1360;
constexpr int kMainWindowLayoutRest = 500;  // ms until a layout that changed is saved
constexpr QSize kDecoration(8, 32);         // what a window manager puts around a window

}  // namespace

// A file that is on its way from the beginning is waited for: the start page would only flash.
void MainWindow::showStack() {
    const DocumentState& document = bridge_.view()->document;
    // Numbers of a pool that goes are not those of the one that comes, whose tree can be there
    // before its work.
    const bool replaced = document.open && files_->isReplacing() && document.reading == 0;
    const bool wasLoading = stack_->currentWidget() == loading_;
    const bool awaited = files_->isOpening() && (!isVisible() || wasLoading || replaced);
    const bool wasOpen = stack_->currentWidget() == splitter_;
    const bool open = document.open && !replaced;
    const int alone = centre_->indexOfAlone();
    if (!open && !replaced && alone >= 0 && centre_->current() != alone)
        centre_->setCurrent(alone);
    stack_->setCurrentWidget(open || (alone >= 0 && !replaced) ? splitter_
                             : awaited                         ? static_cast<QWidget*>(loading_)
                                                               : start_);
    if (replaced && !wasLoading)
        loading_->start();
    modeBar_->setVisible(open);
    strip_->setVisible(open);
    if (replaced || wasLoading)
        issuesPanel_->setVisible(open && (*actions_)[ActionId::showIssues]->isChecked());
    // What had the focus is gone with its page, and it would go to whatever comes next; or with the
    // notice that led here, and it would go nowhere.
    if (stack_->currentWidget() == splitter_ && (!wasOpen || focusWidget() == nullptr))
        quotas_->tree()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (stack_->currentWidget() == loading_)
        loading_->start();
}

void MainWindow::applyPanes() {
    QAction* inspector = (*actions_)[ActionId::showInspector];
    // In a narrow window the centre keeps its width; the inspector comes when it is called.
    const bool narrow = width() < kNarrow;
    const bool turned = narrow != narrow_;
    if (turned) {
        if (narrow)
            inspectorWhenWide_ = inspector->isChecked();
        narrow_ = narrow;
        inspector->setChecked(!narrow && inspectorWhenWide_);
    }
    const bool wide = centre_->page(centre_->current())->isWide();
    quotas_->setVisible(!wide && (*actions_)[ActionId::showQuotas]->isChecked());
    inspector_->setVisible(!wide && inspector->isChecked());
    centre_->setCornerVisible(narrow_);
    sizePanes();
}

// Pane by pane, each as one reads it. Parts come and go, and where they stand is known for sure
// when somebody asks for the next one.
bool MainWindow::focusNextPrevChild(bool next) {
    std::vector<QWidget*> stops;
    for (const QWidget* pane : std::initializer_list<const QWidget*>{
             notices_, quotas_, centre_, inspector_, issuesPanel_, strip_})
        if (pane->isVisible())
            for (QWidget* stop : readingOrder(*pane))
                stops.push_back(stop);
    tabThrough(stops);
    return QMainWindow::focusNextPrevChild(next);
}

void MainWindow::resetLayout() {
    settings_.forgetLayout();
    quotas_->resetLayout();
    centre_->resetLayout();
    (*actions_)[ActionId::showQuotas]->setChecked(true);
    (*actions_)[ActionId::showInspector]->setChecked(!narrow_);
    inspectorWhenWide_ = true;
    (*actions_)[ActionId::showIssues]->setChecked(false);
    panesChosen_ = false;
    applyPanes();
}

// A wider window shows no less than a narrower one: first the centre has what it needs, then the
// inspector, then the tree.
void MainWindow::sizePanes() {
    const auto [left, right] = paneWidths();
    quotas_->setNarrow(crowded_ && !panesChosen_ ? left < kQuotaWidthWithWaits : narrow_);
    if (!panesChosen_)
        splitter_->setSizes({left, width() - left - right - 2, right});
}

std::pair<int, int> MainWindow::paneWidths() const {
    const int least = inspector_->minimumWidth();
    const int room = width() - 2 - kCentreWhole;
    // A crowded tree has all its columns, or the width in which its names have their room without.
    const bool beside = !narrow_ || (*actions_)[ActionId::showInspector]->isChecked();
    const bool whole = crowded_ && room - (beside ? least : 0) >= kQuotaWidthWithWaits;
    const int crowd = whole ? kQuotaWidthWithWaits : kQuotaWidthNarrowCrowded;
    if (narrow_)
        return {crowded_ ? crowd : kQuotaWidthNarrow, least};
    const int tree = crowded_ ? crowd : kQuotaWidth;
    const int right = std::clamp(room - tree, least, kInspectorWidth);
    return {whole ? std::clamp(room - right, tree, kQuotaWidthCrowded) : tree, right};
}

void MainWindow::restoreLayout() {
    resize(1440, 900);
    (*actions_)[ActionId::showQuotas]->setChecked(
        settings_.isShown(QStringLiteral("quotas"), true));
    (*actions_)[ActionId::showInspector]->setChecked(
        settings_.isShown(QStringLiteral("inspector"), true));
    issuesPanel_->setVisible(false);
    if (const int page = centre_->indexOf(settings_.lastPage()); page >= 0)
        centre_->setCurrent(page);
    restoreGeometry(settings_.layout(QStringLiteral("window")));
    panesChosen_ = splitter_->restoreState(settings_.layout(QStringLiteral("panes")));
    applyPanes();
}

void MainWindow::fitToScreen() {
    const QSize room = screen()->availableSize() - kDecoration;
    if (width() <= room.width() && height() <= room.height())
        return;
    resize(size().boundedTo(room));
    setWindowState(windowState() | Qt::WindowMaximized);
}

void MainWindow::saveLayout() {
    settings_.setLastPage(centre_->page(centre_->current())->objectName());
    settings_.setLayout(QStringLiteral("window"), saveGeometry());
    if (panesChosen_)
        settings_.setLayout(QStringLiteral("panes"), splitter_->saveState());
    settings_.setShown(QStringLiteral("quotas"), (*actions_)[ActionId::showQuotas]->isChecked());
    settings_.setShown(
        QStringLiteral("inspector"),
        narrow_ ? inspectorWhenWide_ : (*actions_)[ActionId::showInspector]->isChecked());
}

void MainWindow::watchLayout() {
    layoutSoon_.setSingleShot(true);
    layoutSoon_.setInterval(kMainWindowLayoutRest);
    connect(&layoutSoon_, &QTimer::timeout, this, &MainWindow::saveLayout);
    const auto soon = [this] { layoutSoon_.start(); };
    connect(centre_, &Centre::pageChanged, this, soon);
    connect(splitter_, &QSplitter::splitterMoved, this, soon);
    for (const char* pane : {ActionId::showQuotas, ActionId::showInspector})
        connect((*actions_)[pane], &QAction::toggled, this, soon);
}

}  // namespace apportion::ui
