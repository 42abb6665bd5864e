// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the console, registered by id. Menus, the palette, the cheat sheet and tool tips
// come from this one table.
#pragma once

#include <map>
#include <vector>

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include "ui/settings.h"
#include "ui/widgets/icons.h"

class QAction;
class QWidget;

namespace apportion::ui {

enum class ActionId {
    newPool,
    open,
    openSample128,
    openSampleFourTeams,
    openSampleCrowded,
    save,
    saveAs,
    makeProject,
    recoverFile,
    closeFile,
    quit,
    undo,
    redo,
    copy,
    filter,
    editSize,
    newQuota,
    newRoot,
    scale,
    selfPreemption,
    childPreemption,
    renameQuota,
    deleteQuota,
    editQuotas,
    moveGpus,
    addNodes,
    editNodes,
    removeNodes,
    poolSettings,
    exportQuotas,
    exportWorkloads,
    exportEvictions,
    exportNodes,
    exportWorkspaces,
    exportHistory,
    exportIssues,
    exportChartPng,
    exportChartSvg,
    exportChartPdf,
    exportChartCsv,
    newWorkspace,
    workspaceQuotas,
    workspaceMember,
    workspaceCaps,
    deleteWorkspace,
    submitWork,
    cancelWork,
    changePriority,
    approveWork,
    copyReason,
    goLive,
    overview,
    workloads,
    charts,
    workspaces,
    nodes,
    history,
    goToQuotas,
    showQuotas,
    showInspector,
    showIssues,
    toggleTheme,
    resetLayout,
    palette,
    playPause,
    stepForward,
    stepBack,
    nextEvent,
    toStart,
    toEnd,
    faster,
    slower,
    stopLookingAhead,
    cheatSheet,
    shortcuts,
    settings,
    about,
};

enum class Menu {
    none,
    file,
    samples,
    exports,
    edit,
    view,
    quota,
    workspace,
    workload,
    playback,
    help
};

struct ActionRow {
    ActionId id;
    Menu menu;
    const char* name;  // stable, for settings and tests
    const char* text;  // translated in context "actions"
    Icon icon;
    QList<QKeySequence> shortcuts;
    bool separatorBefore;
    bool checkable;
    const char* alone = nullptr;  // text where no menu says what it acts on, in the same context
};

const std::vector<ActionRow>& actionRows();

class Actions final : public QObject {
    Q_OBJECT

public:
    explicit Actions(QWidget* window);

    QAction* operator[](ActionId id) const { return actions_.at(id); }
    // In the order of the table.
    std::vector<QAction*> all() const;
    std::vector<QAction*> of(Menu menu) const;
    // With its shortcut as tool tip, or the reason why it is not there.
    void enable(ActionId id, bool enabled, const QString& whyNot) const;
    // The reason that was given; empty where it can be done.
    QString whyNot(ActionId id) const;
    // Keys that a person gave them, over those of the table.
    void takeShortcuts(const Settings& settings);
    void retranslate();

private:
    std::map<ActionId, QAction*> actions_;
};

// What actions of a menu are about: "File", without an access key.
QString menuName(Menu menu);

// "Step (→)": the action's text with its first shortcut, for tool tips.
QString withShortcut(const QAction& action);

}  // namespace apportion::ui
