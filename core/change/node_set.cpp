// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/node_set.h"

#include <algorithm>
#include <array>

#include "core/change/held_nodes.h"
#include "core/change/node_groups.h"
#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/io/scenario_parts.h"

namespace apportion::rows {

namespace {

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

constexpr std::string_view kNone = "none";
constexpr std::array kParts{"gpu", "gpu-type", "cpu", "memory", "labels"};

std::vector<Need> needsForNodes(const CommandCall&) {
    return {{Right::administer, {}}};
}

std::optional<std::int64_t> coresOf(std::string_view text) {
    return amountArgument(text, kOneCore);
}

// "none" = not bounded.
Result<void> readBound(const Arguments& arguments, const char* name,
                       std::optional<std::int64_t> (*amountOf)(std::string_view),
                       std::string_view form, std::optional<std::int64_t>& bound) {
    if (!arguments.has(name))
        return {};
    const std::string text = arguments.text(name);
    const auto amount = amountOf(text);
    if (!amount && text != kNone)
        return wrongArgument(name, text, form);
    bound = amount;
    return {};
}

Result<void> readLabels(const Arguments& arguments, Labels& labels) {
    if (!arguments.has("labels"))
        return {};
    const std::string text = arguments.text("labels");
    const auto read = isOneJson(text)
                          ? parseNodeGroup(R"({"name":"n","gpu":1,"labels":)" + text + "}")
                          : Result<NodeGroup>(tl::unexpected(Problems{}));
    if (!read)
        return wrongArgument("labels", text, R"(an object of texts, such as {"rack": "2"})");
    labels = read->node.labels;
    return {};
}

Result<Node> changed(const Arguments& arguments, Node node) {
    if (arguments.has("gpu")) {
        const auto devices = wholeArgument(arguments.text("gpu"));
        // More than a node may have is told by validate().
        node.gpu = devices.value_or(0) * kOneGpu;
    }
    if (const std::string type = arguments.text("gpu-type"); !type.empty())
        node.gpuType = type == kNone ? std::string() : type;
    for (const auto& read :
         {readBound(arguments, "cpu", coresOf, "a number, not negative, such as 1.5, or none",
                    node.cpu),
          readBound(arguments, "memory", memoryArgument,
                    "an amount of memory: 64, which is GiB, 512MiB, 1.5TiB or 2TB, or none",
                    node.memory),
          readLabels(arguments, node.labels)})
        if (!read)
            return tl::unexpected(read.error());
    return node;
}

Result<CommandEffect> set(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("name");
    auto& groups = effect.after.pool.nodes;
    const auto named = findNodes(groups, effect.subject);
    if (!named)
        return noSuchNodes(groups, effect.subject);
    if (std::none_of(kParts.begin(), kParts.end(),
                     [&](const char* part) { return call.arguments.has(part); }))
        return refuse("nodes-set-nothing", {}, "gpu");
    Node before = groups[named->group].node;
    if (named->node)
        before = nodesOf(groups, *named).front();
    auto after = changed(call.arguments, before);
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
    return {"nodes.set",
            {{"name", Kind::text, Place::positional, true,
              "The group, as it was added, or one node of it"},
             {"gpu", Kind::number, Place::option, false, "Whole GPUs of each"},
             {"gpu-type", Kind::text, Place::option, false, "Their type, or none"},
             {"cpu", Kind::text, Place::option, false, "Cores of each, or none: not bounded"},
             {"memory", Kind::text, Place::option, false,
              "Of each: GiB or with a unit, or none: not bounded"},
             {"labels", Kind::json, Place::option, false,
              R"(All their labels, by which root quotas choose nodes: {"rack": "2"})"}},
            Right::administer,
            true,
            "Change what a group of nodes, or one node, has",
            needsForNodes,
            set};
}

}  // namespace apportion::rows
