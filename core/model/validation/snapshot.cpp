// SPDX-License-Identifier: GPL-3.0-or-later
// What runs already at time 0: each placement by itself, then each node as a whole.
#include <algorithm>
#include <map>

#include "core/model/bounds.h"
#include "core/model/device_packing.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

// What runs on one node, and where that was said last.
struct Load {
    std::vector<Gpu> parts;
    Resources sum;
    std::string pointer;
};
using Loads = std::map<std::size_t, Load>;  // by node

void checkCount(const Workload& workload, const std::string& pointer, Findings& findings) {
    const auto count = static_cast<std::int64_t>(workload.running->placements.size());
    if (workload.leastReplicas() <= count && count <= workload.replicas)
        return;
    if (workload.leastReplicas() == workload.replicas)
        findings.error(pointer, "placements-count",
                       {{"workload", Value::ofText(workload.name)},
                        {"count", Value::ofCount(count)},
                        {"replicas", Value::ofCount(workload.replicas)}});
    else
        findings.error(pointer, "placements-count.elastic",
                       {{"workload", Value::ofText(workload.name)},
                        {"count", Value::ofCount(count)},
                        {"minReplicas", Value::ofCount(workload.leastReplicas())},
                        {"replicas", Value::ofCount(workload.replicas)}});
}

// The node if the placement may count there.
std::optional<std::size_t> checkPlacement(const Index& index, const Workload& workload,
                                          const Placement& placement, const std::string& pointer,
                                          Findings& findings) {
    if (placement.gpu != workload.request.gpu)
        findings.error(pointer + "/gpu", "placement-gpu",
                       {{"gpu", Value::ofGpu(placement.gpu)},
                        {"requested", Value::ofGpu(workload.request.gpu)}});
    if (!index.nodesKnown)
        return std::nullopt;
    const auto position = find(index.nodeNames, placement.node);
    if (!position) {
        findings.error(
            pointer + "/node", "unknown-node",
            {{"node", Value::ofText(placement.node)},
             {"nearest", Value::ofText(index.nearest(index.nodeNames, placement.node))}});
        return std::nullopt;
    }
    const auto& node = index.nodes[*position];
    if (!workload.gpuType.empty() && workload.gpuType != node.gpuType)
        findings.error(pointer + "/node", "placement-gpu-type",
                       {{"node", Value::ofText(node.name)},
                        {"gpuType", Value::ofText(node.gpuType.empty() ? "none" : node.gpuType)},
                        {"requested", Value::ofText(workload.gpuType)}});
    if (const auto* quota = index.quotaOf(workload)) {
        const auto* pool = index.poolOf(index.positionOf(*quota));
        if (pool && !std::binary_search(pool->nodes.begin(), pool->nodes.end(), *position))
            findings.error(
                pointer + "/node", "node-outside-quota",
                {{"node", Value::ofText(node.name)}, {"quota", Value::ofText(quota->name)}});
    }
    return position;
}

void checkTimes(const Workload& workload, const std::string& pointer, Findings& findings) {
    const auto since = workload.running->since;
    if (!checkBounds(Value::ofSeconds(since), -kMostTime, 0, pointer + "/since", findings))
        return;
    if (!workload.duration || *workload.duration > kMostTime)
        return;
    if (const auto end = since + *workload.duration; end < 0)
        findings.error(
            pointer + "/since", "running-past-end",
            {{"workload", Value::ofText(workload.name)}, {"end", Value::ofSeconds(end)}});
}

void checkNode(const Node& node, const Load& load, Findings& findings) {
    const auto name = Value::ofText(node.name);
    const auto over = [&](const char* resource, const Value& placed, const Value& bound) {
        findings.error(load.pointer, "node-overfull",
                       {{"node", name},
                        {"resource", Value::ofText(resource)},
                        {"placed", placed},
                        {"bound", bound}});
    };
    if (load.sum.gpu > node.gpu)
        over("gpu", Value::ofGpu(load.sum.gpu), Value::ofGpu(node.gpu));
    else if (!packDevices(load.parts, static_cast<int>(node.gpu / kOneGpu)))
        findings.error(load.pointer, "node-overfull.devices",
                       {{"node", name},
                        {"placed", Value::ofGpu(load.sum.gpu)},
                        {"bound", Value::ofGpu(node.gpu)}});
    if (node.cpu && load.sum.cpu > *node.cpu)
        over("cpu", Value::ofCpu(load.sum.cpu), Value::ofCpu(*node.cpu));
    if (node.memory && load.sum.memory > *node.memory)
        over("memory", Value::ofMemory(load.sum.memory), Value::ofMemory(*node.memory));
}

bool withinBounds(const Resources& request) {
    return request.gpu >= 0 && request.gpu <= kMostGpu && request.cpu >= 0 &&
           request.cpu <= kMostCpu && request.memory >= 0 && request.memory <= kMostMemory;
}

// What runs at or below each quota, against a limit of its own: allowed, and nothing starts there.
void checkLimits(const Index& index, Findings& findings) {
    const auto& quotas = index.scenario.quotas;
    std::vector<Resources> running(quotas.size());
    for (const Workload& workload : index.scenario.workloads) {
        const Quota* quota = index.quotaOf(workload);
        if (!workload.running || workload.idle || !quota || !withinBounds(workload.request))
            continue;
        const auto count = static_cast<std::int64_t>(workload.running->placements.size());
        // Bounded, as a broken tree may have circles.
        constexpr int kMostSteps = 100;
        auto at = std::optional(index.positionOf(*quota));
        for (int steps = 0; at && steps < kMostSteps; ++steps) {
            running[*at] += workload.request * count;
            at = find(index.quotaNames, quotas[*at].parent);
        }
    }
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        const Limit& limit = quotas[i].policy.limit;
        const auto warn = [&](const char* resource, const Value& placed, const Value& bound,
                              const Value& over) {
            if (placed.number > bound.number)
                findings.warning(pointerTo("/quotas", i) + "/limit/" + resource,
                                 "limit-below-running",
                                 {{"quota", Value::ofText(quotas[i].name)},
                                  {"resource", Value::ofText(resource)},
                                  {"placed", placed},
                                  {"bound", bound},
                                  {"over", over}});
        };
        if (limit.gpu)
            warn("gpu", Value::ofGpu(running[i].gpu), Value::ofGpu(*limit.gpu),
                 Value::ofGpu(running[i].gpu - *limit.gpu));
        if (limit.cpu)
            warn("cpu", Value::ofCpu(running[i].cpu), Value::ofCpu(*limit.cpu),
                 Value::ofCpu(running[i].cpu - *limit.cpu));
        if (limit.memory)
            warn("memory", Value::ofMemory(running[i].memory), Value::ofMemory(*limit.memory),
                 Value::ofMemory(running[i].memory - *limit.memory));
    }
}

}  // namespace

void checkSnapshot(const Index& index, Findings& findings) {
    const auto& workloads = index.scenario.workloads;
    Loads loads;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const auto& workload = workloads[i];
        if (!workload.running)
            continue;
        const auto pointer = pointerTo("/workloads", i) + "/running";
        checkTimes(workload, pointer, findings);
        checkCount(workload, pointer + "/placements", findings);
        for (std::size_t k = 0; k < workload.running->placements.size(); ++k) {
            const auto at = pointerTo(pointer + "/placements", k);
            const auto node =
                checkPlacement(index, workload, workload.running->placements[k], at, findings);
            if (!node || !withinBounds(workload.request))
                continue;
            auto& load = loads[*node];
            load.parts.push_back(workload.request.gpu);
            load.sum += workload.request;
            load.pointer = at;
        }
    }
    for (const auto& [node, load] : loads)
        checkNode(index.nodes[node], load, findings);
    checkLimits(index, findings);
}

}  // namespace apportion::validation
