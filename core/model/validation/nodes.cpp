// SPDX-License-Identifier: GPL-3.0-or-later
#include <unordered_map>

#include "core/model/bounds.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

void checkGroup(const NodeGroup& group, const std::string& pointer, Findings& findings) {
    const auto& node = group.node;
    if (checkName(node.name, pointer + "/name", findings) && group.count > 1)
        checkName(node.name + "-" + std::to_string(group.count), pointer + "/name", findings);
    checkBounds(Value::ofCount(group.count), 1, kMostNodes, pointer + "/count", findings);
    if (checkBounds(Value::ofGpu(node.gpu), 0, kMostGpu, pointer + "/gpu", findings) &&
        node.gpu % kOneGpu != 0)
        findings.error(pointer + "/gpu", "node-gpu-not-whole",
                       {{"node", Value::ofText(node.name)}, {"gpu", Value::ofGpu(node.gpu)}});
    if (!node.gpuType.empty())
        checkName(node.gpuType, pointer + "/gpuType", findings, true);
    if (node.cpu)
        checkBounds(Value::ofCpu(*node.cpu), 0, kMostCpu, pointer + "/cpu", findings);
    if (node.memory)
        checkBounds(Value::ofMemory(*node.memory), 0, kMostMemory, pointer + "/memory", findings);
}

// A name of a group, told once for each group that repeats another's.
void tellRepeatedNames(const Index& index, Findings& findings) {
    const auto& groups = index.scenario.nodes;
    std::unordered_map<std::string_view, std::size_t> groupOf;
    std::size_t node = 0;
    for (std::size_t i = 0; i < groups.size() && node < index.nodes.size(); ++i) {
        bool told = false;
        for (int k = 0; k < groups[i].count; ++k, ++node) {
            const auto& name = index.nodes[node].name;
            const auto [other, isNew] = groupOf.emplace(name, i);
            if (isNew || told)
                continue;
            told = true;
            findings.error(pointerTo("/nodes", i) + "/name", "duplicate-name",
                           {{"name", Value::ofText(name)},
                            {"first", Value::ofText(pointerTo("/nodes", other->second))}});
        }
    }
}

}  // namespace

void checkNodes(const Index& index, Findings& findings) {
    const auto& groups = index.scenario.nodes;
    std::int64_t count = 0;
    bool tooMany = false;  // a group that has too many by itself, which is told
    for (std::size_t i = 0; i < groups.size(); ++i) {
        checkGroup(groups[i], pointerTo("/nodes", i), findings);
        count += groups[i].count;
        tooMany = tooMany || groups[i].count > kMostNodes;
    }
    if (index.nodes.empty() && !tooMany && count > kMostNodes)
        findings.error("/nodes", "too-many-nodes",
                       {{"count", Value::ofCount(count)}, {"most", Value::ofCount(kMostNodes)}});

    if (index.nodeNames.size() < index.nodes.size())
        tellRepeatedNames(index, findings);
    if (const auto& undivided = index.pools.undivided;
        !undivided.empty() && !index.pools.pools.empty())
        findings.warning("/nodes", "nodes-undivided",
                         {{"node", Value::ofText(index.nodes[undivided.front()].name)}});
}

}  // namespace apportion::validation
