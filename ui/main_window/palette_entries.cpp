// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/palette_entries.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <QAction>
#include <QCoreApplication>

#include "core/session/local/live_consent.h"
#include "core/view/awaiting_approval.h"
#include "ui/found_text.h"
#include "ui/main_window/action_rows.h"
#include "ui/node_words.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/module_icon.h"
#include "ui/widgets/node_verbs.h"

namespace apportion::ui {

namespace {

struct Entries {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Entries)
};

// More would only slow the typing down: nobody reads that far.
constexpr std::size_t kMostWorkloads = 500;  // of each kind
constexpr std::size_t kMostQuotas = 2000;
constexpr std::size_t kMostNodes = 200;    // each with its devices
constexpr std::size_t kMostFurther = 300;  // of what is typed

QString useOf(const View& view, const QuotaRow& row) {
    if (view.document.reading > 0)
        return gpusText(row.numbers.guaranteed);
    return Entries::tr("%1 of %2")
        .arg(gpuNumber(row.numbers.subtree), gpusText(row.numbers.guaranteed));
}

QString actionsOn(const QString& name) {
    return Entries::tr("Actions on %1").arg(name);
}

PaletteItem explanationOf(const View& view, const QuotaRow& row, const PaletteTargets& targets) {
    const QString name = qt(row.name);
    PaletteItem item;
    item.whenTyped = true;
    item.group = actionsOn(name);
    item.title =
        row.numbers.subtree == row.numbers.guaranteed || view.document.reading > 0
            ? Entries::tr("Explain %1").arg(name)
            : Entries::tr("Explain %1: why %2 and not %3")
                  .arg(name, gpuNumber(row.numbers.subtree), gpuNumber(row.numbers.guaranteed));
    item.icon = Icon::eye;
    item.run = [go = targets.quota, name] { go(name); };
    return item;
}

void addQuota(std::vector<PaletteItem>& items, const View& view, const QuotaRow& row,
              const PaletteTargets& targets) {
    const QString name = qt(row.name);
    PaletteItem item;
    item.group = Entries::tr("Quotas");
    item.title = name;
    const QString use = useOf(view, row);
    item.detail =
        row.team == row.name ? use : Entries::tr("%1 · %2", "team, GPUs").arg(qt(row.team), use);
    item.shortcut = Entries::tr("Go to");
    item.icon = Icon::layers;
    item.run = [go = targets.quota, name] { go(name); };
    item.actions = [of = targets.quotaActions, name] { return of(name); };
    items.push_back(item);

    item.actions = {};
    item.whenTyped = true;
    item.group = actionsOn(name);
    item.title = Entries::tr("Change the guarantee of %1").arg(name);
    item.detail = Entries::tr("now %1").arg(gpusText(row.numbers.guaranteed));
    item.shortcut.clear();
    item.icon = Icon::edit;
    item.run = [edit = targets.editGuarantee, name] { edit(name); };
    items.push_back(item);
    items.push_back(explanationOf(view, row, targets));
}

// As its rows show it elsewhere, and found by either name.
QString placeOf(const WorkloadRow& row) {
    return row.team.empty() || row.team == row.quota
               ? qt(row.quota)
               : Entries::tr("%1 (%2)", "a team, its quota").arg(qt(row.team), qt(row.quota));
}

void addApprovals(std::vector<PaletteItem>& items, const View& view,
                  const PaletteTargets& targets) {
    for (const WorkloadRow& row : view.waiting) {
        if (!waitsForApproval(row))
            continue;
        PaletteItem item;
        item.group = Entries::tr("Waiting for approval");
        item.title = Entries::tr("Approve or decline the command of %1").arg(qt(row.name));
        item.detail = Entries::tr("submitted by %1, in %2").arg(qt(row.user), placeOf(row));
        item.icon = Icon::unlock;
        item.run = [go = targets.approve, name = qt(row.name)] { go(name); };
        items.push_back(item);
    }
}

void addWorkloads(std::vector<PaletteItem>& items, const std::vector<WorkloadRow>& rows,
                  const PaletteTargets& targets) {
    std::size_t added = 0;
    for (const WorkloadRow& row : rows) {
        if (++added > kMostWorkloads)
            return;
        const QString quota = placeOf(row);
        PaletteItem item;
        item.group = Entries::tr("Workloads");
        item.title = qt(row.name);
        item.icon = moduleIcon(row.module);
        item.shortcut = Entries::tr("Go to");
        switch (row.status.state) {
            case WorkloadState::pending:
                item.detail =
                    Entries::tr("waits %1 in %2").arg(TimeText::duration(row.status.waited), quota);
                break;
            case WorkloadState::running:
                item.detail =
                    Entries::tr("runs in %1 on %2").arg(quota, nodesText(row.status.placements));
                break;
            default:
                item.detail = Entries::tr("%1, %2").arg(stateName(row.status.state), quota);
        }
        item.run = [go = targets.workload, name = item.title] { go(name); };
        item.actions = [of = targets.workloadActions, name = item.title] { return of(name); };
        items.push_back(item);
    }
}

// Who holds it, or that nobody does.
QString holdersText(const NodeRow& node, int device) {
    QStringList holders;
    for (const NodeBlock& block : node.blocks)
        if (device >= block.device && device < block.device + block.devices)
            holders << Entries::tr("%1 in %2", "a workload and its quota")
                           .arg(qt(block.workload), qt(block.quota));
    return holders.isEmpty() ? Entries::tr("not allocated") : holders.join(QLatin1String(" · "));
}

// What can be done with it, and its devices: they are offered for it, and found by their number.
void addNodeActions(std::vector<PaletteItem>& items, const NodeRow& node,
                    const PaletteTargets& targets) {
    const QString name = qt(node.name);
    PaletteItem item;
    item.whenTyped = true;
    item.group = actionsOn(name);
    for (const NodeVerb& verb : nodeVerbs(name, node.state)) {
        item.title = verb.named;
        item.icon = verb.icon;
        item.enabled = targets.nodeWhyNot.isEmpty();
        item.whyNot = targets.nodeWhyNot;
        item.run = [set = targets.nodeState, name, verb] { set(name, verb.to); };
        items.push_back(item);
    }
    item.enabled = true;
    item.whyNot.clear();
    item.icon = Icon::chip;
    item.shortcut = Entries::tr("Go to");
    item.group = Entries::tr("Devices of %1").arg(name);
    for (int device = 0; device < node.devices; ++device) {
        item.title = Entries::tr("%1, device %2").arg(name).arg(device);
        item.detail = holdersText(node, device);
        item.run = [go = targets.device, name, device] { go(name, device); };
        items.push_back(item);
    }
}

void addNode(std::vector<PaletteItem>& items, const NodeRow& node, const PaletteTargets& targets) {
    const QString name = qt(node.name);
    PaletteItem item;
    item.group = Entries::tr("Nodes");
    item.title = name;
    item.detail =
        Entries::tr("node, %1 · %2 of %3", "state, then GPUs used")
            .arg(nodeStateWord(node), gpuNumber(node.used), gpusText(node.devices * kOneGpu));
    item.shortcut = Entries::tr("Go to");
    item.icon = Icon::chip;
    item.run = [go = targets.device, name] { go(name, 0); };
    item.actions = [of = targets.nodeActions, name] { return of(name); };
    items.push_back(item);
    addNodeActions(items, node, targets);
}

void addWorkspaces(std::vector<PaletteItem>& items, const View& view,
                   const PaletteTargets& targets) {
    for (std::size_t i = 0; i < std::min(view.workspaces.size(), kMostQuotas); ++i) {
        const Workspace& workspace = view.workspaces[i].spec;
        PaletteItem item;
        item.group = Entries::tr("Workspaces");
        item.title = qt(workspace.name);
        item.detail = Entries::tr("workspace of %1", "its quotas").arg(namesText(workspace.quotas));
        item.shortcut = Entries::tr("Go to");
        item.icon = Icon::users;
        item.run = [go = targets.workspace, name = item.title] { go(name); };
        item.actions = [of = targets.workspaceActions, name = item.title] { return of(name); };
        items.push_back(std::move(item));
    }
}

template <typename Row>
const Row* rowNamed(const std::vector<Row>& rows, const QString& name) {
    const auto found =
        std::find_if(rows.begin(), rows.end(),
                     [wanted = name.toStdString()](const Row& row) { return row.name == wanted; });
    return found == rows.end() ? nullptr : &*found;
}

// What cannot be done says why.
PaletteItem itemOf(const Actions& actions, const ActionRow& row) {
    QAction* action = actions[row.name];
    PaletteItem item;
    item.icon = row.icon;
    item.title = textOfButton(action->text());
    item.shortcut = action->shortcut()
                        .toString(QKeySequence::NativeText)
                        .replace(QLatin1Char('+'), QLatin1Char(' '));
    item.enabled = action->isEnabled();
    item.whyNot = actions.whyNot(row.name);
    item.run = [action] { action->trigger(); };
    return item;
}

void addAction(std::vector<PaletteItem>& items, const Actions& actions, const QString& object,
               const ActionRow& row) {
    PaletteItem item = itemOf(actions, row);
    item.group = actionsOn(object);
    items.push_back(std::move(item));
}

// Those of the menus that act on such an object.
void addActions(std::vector<PaletteItem>& items, const Actions& actions, const QString& object,
                ObjectKind kind) {
    for (const ActionRow& row : actions.rows())
        if (row.on == kind)
            addAction(items, actions, object, row);
}

// The theme, and how the quota tree is shown.
void addLooks(std::vector<PaletteItem>& items, const PaletteTargets& targets) {
    PaletteItem item;
    item.group = Entries::tr("Commands");
    item.icon = Icon::sun;
    const std::pair<QString, QString> themes[] = {
        {QStringLiteral("light"), Entries::tr("Theme: light")},
        {QStringLiteral("dark"), Entries::tr("Theme: dark")},
        {QStringLiteral("system"), Entries::tr("Theme: as the system's")}};
    for (const auto& [theme, title] : themes) {
        item.title = title;
        item.run = [set = targets.theme, name = theme] { set(name); };
        items.push_back(item);
    }
    item.icon = Icon::columns;
    for (const PaneChoice& choice : targets.quotaTree) {
        item.title = choice.text;
        item.detail = choice.on ? Entries::tr("shown") : QString();
        item.run = choice.take;
        items.push_back(item);
    }
}

}  // namespace

std::vector<PaletteItem> paletteEntries(const View& view, const Actions& actions,
                                        const PaletteTargets& targets) {
    std::vector<PaletteItem> items;
    for (const ActionRow& row : actions.rows()) {
        PaletteItem item = itemOf(actions, row);
        if (row.alone != nullptr)
            item.title = QCoreApplication::translate("actions", row.alone);
        item.group = Entries::tr("Commands");
        items.push_back(std::move(item));
    }
    addLooks(items, targets);
    for (std::size_t i = 0; i < std::min(view.quotas.size(), kMostQuotas); ++i)
        addQuota(items, view, view.quotas[i], targets);
    addWorkspaces(items, view, targets);
    addApprovals(items, view, targets);
    addWorkloads(items, view.waiting, targets);
    addWorkloads(items, view.running, targets);
    addWorkloads(items, view.ended, targets);
    const auto& nodes = view.nodes.rows;
    for (std::size_t i = 0; i < std::min(nodes.size(), kMostNodes); ++i)
        addNode(items, nodes[i], targets);
    return items;
}

std::vector<PaletteItem> quotaActions(const View& view, const Actions& actions,
                                      const QString& quota, const PaletteTargets& targets) {
    std::vector<PaletteItem> items;
    const QuotaRow* row = rowNamed(view.quotas, quota);
    if (row == nullptr)
        return items;
    items.push_back(explanationOf(view, *row, targets));
    addActions(items, actions, quota, ObjectKind::quota);
    return items;
}

std::vector<PaletteItem> workloadActions(const View& view, const Actions& actions,
                                         const QString& workload, const PaletteTargets& targets) {
    std::vector<PaletteItem> items;
    PaletteItem item;
    item.group = actionsOn(workload);
    item.title = Entries::tr("Explain %1").arg(workload);
    item.icon = Icon::eye;
    item.run = [go = targets.workload, workload] { go(workload); };
    items.push_back(item);
    addActions(items, actions, workload, ObjectKind::workload);
    if (const WorkloadRow* row = rowNamed(view.waiting, workload);
        row != nullptr && waitsForApproval(*row))
        for (const ActionRow& action : actions.rows())
            if (action.name == std::string_view(ActionId::approveWork))
                addAction(items, actions, workload, action);
    return items;
}

std::vector<PaletteItem> nodeActions(const View& view, const QString& node,
                                     const PaletteTargets& targets) {
    std::vector<PaletteItem> items;
    if (const NodeRow* row = rowNamed(view.nodes.rows, node))
        addNodeActions(items, *row, targets);
    return items;
}

std::vector<PaletteItem> workspaceActions(const Actions& actions, const QString& workspace) {
    std::vector<PaletteItem> items;
    addActions(items, actions, workspace, ObjectKind::workspace);
    return items;
}

bool hasFurtherEntries(const View& view) {
    return view.quotas.size() > kMostQuotas || view.nodes.rows.size() > kMostNodes;
}

std::vector<PaletteItem> furtherEntries(const View& view, const QString& query,
                                        const PaletteTargets& targets) {
    // By the first word alone: the palette looks at all of them.
    const TextSearch word = searchFor(query.section(QLatin1Char(' '), 0, 0));
    std::vector<PaletteItem> items;
    for (std::size_t i = kMostQuotas; i < view.quotas.size(); ++i) {
        const QuotaRow& row = view.quotas[i];
        if (items.size() >= kMostFurther)
            break;
        if (word.isIn(row.name) || word.isIn(row.team))
            addQuota(items, view, row, targets);
    }
    const std::size_t quotas = items.size();
    const auto& nodes = view.nodes.rows;
    for (std::size_t i = kMostNodes; i < nodes.size(); ++i) {
        if (items.size() - quotas >= kMostFurther)
            break;
        if (word.isIn(nodes[i].name))
            addNode(items, nodes[i], targets);
    }
    return items;
}

bool hasMoreWork(const View& view) {
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        if (rows->size() > kMostWorkloads)
            return true;
    return false;
}

std::vector<PaletteItem> foundEntries(const View& view, const FoundWork& found,
                                      const PaletteTargets& targets) {
    std::unordered_set<std::string_view> listed;
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (std::size_t i = 0; i < std::min(rows->size(), kMostWorkloads); ++i)
            listed.insert((*rows)[i].name);
    std::vector<WorkloadRow> others;
    std::copy_if(found.rows.begin(), found.rows.end(), std::back_inserter(others),
                 [&](const WorkloadRow& row) { return !listed.contains(row.name); });
    std::vector<PaletteItem> items;
    addWorkloads(items, others, targets);
    return items;
}

}  // namespace apportion::ui
