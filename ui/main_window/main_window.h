// SPDX-License-Identifier: GPL-3.0-or-later
// The window: builds the panes, hands each view to them, and wires what they ask for.
#pragma once

#include <utility>

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_level.h"
#include "core/view/view.h"
#include "ui/pages/page.h"
#include "ui/session_bridge.h"
#include "ui/settings.h"

class QSplitter;
class QStackedWidget;

namespace apportion::ui {

class Centre;
class CheatSheet;
class ClusterBand;
class FileFlow;
class Inspector;
class LiveVerbs;
class LoadingRows;
class IssuesPanel;
class IssuesStrip;
struct IssueLine;
class MenuRow;
class ModeBar;
class NoticeBar;
struct NoticeButton;
class Palette;
struct PaletteTargets;
class PolicyVerbs;
class PoolVerbs;
class QuotaPane;
class QuotaVerbs;
class ScaleWizard;
class StartPage;
class Transport;
class UndoVerbs;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(Settings& settings, const Pages& pages, QWidget* parent = nullptr);
    ~MainWindow() override;

    // Closes without asking: the recovery copy keeps what is unsaved.
    void leave();

    SessionBridge& bridge() { return bridge_; }
    FileFlow& files() { return *files_; }
    const Actions& actions() const { return *actions_; }
    Centre& centre() { return *centre_; }
    Inspector& inspector() { return *inspector_; }
    NoticeBar& notices() { return *notices_; }
    PolicyVerbs& policies() { return *policies_; }
    CommandRunner& commands() { return *commands_; }
    QuotaPane& quotas() { return *quotas_; }
    IssuesPanel& issues() { return *issuesPanel_; }

    // Before it is shown: not larger than the screen that it stands on.
    void fitToScreen();

    // False for an unknown name or what is not there; the names are viewNames() of render.h.
    bool showView(const QString& name);
    // What a picture of the view is of: the window, or the dialog that showView() opened.
    QWidget* shownView() const;
    // Previews of the start page are simulated in the background.
    bool isSettled() const;

    // From now on a project goes live when it is opened, if this user has said so for it. Not for
    // pictures.
    void letRememberedGoLive() { remembersLive_ = true; }
    // The desktop is dark, or is not: so is the window where it is to follow.
    void followDesktop(bool dark);

    void selectQuota(const QString& quota);
    void selectWorkload(const QString& workload) { selectWork(workload, {}); }
    // The wizard with these targets; without any everything is as it is.
    void openScaling(const ScaleTargets& targets);
    void openScalingBy(const ScaleRequest& request);
    // In the page that shows such objects; quotas in their tree.
    void reveal(const Subject& subject);

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildTop();
    void buildWorkspace(const Pages& pages);
    void connectActions();
    void connectPlayback();
    void connectPanes();
    void connectFiles();
    void connectIssues();
    void connectPages();
    void goToWork(const QString& workload);
    // What a person chose in a page.
    void choose(const Subject& subject);
    void inspectPage(int page);
    // `evictedAt`: an eviction of it is what one came for.
    void selectWork(const QString& workload, std::optional<Instant> evictedAt);
    void selectNothing();
    void setView(const ViewPtr& view);
    void showStack();
    // What was said and asked about a file that is not open any more.
    void clearAway();
    void enableActions(const View& view);
    // Without those that were dismissed.
    std::vector<IssueLine> issuesNow() const;
    void listIssues();
    void showTitle(const View& view);
    void showFailure(const QString& title, const Problems& problems);
    PaletteTargets paletteTargets();
    // With what there is now; `opens`: anew, else while it is open.
    bool isCovered();
    void fillPalette(bool opens);
    ScaleWizard& scaling();
    bool showWizard(const QString& name);
    void setTheme(const QString& theme);  // as in the settings: light, dark or system
    void setNodeState(const QString& node, NodeState to);
    void applyPanes();
    // The panes' own widths for what is shown, unless somebody has chosen others.
    void sizePanes();
    std::pair<int, int> paneWidths() const;  // of the tree and the inspector
    void resetLayout();
    void restoreLayout();
    void saveLayout();
    // What changed is there again also after a crash.
    void watchLayout();
    void fillRecent();
    void changeSpeed(int step);
    void tellNotSaved(const QString& sentence, const std::function<void()>& again);
    void tellRefusal(const Problems& problems);
    void tellNotRecovered(const QString& damaged, const Problems& problems);
    void tellNotTurned(const QString& title, const Problems& problems);
    void forgetRefusals();
    // Why a shortcut does nothing now, and the way on.
    void tellIdle(QAction* action);
    std::vector<NoticeButton> waysOutOf(const QString& damaged);
    void tellDamage(const View& view);
    void tellStandstill(const View& view);
    DialogFrame* preferences(const QString& name);
    void takeSettings();
    void jumpTo(const Issue& issue);
    void mend(const Issue& issue);
    void askToEnd(const QString& workload);
    // A command that touches what others run: after a preview.
    void showFirst(const std::vector<CommandRequest>& requests, const QString& verb,
                   const QString& about);

    Settings& settings_;
    SessionBridge bridge_;
    Actions* actions_;
    MenuRow* menuRow_ = nullptr;
    Transport* transport_ = nullptr;
    ModeBar* modeBar_ = nullptr;
    QStackedWidget* stack_;
    StartPage* start_ = nullptr;
    LoadingRows* loading_ = nullptr;  // in its place until the first file is open
    QSplitter* splitter_ = nullptr;
    QuotaPane* quotas_ = nullptr;
    Centre* centre_ = nullptr;
    Inspector* inspector_ = nullptr;
    NoticeBar* notices_;
    IssuesPanel* issuesPanel_;
    QStringList dismissed_;      // issues of the open file
    bool listsFailure_ = false;  // it shows what was wrong with a file, until it is closed
    IssuesStrip* strip_ = nullptr;
    Palette* palette_ = nullptr;
    CheatSheet* cheatSheet_ = nullptr;
    FileFlow* files_ = nullptr;
    CommandRunner* commands_ = nullptr;
    PageHost* host_ = nullptr;
    PoolVerbs* verbs_ = nullptr;
    UndoVerbs* undos_ = nullptr;
    LiveVerbs* live_ = nullptr;
    PolicyVerbs* policies_ = nullptr;
    QuotaVerbs* quotaVerbs_ = nullptr;
    ScaleWizard* scaling_ = nullptr;  // once it was asked for
    QPointer<DialogFrame> dialog_;    // that showView() opened
    QTimer layoutSoon_;               // to be saved
    bool leaving_ = false;            // what was unsaved has been dealt with
    bool ended_ = false;              // from outside: what was open comes again
    std::string toldDamage_;          // the file whose damage is told
    std::string refused_;             // the file that was not opened last for its damage
    QString toldStandstill_;          // empty = it does not stand still
    bool wasOpen_ = false;
    bool remembersLive_ = false;
    bool narrow_ = false;
    bool panesChosen_ = false;
    bool crowded_ = false;
    bool inspectorWhenWide_ = true;
    ClusterBand* clusterBand_ = nullptr;
};

}  // namespace apportion::ui
