// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/palette_entries.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QCoreApplication>

#include "core/session/live/live_consent.h"
#include "ui/found_text.h"
#include "ui/nodes/node_texts.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/node_verbs.h"
#include "ui/workloads/workload_cells.h"

namespace apportion::ui {

namespace {

struct Entries {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Entries)
};

// More would only slow the typing down: nobody reads that far.
constexpr std::size_t kMostWorkloads = 2000;
constexpr std::size_t kMostQuotas = 2000;
constexpr std::size_t kMostNodes = 200;    // each with its devices
constexpr std::size_t kMostFurther = 300;  // of what is typed

QString useOf(const View& view, const QuotaRow& row) {
    if (view.document.reading > 0)
        return gpusText(row.numbers.guaranteed);
    return Entries::tr("%1 of %2")
        .arg(gpuNumber(row.numbers.subtree), gpusText(row.numbers.guaranteed));
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
    item.object = name;
    item.run = [go = targets.quota, name] { go(name); };
    items.push_back(item);

    item.object.clear();
    item.actsOn = name;
    item.group = Entries::tr("Actions on %1").arg(name);
    item.title = Entries::tr("Change the guarantee of %1").arg(name);
    item.detail = Entries::tr("now %1").arg(gpusText(row.numbers.guaranteed));
    item.shortcut.clear();
    item.icon = Icon::edit;
    item.run = [edit = targets.editGuarantee, name] { edit(name); };
    items.push_back(item);
    item.title =
        row.numbers.subtree == row.numbers.guaranteed || view.document.reading > 0
            ? Entries::tr("Explain %1").arg(name)
            : Entries::tr("Explain %1: why %2 and not %3")
                  .arg(name, gpuNumber(row.numbers.subtree), gpuNumber(row.numbers.guaranteed));
    item.detail.clear();
    item.icon = Icon::eye;
    item.run = [go = targets.quota, name] { go(name); };
    items.push_back(item);
}

void addApprovals(std::vector<PaletteItem>& items, const View& view,
                  const PaletteTargets& targets) {
    for (const WorkloadRow& row : view.waiting) {
        if (!waitsForApproval(row))
            continue;
        PaletteItem item;
        item.group = Entries::tr("Waiting for an approval");
        item.title = Entries::tr("Approve or decline the command of %1").arg(qt(row.name));
        item.detail = Entries::tr("submitted by %1, in %2").arg(qt(row.user), qt(row.quota));
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
        const QString quota = qt(row.quota);
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
    return holders.isEmpty() ? Entries::tr("nobody holds it") : holders.join(QLatin1String(" · "));
}

// And what can be done with it, and its devices: they are offered for it, and found by their
// number.
void addNode(std::vector<PaletteItem>& items, const NodeRow& node, bool may,
             const PaletteTargets& targets) {
    const QString name = qt(node.name);
    PaletteItem item;
    item.group = Entries::tr("Nodes");
    item.title = name;
    item.detail =
        Entries::tr("node, %1 · %2 of %3", "state, then GPUs used")
            .arg(nodeStateWord(node), gpuNumber(node.used), gpusText(node.devices * kOneGpu));
    item.shortcut = Entries::tr("Go to");
    item.icon = Icon::chip;
    // A quota may have the same name; no name has a line break.
    item.object = QLatin1Char('\n') + name;
    item.run = [go = targets.device, name] { go(name, 0); };
    items.push_back(item);

    item.actsOn = std::exchange(item.object, {});
    item.group = Entries::tr("Actions on %1").arg(name);
    item.shortcut.clear();
    for (const NodeVerb& verb : nodeVerbs(name, node.state)) {
        item.title = verb.named;
        item.icon = verb.icon;
        item.enabled = may;
        item.run = [set = targets.nodeState, name, verb] { set(name, verb.to, verb.preview); };
        items.push_back(item);
    }
    item.enabled = true;
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
    for (std::size_t i = 0; i < std::min(view.quotas.size(), kMostQuotas); ++i)
        addQuota(items, view, view.quotas[i], targets);
    for (const ActionRow& row : actionRows()) {
        QAction* action = actions[row.id];
        PaletteItem item;
        item.icon = row.icon;
        item.group = Entries::tr("Commands");
        item.title = action->text();
        item.title.remove(QLatin1Char('&'));
        item.shortcut = action->shortcut()
                            .toString(QKeySequence::NativeText)
                            .replace(QLatin1Char('+'), QLatin1Char(' '));
        item.enabled = action->isEnabled();
        item.run = [action] { action->trigger(); };
        items.push_back(item);
    }
    addLooks(items, targets);
    addApprovals(items, view, targets);
    addWorkloads(items, view.waiting, targets);
    addWorkloads(items, view.running, targets);
    addWorkloads(items, view.ended, targets);
    const auto& nodes = view.nodes.rows;
    const bool may = view.document.offers("nodes.state");
    for (std::size_t i = 0; i < std::min(nodes.size(), kMostNodes); ++i)
        addNode(items, nodes[i], may, targets);
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
    const bool may = view.document.offers("nodes.state");
    const auto& nodes = view.nodes.rows;
    for (std::size_t i = kMostNodes; i < nodes.size(); ++i) {
        if (items.size() - quotas >= kMostFurther)
            break;
        if (word.isIn(nodes[i].name))
            addNode(items, nodes[i], may, targets);
    }
    return items;
}

}  // namespace apportion::ui
