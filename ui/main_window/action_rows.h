// SPDX-License-Identifier: GPL-3.0-or-later
// The window's own actions: menus, palette, shortcuts page and buttons are made of them and of
// those that pages register.
#pragma once

#include <vector>

#include "ui/pages/actions.h"

namespace apportion::ui {

// Their names, by which they are also kept in settings.
struct ActionId {
    static constexpr const char* newPool = "new-pool";
    static constexpr const char* open = "open";
    static constexpr const char* save = "save";
    static constexpr const char* saveAs = "save-as";
    static constexpr const char* makeProject = "make-project";
    static constexpr const char* recoverFile = "recover";
    static constexpr const char* goLive = "go-live";
    static constexpr const char* closeFile = "close";
    static constexpr const char* quit = "quit";
    static constexpr const char* openSample128 = "sample-128";
    static constexpr const char* openSampleFourTeams = "sample-four-teams";
    static constexpr const char* openSampleCrowded = "sample-crowded";
    static constexpr const char* exportQuotas = "export-quotas";
    static constexpr const char* exportIssues = "export-issues";
    static constexpr const char* undo = "undo";
    static constexpr const char* redo = "redo";
    static constexpr const char* copy = "copy";
    static constexpr const char* filter = "filter";
    static constexpr const char* goToQuotas = "go-to-quotas";
    static constexpr const char* showQuotas = "show-quotas";
    static constexpr const char* showInspector = "show-inspector";
    static constexpr const char* showIssues = "show-issues";
    static constexpr const char* toggleTheme = "theme";
    static constexpr const char* resetLayout = "reset-layout";
    static constexpr const char* palette = "palette";
    static constexpr const char* submitHere = "submit-here";
    static constexpr const char* quotaWork = "quota-work";
    static constexpr const char* newQuota = "new-quota";
    static constexpr const char* newRoot = "new-root";
    static constexpr const char* editSize = "edit-size";
    static constexpr const char* scale = "scale";
    static constexpr const char* selfPreemption = "self-preemption";
    static constexpr const char* childPreemption = "child-preemption";
    static constexpr const char* editQuotas = "edit-quotas";
    static constexpr const char* moveGpus = "move-gpus";
    static constexpr const char* renameQuota = "rename-quota";
    static constexpr const char* temporaryChanges = "temporary-changes";
    static constexpr const char* timetables = "timetables";
    static constexpr const char* roles = "roles";
    static constexpr const char* restorePoints = "restore-points";
    static constexpr const char* deleteQuota = "delete-quota";
    static constexpr const char* addNodes = "add-nodes";
    static constexpr const char* editNodes = "edit-nodes";
    static constexpr const char* removeNodes = "remove-nodes";
    static constexpr const char* poolSettings = "pool-settings";
    static constexpr const char* submitWork = "submit";
    static constexpr const char* changePriority = "change-priority";
    static constexpr const char* duplicateWork = "duplicate-workload";
    static constexpr const char* submitAgain = "submit-again";
    static constexpr const char* cancelWork = "cancel-workload";
    static constexpr const char* approveWork = "approve";
    static constexpr const char* copyReason = "copy-explanation";
    static constexpr const char* playPause = "play";
    static constexpr const char* stepForward = "step";
    static constexpr const char* stepBack = "step-back";
    static constexpr const char* nextEvent = "next-event";
    static constexpr const char* toStart = "to-start";
    static constexpr const char* toEnd = "to-end";
    static constexpr const char* faster = "faster";
    static constexpr const char* slower = "slower";
    static constexpr const char* stopLookingAhead = "stop";
    static constexpr const char* cheatSheet = "shortcuts";
    static constexpr const char* shortcuts = "edit-shortcuts";
    static constexpr const char* settings = "settings";
    static constexpr const char* about = "about";
};

const std::vector<ActionRow>& actionRows();

}  // namespace apportion::ui
