// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes and settings of the pool.
#include <algorithm>

#include "core/io/scenario_parts.h"
#include "core/io/scenario_reader.h"
#include "core/model/words.h"
#include "core/session/project/command_rows.h"
#include "core/session/project/import.h"
#include "core/session/project/refuse.h"
#include "core/session/project/snapshot.h"
#include "core/session/project/units.h"

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

// Their names are what stands in placements, so those that stay keep theirs: the ones before the
// node stay a group, each of those behind it becomes one of its own.
void takeOut(std::vector<NodeGroup>& groups, std::size_t at, std::size_t node) {
    const std::vector<Node> all = expand({groups[at]});
    const auto single = [](const Node& each) {
        NodeGroup group;
        group.node = each;
        return group;
    };
    std::vector<NodeGroup> rest;
    if (node == 1)
        rest.push_back(single(all.front()));
    for (std::size_t i = node + 1; i < all.size(); ++i)
        rest.push_back(single(all[i]));
    if (node > 1) {
        groups[at].count = static_cast<int>(node);
    } else {  // one comes into its place
        groups[at] = rest.front();
        rest.erase(rest.begin());
    }
    groups.insert(groups.end(), rest.begin(), rest.end());
}

// The group of this name as a whole, or else the one node of this name.
Result<CommandEffect> removeNodes(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto& groups = effect.after.pool.nodes;
    std::vector<std::string> gone;
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < groups.size() && gone.empty(); ++i)
        if (groups[i].node.name == effect.subject) {
            for (const Node& node : expand({groups[i]}))
                gone.push_back(node.name);
            groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
        }
    const auto all = expand(call.project.pool.nodes);
    for (std::size_t i = 0; i < groups.size() && gone.empty(); ++i) {
        const auto nodes = expand({groups[i]});
        const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) {
            return node.name == effect.subject;
        });
        if (found == nodes.end())
            continue;
        gone.push_back(found->name);
        takeOut(groups, i, static_cast<std::size_t>(found - nodes.begin()));
    }
    if (gone.empty()) {
        for (const NodeGroup& each : call.project.pool.nodes)
            known.push_back(each.node.name);
        for (const Node& node : all)
            known.push_back(node.name);
        return noSuch("node or group of nodes", effect.subject, known);
    }
    std::sort(gone.begin(), gone.end());
    std::vector<std::string> holders;
    for (const ProjectWorkload& each : call.project.work)
        if (std::any_of(each.run.placements.begin(), each.run.placements.end(),
                        [&](const Placement& placement) {
                            return std::binary_search(gone.begin(), gone.end(), placement.node);
                        }))
            holders.push_back(each.spec.name);
    if (!holders.empty())
        return refuse("nodes-blocked", {textArgument("nodes", effect.subject),
                                        listArgument("names", std::move(holders))});
    for (const std::string& node : gone)
        effect.after.nodeStates.erase(node);
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
           R"("binpack", "consolidation": true, "balanceTimeout": 180, "agingInterval": 600}; )"
           R"(what is missing has its default)"}},
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
