// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/node_set.h"

#include "core/change/fields.h"
#include "core/change/held_nodes.h"
#include "core/change/node_groups.h"
#include "core/change/refuse.h"

namespace apportion::rows {

namespace {

// As they are after the command; more devices than a node may have are told by validate().
Result<Node> changed(const SetNodes& set, Node node) {
    if (set.devices)
        node.gpu = *set.devices * kOneGpu;
    if (set.gpuType)
        node.gpuType = *set.gpuType;
    Problems wrong;
    const auto take = [&](const auto& given, auto& target) {
        if (given && *given)
            target = **given;
        else if (given && wrong.empty())
            wrong = given->error();
    };
    take(set.cpu, node.cpu);
    take(set.memory, node.memory);
    take(set.labels, node.labels);
    if (!wrong.empty())
        return tl::unexpected(std::move(wrong));
    return node;
}

Result<CommandEffect> set(const CommandCall& call, const SetNodes& asked) {
    CommandEffect effect{call.project};
    effect.subject = asked.name;
    auto& groups = effect.after.pool.nodes;
    const auto named = findNodes(groups, effect.subject);
    if (!named)
        return noSuchNodes(groups, effect.subject);
    if (!asked.devices && !asked.gpuType && !asked.cpu && !asked.memory && !asked.labels)
        return refuse("nodes-set-nothing", {}, "gpu");
    Node before = groups[named->group].node;
    if (named->node)
        before = nodesOf(groups, *named).front();
    auto after = changed(asked, before);
    if (!after)
        return tl::unexpected(std::move(after.error()));
    if (*after == before)
        return effect;  // nor does it leave its group
    if (named->node)
        replaceNode(groups, named->group, *named->node, *after);
    else
        groups[named->group].node = std::move(*after);
    if (auto held = heldNodes(call.project.pool.nodes, groups, call.project.work, effect.subject))
        return refuse(std::move(*held));
    return effect;
}

}  // namespace

CommandInfo nodesSet() {
    return row<SetNodes>(
        "nodes.set",
        {positional<&SetNodes::name>("name", "The group, as it was added, or one node of it"),
         option<&SetNodes::devices, Whole>("gpu", "Whole GPUs of each"),
         option<&SetNodes::gpuType, TextOrNone>("gpu-type", "Their type, or none"),
         option<&SetNodes::cpu, OrNone<Cores>>("cpu", "Cores of each, or none for no limit"),
         option<&SetNodes::memory, OrNone<Gib>>(
             "memory", "Memory of each, in GiB or with a unit, or none for no limit"),
         option<&SetNodes::labels, LabelSet>(
             "labels", R"(All their labels, by which root quotas choose nodes: {"rack": "2"})")},
        Right::administer, true, "Change the resources of a group of nodes, or of one node",
        administratorNeeds, set);
}

}  // namespace apportion::rows
