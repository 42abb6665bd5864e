// SPDX-License-Identifier: GPL-3.0-or-later
// What no node and no limit could ever hold (rules 5 and 13).
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "core/engine/reason_finder.h"
#include "core/model/bounds.h"

namespace apportion {

Reason ReasonFinder::neverFits() const {
    const Resources total = job_.request();
    for (BranchId id = job_.idle() ? kNoBranch : job_.leaf(); id != kNoBranch;
         id = state_.tree[id].parent) {
        const Limit& limit = state_.tree[id].limit;
        if (limit.gpu && total.gpu > *limit.gpu)
            return beyondLimit(id, "gpu", total.gpu, *limit.gpu);
        if (limit.cpu && total.cpu > *limit.cpu)
            return beyondLimit(id, "cpu", total.cpu, *limit.cpu);
        if (limit.memory && total.memory > *limit.memory)
            return beyondLimit(id, "memory", total.memory, *limit.memory);
    }
    if (state_.fleet.nodesOf(job_.group()).empty())
        return noNodeAtAll();
    Slot slot = job_.slot();
    slot.type = kAnyType;
    std::int64_t room = 0;
    for (const NodeId node : state_.fleet.nodesOf(job_.group()))
        room += state_.fleet.slotsWhenEmpty(node, slot);
    if (room == 0)
        if (auto reason = noNodeFor(slot.request))
            return *reason;
    if (room > 0) {
        const char* resource = narrowestWhenEmpty(slot);
        const std::int64_t bound = room * amountOf(slot.request, resource);
        return {ReasonCode::neverFits,
                Rule::placement,
                {"never-fits.gang",
                 {{"quota", text(quotaName())},
                  {"resource", text(resource)},
                  {"requested", amountOf(resource, amountOf(total, resource))},
                  {"replicas", Value::ofCount(job_.least())},
                  {"room", Value::ofCount(room)},
                  {"bound", amountOf(resource, bound)},
                  {"short", amountOf(resource, amountOf(total, resource) - bound)}}}};
    }
    return {ReasonCode::neverFits,
            Rule::placement,
            {"never-fits",
             {{"quota", text(quotaName())},
              {"resource", text("gpu")},
              {"requested", Value::ofGpu(slot.request.gpu)},
              {"largest", Value::ofGpu(0)},
              {"cpu", Value::ofCpu(slot.request.cpu)},
              {"memory", Value::ofMemory(slot.request.memory)}}}};
}

// Of which the empty nodes have room for the fewest replicas.
const char* ReasonFinder::narrowestWhenEmpty(const Slot& slot) const {
    const char* narrowest = "gpu";
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (const char* resource : {"gpu", "cpu", "memory"}) {
        Slot alone = slot;
        alone.request = {};
        const std::string_view name = resource;
        (name == "gpu"   ? alone.request.gpu
         : name == "cpu" ? alone.request.cpu
                         : alone.request.memory) = amountOf(slot.request, name);
        std::int64_t room = 0;
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            room += state_.fleet.slotsWhenEmpty(node, alone);
        if (room < fewest)
            narrowest = resource;
        fewest = std::min(fewest, room);
    }
    return narrowest;
}

Reason ReasonFinder::noNodeAtAll() const {
    Message message{"never-fits.no-node",
                    {{"quota", text(quotaName())},
                     {"resource", text("gpu")},
                     {"requested", Value::ofGpu(job_.slot().request.gpu)},
                     {"largest", Value::ofGpu(0)}}};
    if (state_.fleet.nodes().size() > state_.elsewhere.size()) {
        BranchId root = job_.leaf();
        while (state_.tree[root].parent != kNoBranch)
            root = state_.tree[root].parent;
        message.code = "never-fits.no-node-of-root";
        message.arguments.push_back({"root", text(state_.tree.quotaOf(root).name)});
    }
    return {ReasonCode::neverFits, Rule::placement, std::move(message)};
}

std::optional<Reason> ReasonFinder::noNodeFor(const Resources& request) const {
    constexpr std::int64_t kUnbound = std::numeric_limits<std::int64_t>::max();
    const auto& nodes = state_.fleet.nodes();
    const auto beyond =
        [&](const char* resource, std::int64_t requested,
            const std::function<std::int64_t(const Node&)>& has) -> std::optional<Reason> {
        const Node* largest = nullptr;
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            if (const Node& each = nodes[static_cast<std::size_t>(node)];
                !largest || has(each) > has(*largest))
                largest = &each;
        if (!largest || has(*largest) >= requested)
            return std::nullopt;
        return Reason{ReasonCode::neverFits,
                      Rule::placement,
                      {"never-fits.node",
                       {{"quota", text(quotaName())},
                        {"resource", text(resource)},
                        {"requested", amountOf(resource, requested)},
                        {"largest", amountOf(resource, has(*largest))},
                        {"node", text(largest->name)}}}};
    };
    // No node that can be added is so large.
    const auto sayTooLarge = [](Reason& reason) { reason.message.then = {"submit-smaller"}; };
    if (auto reason = beyond("gpu", request.gpu, [](const Node& node) { return node.gpu; })) {
        if (request.gpu > kMostGpuOfNode)
            sayTooLarge(*reason);
        else if (!hasGpus()) {
            reason->message.code = "never-fits.no-gpu";
            reason->message.arguments.pop_back();  // none of them is the largest
        }
        return reason;
    }
    if (auto reason = beyond("cpu", request.cpu,
                             [&](const Node& node) { return node.cpu.value_or(kUnbound); })) {
        if (request.cpu > kMostCpuOfNode)
            sayTooLarge(*reason);
        return reason;
    }
    return beyond("memory", request.memory,
                  [&](const Node& node) { return node.memory.value_or(kUnbound); });
}

bool ReasonFinder::hasGpus() const {
    const auto& ids = state_.fleet.nodesOf(job_.group());
    return std::any_of(ids.begin(), ids.end(), [&](NodeId node) {
        return state_.fleet.nodes()[static_cast<std::size_t>(node)].gpu > 0;
    });
}

Reason ReasonFinder::beyondLimit(BranchId id, const char* resource, std::int64_t requested,
                                 std::int64_t bound) const {
    return {ReasonCode::neverFits,
            Rule::bounds,
            {"never-fits.limit",
             {{"quota", text(state_.tree.quotaOf(id).name)},
              {"resource", text(resource)},
              {"requested", amountOf(resource, requested)},
              {"bound", amountOf(resource, bound)},
              {"short", amountOf(resource, requested - bound)}}}};
}

Reason ReasonFinder::gpuType() const {
    std::vector<std::string> known;
    for (const NodeId node : state_.fleet.nodesOf(job_.group())) {
        const Node& each = state_.fleet.nodes()[static_cast<std::size_t>(node)];
        const std::string& type = each.gpuType;
        if (each.gpu > 0 && !type.empty() &&
            std::find(known.begin(), known.end(), type) == known.end())
            known.push_back(type);
    }
    Message message{"gpu-type",
                    {{"quota", text(quotaName())},
                     {"gpuType", text(state_.specOf(id_)->gpuType)},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"known", Value::ofList(std::move(known))}}};
    return {ReasonCode::gpuType, Rule::placement, std::move(message)};
}

}  // namespace apportion
