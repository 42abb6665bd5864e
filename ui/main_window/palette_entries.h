// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette offers at a moment: quotas, workloads, nodes and devices to go to, what can be
// done with them, and every action.
#pragma once

#include <functional>
#include <vector>

#include "core/view/view.h"
#include "core/view/work_finder.h"
#include "ui/pages/actions.h"
#include "ui/palette/palette_items.h"
#include "ui/quota_tree/quota_pane.h"

namespace apportion::ui {

struct PaletteTargets {
    std::function<void(const QString&)> quota;
    std::function<void(const QString&)> workload;
    std::function<void(const QString&)> workspace;
    std::function<void(const QString&)> editGuarantee;
    std::function<void(const QString&)> approve;
    std::function<void(const QString& node, int device)> device;
    std::function<void(const QString& node, NodeState state)> nodeState;
    std::function<void(const QString& theme)> theme;
    // What can be done with it, asked for when it is wanted.
    std::function<std::vector<PaletteItem>(const QString&)> quotaActions;
    std::function<std::vector<PaletteItem>(const QString&)> workloadActions;
    std::function<std::vector<PaletteItem>(const QString&)> nodeActions;
    std::function<std::vector<PaletteItem>(const QString&)> workspaceActions;
    std::vector<PaneChoice> quotaTree;
    QString nodeWhyNot;  // the state of a node cannot be changed; empty = it can
};

// Of the first quotas, workloads and nodes; quotas and nodes further on come by furtherEntries(),
// workloads by foundEntries().
std::vector<PaletteItem> paletteEntries(const View& view, const Actions& actions,
                                        const PaletteTargets& targets);

// What the menus have for the selected quota or workload, and whether and why not as there.
std::vector<PaletteItem> quotaActions(const View& view, const Actions& actions,
                                      const QString& quota, const PaletteTargets& targets);
std::vector<PaletteItem> workloadActions(const View& view, const Actions& actions,
                                         const QString& workload, const PaletteTargets& targets);
std::vector<PaletteItem> nodeActions(const View& view, const QString& node,
                                     const PaletteTargets& targets);
std::vector<PaletteItem> workspaceActions(const Actions& actions, const QString& workspace);

bool hasFurtherEntries(const View& view);
// Of those, what may fit what is typed.
std::vector<PaletteItem> furtherEntries(const View& view, const QString& query,
                                        const PaletteTargets& targets);

// There is more work than paletteEntries() lists: it is looked for by Session::findWork().
bool hasMoreWork(const View& view);
// What was found of it, without what is listed.
std::vector<PaletteItem> foundEntries(const View& view, const FoundWork& found,
                                      const PaletteTargets& targets);

}  // namespace apportion::ui
