// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes and settings of the pool.
#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/held_nodes.h"
#include "core/change/import.h"
#include "core/change/node_groups.h"
#include "core/change/node_set.h"
#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/io/scenario_parts.h"
#include "core/io/scenario_reader.h"
#include "core/model/words.h"

namespace apportion::rows {

namespace {

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

std::vector<Need> administratorNeeds(const CommandCall&) {
    return {{Right::administer, {}}};
}

Result<CommandEffect> addNodes(const CommandCall& call) {
    CommandEffect effect{call.project};
    auto group = parseNodeGroup(call.arguments.text("nodes"));
    if (!group) {
        for (Problem& problem : group.error())
            problem.pointer = "/nodes" + problem.pointer;
        return tl::unexpected(std::move(group.error()));
    }
    effect.subject = group->node.name;
    for (const NodeGroup& each : call.project.pool.nodes)
        if (each.node.name == effect.subject)
            return refuse(
                "project-name-taken",
                {textArgument("noun", "group of nodes"), textArgument("name", effect.subject)},
                "nodes");
    effect.after.pool.nodes.push_back(std::move(*group));
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

Result<CommandEffect> removeNodes(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
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

Result<CommandEffect> setNodeState(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("node");
    const auto nodes = expand(call.project.pool.nodes);
    if (std::none_of(nodes.begin(), nodes.end(),
                     [&](const Node& node) { return node.name == effect.subject; })) {
        std::vector<std::string_view> names;
        names.reserve(nodes.size());
        for (const Node& node : nodes)
            names.push_back(node.name);
        return noSuch("node", effect.subject, names);
    }
    const auto state = fromWord<NodeState>(call.arguments.text("state"));
    if (state.value_or(NodeState::ready) == NodeState::ready)
        effect.after.nodeStates.erase(effect.subject);
    else
        effect.after.nodeStates[effect.subject] = *state;
    return effect;
}

Result<CommandEffect> setSettings(const CommandCall& call) {
    CommandEffect effect{call.project};
    // Read as those of a scenario, over the present ones.
    const auto read =
        parseScenario(R"({"apportion":1,"nodes":[{"name":"n","gpu":1}],)"
                      R"("quotas":[{"name":"q","guaranteed":{"gpu":0}}],"settings":)" +
                      call.arguments.text("settings") + "}");
    if (!read) {
        Problems problems = read.error();
        for (Problem& problem : problems)
            problem.line = problem.column = 0;
        return tl::unexpected(std::move(problems));
    }
    if (const std::string text = call.arguments.text("settings"); !isOneJson(text))
        return wrongArgument("settings", text, "one JSON value and nothing besides");
    effect.after.pool.settings = read->scenario.settings;
    return effect;
}

Result<CommandEffect> import(const CommandCall& call) {
    return importScenario(call);
}

}  // namespace

std::vector<CommandInfo> pool() {
    return {
        {"nodes.add",
         {{"nodes", Kind::json, Place::positional, true,
           R"(A group of nodes as in a scenario: {"name": "dgx", "count": 16, "gpu": 8})"}},
         Right::administer,
         true,
         "Add equal nodes",
         administratorNeeds,
         addNodes},
        {"nodes.remove",
         {{"name", Kind::text, Place::positional, true,
           "The group, as it was added, or one node of it"}},
         Right::administer,
         true,
         "Remove a group of nodes, or one node, on which nothing runs",
         administratorNeeds,
         removeNodes},
        nodesSet(),
        {"nodes.state",
         {{"node", Kind::text, Place::positional, true, "One node"},
          {"state", Kind::word, Place::positional, true, "What it is from now on",
           "ready cordoned draining down"}},
         Right::administer,
         true,
         "Cordon or drain a node, take it down or back",
         administratorNeeds,
         setNodeState},
        {"settings",
         {{"settings", Kind::json, Place::positional, true,
           R"(All settings as in a scenario: {"gracePeriod": 30, "minRuntime": 0, "placement": )"
           R"("binpack", "consolidation": true, "moveLoss": 600, "balanceTimeout": 180, )"
           R"("agingInterval": 600}; missing settings have their default)"}},
         Right::administer,
         true,
         "Set the settings of the pool",
         administratorNeeds,
         setSettings},
        {"import",
         {{"from", Kind::text, Place::option, true, "A scenario file"},
          {"content", Kind::json, Place::option, false, ""},
          {"replace", Kind::flag, Place::option, false,
           "Let what it names take the place of what is there under the same name"}},
         Right::administer,
         true,
         "Take over nodes, quotas and workspaces of a scenario",
         administratorNeeds,
         import},
    };
}

}  // namespace apportion::rows
