// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/node_request.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace apportion {

namespace {

std::set<std::string> namesOf(const NodeGroup& group) {
    std::set<std::string> names;
    for (Node& node : expand({group}))
        names.insert(std::move(node.name));
    return names;
}

// Whether a group of that name, of whatever count, would meet a node that is there.
bool isTaken(const NodeMap& present, const std::string& name) {
    return std::any_of(present.rows.begin(), present.rows.end(), [&](const NodeRow& row) {
        return row.name == name || row.name.starts_with(name + "-");
    });
}

struct NumberedName {
    std::string stem;    // "node-"
    std::string number;  // "16"; empty = it ends in none
};

NumberedName numberedName(const std::string& name) {
    std::size_t end = name.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0)
        --end;
    // Longer ones are no numbers that somebody counts.
    constexpr std::size_t kMostDigits = 9;
    return name.size() - end > kMostDigits ? NumberedName{name, {}}
                                           : NumberedName{name.substr(0, end), name.substr(end)};
}

// After the highest number under the same stem, as wide as the numbers there are.
std::string nextNumber(const NodeMap& present, const NumberedName& last) {
    long highest = 0;
    for (const NodeRow& row : present.rows)
        if (const NumberedName each = numberedName(row.name);
            each.stem == last.stem && !each.number.empty())
            highest = std::max(highest, std::stol(each.number));
    std::string number = std::to_string(highest + 1);
    number.insert(0, last.number.size() - std::min(last.number.size(), number.size()), '0');
    return number;
}

// "node" of "node-16" and "node2": what a further group begins with.
std::string stemOfGroup(const NumberedName& last) {
    std::string stem = last.stem;
    while (!stem.empty() && stem.back() == '-')
        stem = numberedName(stem.substr(0, stem.size() - 1)).stem;
    return stem.empty() ? "node" : stem;
}

}  // namespace

NodePart partOf(const Problem& problem) {
    constexpr std::array<std::pair<std::string_view, NodePart>, 8> kParts{
        {{"nodes", NodePart::name},  // all of them as one argument: taken is their name
         {"name", NodePart::name},
         {"count", NodePart::count},
         {"gpu", NodePart::gpus},
         {"gpuType", NodePart::gpuType},
         {"gpu-type", NodePart::gpuType},
         {"cpu", NodePart::cpu},
         {"memory", NodePart::memory}}};
    // An argument by its name, or the place in the pool that would come of it.
    const std::string_view pointer = problem.pointer;
    const bool deep = pointer.rfind('/') != 0 && pointer.starts_with('/');
    if (deep && !pointer.starts_with("/nodes/"))
        return NodePart::all;
    // Of all nodes together: too many.
    if (pointer == "/nodes" && plainCode(problem.message.code) == "too-many-nodes")
        return NodePart::count;
    const std::string_view last = pointer.substr(pointer.rfind('/') + 1);
    for (const auto& [name, part] : kParts)
        if (last == name)
            return part;
    return NodePart::all;
}

std::optional<Change> setOf(const Node& now, const Node& wanted) {
    SetNodes set{now.name};
    if (wanted.gpu != now.gpu)
        set.devices = wanted.gpu / kOneGpu;
    if (wanted.gpuType != now.gpuType)
        set.gpuType = wanted.gpuType;
    if (wanted.cpu != now.cpu)
        set.cpu = wanted.cpu;
    if (wanted.memory != now.memory)
        set.memory = wanted.memory;
    const bool changes = set.devices || set.gpuType || set.cpu || set.memory;
    return changes ? std::optional<Change>(set) : std::nullopt;
}

const NodeGroup* groupOf(const std::vector<NodeGroup>& groups, std::string_view node) {
    for (const NodeGroup& group : groups)
        for (const Node& each : expand({group}))
            if (each.name == node)
                return &group;
    return nullptr;
}

std::vector<NodeGroup> groupsWith(const std::vector<NodeGroup>& groups, const std::string& node) {
    std::vector<NodeGroup> with = groups;
    if (const NodeGroup* of = groupOf(groups, node); of != nullptr && of->count > 1) {
        NodeGroup alone = *of;
        alone.count = 1;
        alone.node.name = node;
        with.insert(with.begin(), alone);
    }
    return with;
}

std::vector<NodeHolder> holdersOn(const NodeMap& present, const NodeGroup& group) {
    const std::set<std::string> names = namesOf(group);
    std::vector<NodeHolder> holders;
    std::map<std::string_view, std::size_t> found;
    for (const NodeRow& row : present.rows) {
        if (!names.contains(row.name))
            continue;
        for (const NodeBlock& block : row.blocks) {
            const auto [at, fresh] = found.emplace(block.workload, holders.size());
            if (fresh)
                holders.push_back({block.workload, block.quota, block.colour, 0, {}});
            NodeHolder& holder = holders[at->second];
            holder.gpu += block.gpu;
            if (holder.nodes.empty() || holder.nodes.back() != row.name)
                holder.nodes.push_back(row.name);
        }
    }
    return holders;
}

std::vector<std::string> readyNodesOf(const NodeMap& present, const NodeGroup& group) {
    const std::set<std::string> names = namesOf(group);
    std::vector<std::string> ready;
    for (const NodeRow& row : present.rows)
        if (row.state == NodeState::ready && names.contains(row.name))
            ready.push_back(row.name);
    return ready;
}

std::optional<Message> takenName(const NodeMap& present, const NodeGroup& group) {
    const std::string& stem = group.node.name;
    const auto isOne = [&](const std::string& name) {
        if (group.count == 1 || !name.starts_with(stem + "-"))
            return group.count == 1 && name == stem;
        const NumberedName number = numberedName(name.substr(stem.size() + 1));
        return number.stem.empty() && !number.number.empty() && number.number.front() != '0' &&
               std::stol(number.number) <= group.count;
    };
    const auto row = std::find_if(present.rows.begin(), present.rows.end(),
                                  [&](const NodeRow& each) { return isOne(each.name); });
    if (stem.empty() || row == present.rows.end())
        return {};
    return Message{"project-name-taken",
                   {{"noun", Value::ofText("node")}, {"name", Value::ofText(row->name)}}};
}

NodeGroup nextNodes(const NodeMap& present, int count) {
    NodeGroup group;
    group.count = count;
    group.node.gpu = 8 * kOneGpu;
    group.node.name = "node";
    if (present.rows.empty())
        return group;
    const NodeRow& row = present.rows.back();
    group.node.gpu = row.devices * kOneGpu;
    group.node.gpuType = row.gpuType;
    const NumberedName last = numberedName(row.name);
    if (count == 1 && !last.number.empty()) {
        group.node.name = last.stem + nextNumber(present, last);
        if (!isTaken(present, group.node.name))
            return group;
    }
    const std::string stem = stemOfGroup(last);
    group.node.name = stem;
    for (int number = 2; isTaken(present, group.node.name); ++number)
        group.node.name = stem + std::to_string(number);
    return group;
}

}  // namespace apportion
