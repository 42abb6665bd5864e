// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes and settings of the pool.
#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/fields.h"
#include "core/change/held_nodes.h"
#include "core/change/import.h"
#include "core/change/node_groups.h"
#include "core/change/node_set.h"
#include "core/change/price_text.h"
#include "core/change/refuse.h"
#include "core/store/price_values.h"

namespace apportion::rows {

namespace {

Result<CommandEffect> addNodes(const CommandCall& call, const CreateNodes& added) {
    CommandEffect effect{call.project};
    const Read<NodeGroup>& group = added.nodes;
    if (!group)
        return tl::unexpected(group.error());
    effect.subject = group->node.name;
    for (const NodeGroup& each : call.project.pool.nodes)
        if (each.node.name == effect.subject)
            return refuse(
                "project-name-taken",
                {textArgument("noun", "group of nodes"), textArgument("name", effect.subject)},
                "nodes");
    effect.after.pool.nodes.push_back(*group);
    // The engine knows nothing of machines: it may place them there.
    std::vector<std::string> commands;
    for (const ProjectWorkload& work : call.project.work)
        if (work.command && work.run.state == WorkloadState::pending)
            commands.push_back(work.spec.name);
    if (!commands.empty()) {
        Problem& note = effect.notes.emplace_back();
        note.warning = true;
        note.message = {"waiting-commands", {listArgument("names", std::move(commands))}};
    }
    return effect;
}

Result<CommandEffect> removeNodes(const CommandCall& call, const DeleteNodes& removed) {
    CommandEffect effect{call.project};
    effect.subject = removed.name;
    auto& groups = effect.after.pool.nodes;
    const auto named = findNodes(groups, effect.subject);
    if (!named)
        return noSuchNodes(groups, effect.subject);
    const std::vector<Node> gone = nodesOf(groups, *named);
    if (named->node)
        replaceNode(groups, named->group, *named->node, {});
    else
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(named->group));
    if (auto held = heldNodes(call.project.pool.nodes, groups, call.project.work, effect.subject))
        return refuse(std::move(*held));
    for (const Node& node : gone)
        effect.after.nodeStates.erase(node.name);
    return effect;
}

Result<CommandEffect> setNodeState(const CommandCall& call, const SetNodeState& set) {
    CommandEffect effect{call.project};
    effect.subject = set.node;
    const auto nodes = expand(call.project.pool.nodes);
    if (std::none_of(nodes.begin(), nodes.end(),
                     [&](const Node& node) { return node.name == effect.subject; })) {
        std::vector<std::string_view> names;
        names.reserve(nodes.size());
        for (const Node& node : nodes)
            names.push_back(node.name);
        return noSuch("node", effect.subject, names);
    }
    if (set.state == NodeState::ready)
        effect.after.nodeStates.erase(effect.subject);
    else
        effect.after.nodeStates[effect.subject] = set.state;
    return effect;
}

Result<CommandEffect> setSettings(const CommandCall& call, const SetSettings& set) {
    CommandEffect effect{call.project};
    if (!set.settings)
        return tl::unexpected(set.settings.error());
    effect.after.pool.settings = *set.settings;
    return effect;
}

Result<CommandEffect> setPrices(const CommandCall& call, const SetPrices& set) {
    CommandEffect effect{call.project};
    const store::Object* pool = call.objects.find(ObjectKind::pool, "pool");
    if (pool == nullptr)
        return effect;
    PriceSetting prices = store::pricesOf(call.objects);
    const auto read = pricesFrom(set.prices);
    if (!read)
        return tl::unexpected(read.error());
    if (!set.currency.empty())
        prices.currency = set.currency;
    if (!set.cost.empty())
        prices.cost = set.cost;
    if (const auto model = costModelFrom(prices.cost); !model)
        return tl::unexpected(model.error());
    prices.prices = read->empty() ? std::vector<std::string>() : set.prices;
    if (std::string body = store::withPrices(pool->body, prices); body != pool->body)
        effect.work.push_back({ObjectKind::pool, "pool", 0, pool->body, std::move(body)});
    return effect;
}

}  // namespace

std::vector<CommandInfo> pool() {
    return {
        row<CreateNodes>("nodes.add",
                         {positional<&CreateNodes::nodes, Nodes>(
                             "nodes", R"(A group of nodes as in a scenario: )"
                                      R"({"name": "dgx", "count": 16, "gpu": 8})")},
                         Right::administer, true, "Add equal nodes", administratorNeeds, addNodes),
        row<DeleteNodes>(
            "nodes.remove",
            {naming("node", positional<&DeleteNodes::name>(
                                "name", "The group, as it was added, or one node of it"))},
            Right::administer, true,
            "Remove a group of nodes, or one node, without running workloads", administratorNeeds,
            removeNodes),
        nodesSet(),
        row<SetNodeState>("nodes.state",
                          {naming("node", positional<&SetNodeState::node>("node", "One node")),
                           positional<&SetNodeState::state>("state", "The new state")},
                          Right::administer, true,
                          "Cordon, drain, mark as down, or return a node to service",
                          administratorNeeds, setNodeState),
        row<SetSettings>(
            "settings",
            {positional<&SetSettings::settings, SettingsText>(
                "settings",
                R"(All settings as in a scenario: {"gracePeriod": 30, "minRuntime": 0, )"
                R"("placement": "binpack", "consolidation": true, "moveLoss": 600, )"
                R"("balanceTimeout": 180, "agingInterval": 600}; missing settings have their )"
                R"(default)")},
            Right::administer, true, "Set the settings of the pool", administratorNeeds,
            setSettings),
        row<SetPrices>(
            "prices",
            {rest<&SetPrices::prices>("prices",
                                      "Prices of a GPU hour: 2.10, H100=2.10, "
                                      "H100=2.10@2026-10-01, or none"),
             option<&SetPrices::currency>("currency",
                                          "Currency of the prices (default: unchanged, or EUR)"),
             option<&SetPrices::cost>("cost",
                                      "What is charged: use, guarantee, or "
                                      "guarantee+borrowed:PERCENT (default: unchanged, or use)")},
            Right::administer, true, "Set the prices of a GPU hour for reports", administratorNeeds,
            setPrices),
        row<ImportScenario>(
            "import",
            {required(option<&ImportScenario::from>("from", "A scenario file")),
             option<&ImportScenario::content, FileText>("content", ""),
             option<&ImportScenario::replace>("replace", "Replace objects of the same name")},
            Right::administer, true, "Import nodes, quotas, and workspaces of a scenario",
            administratorNeeds, importScenario),
    };
}

}  // namespace apportion::rows
