// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validation/fitting.h"

#include <algorithm>
#include <limits>

namespace apportion::validation {

namespace {

// How many replicas an empty node could hold, by GPUs, CPU and memory.
std::int64_t replicasOn(const Node& node, const Resources& request) {
    auto most = std::numeric_limits<std::int64_t>::max();
    if (request.gpu >= kOneGpu)
        most = node.gpu / request.gpu;
    else if (request.gpu > 0)
        most = node.gpu / kOneGpu * (kOneGpu / request.gpu);
    if (node.cpu && request.cpu > 0)
        most = std::min(most, *node.cpu / request.cpu);
    if (node.memory && request.memory > 0)
        most = std::min(most, *node.memory / request.memory);
    return most;
}

}  // namespace

Fitting::Fitting(const Index& index, Guarantees guarantees)
    : index_(index), guarantees_(guarantees), bounds_(index.scenario.quotas.size()) {
    for (const auto& pool : index.pools.pools) {
        auto& shapes = shapes_[&pool];
        for (const auto position : pool.nodes) {
            const auto& node = index.nodes[position];
            const auto same = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& s) {
                return s.node.gpu == node.gpu && s.node.gpuType == node.gpuType &&
                       s.node.cpu == node.cpu && s.node.memory == node.memory;
            });
            if (same == shapes.end())
                shapes.push_back({node, 1});
            else
                ++same->count;
        }
    }
    findBounds();
}

// From the roots down: quotas whose parent is known already, until nothing changes any more.
void Fitting::findBounds() {
    const auto& quotas = index_.scenario.quotas;
    std::vector<std::vector<std::size_t>> children(quotas.size());
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        if (quotas[i].parent.empty())
            ready.push_back(i);
        else if (const auto parent = find(index_.quotaNames, quotas[i].parent))
            children[*parent].push_back(i);
    }
    for (std::size_t next = 0; next < ready.size(); ++next) {
        const auto i = ready[next];
        const auto narrow = [&](Bound& bound, std::optional<Gpu> gpu) {
            if (gpu && (!bound.gpu || *gpu < *bound.gpu))
                bound = {gpu, quotas[i].name};
        };
        const OverQuota overQuota = quotas[i].policy.overQuota;
        Bounds& bounds = bounds_[i];
        narrow(bounds.limit, quotas[i].policy.limit.gpu);
        if (guarantees_ == Guarantees::stay) {
            narrow(bounds.anyGuarantee, quotas[i].guaranteed.gpu);
            if (overQuota != OverQuota::on)
                narrow(bounds.guarantee, quotas[i].guaranteed.gpu);
            if (overQuota == OverQuota::off && bounds.idleOff.empty())
                bounds.idleOff = quotas[i].name;
        }
        for (const auto child : children[i]) {
            bounds_[child] = bounds_[i];
            ready.push_back(child);
        }
    }
}

void Fitting::warn(const Workload& workload, std::size_t quota, const Place& place,
                   Findings& findings) const {
    if (warnOfBounds(workload, bounds_[quota], place, findings))
        return;
    const auto* pool = index_.poolOf(quota);
    if (!pool || !index_.nodesKnown)
        return;
    if (shapes_.at(pool).empty())
        return warnOfNoNode(workload, quota, place, findings);
    warnOfNodes(workload, shapes_.at(pool), index_.scenario.quotas[quota].name, place, findings);
}

void Fitting::warnOfNoNode(const Workload& workload, std::size_t quota, const Place& place,
                           Findings& findings) const {
    const auto& quotas = index_.scenario.quotas;
    std::size_t root = quota;
    while (const auto parent = find(index_.quotaNames, quotas[root].parent))
        root = *parent;
    const Argument work{"workload", Value::ofText(workload.name)};
    const std::string pointer = (place / "gpu").pointer();
    if (index_.nodes.empty())
        findings.warning(pointer, "workload-never-fits.no-node", {work});
    else
        findings.warning(pointer, "workload-never-fits.no-node-of-root",
                         {work, {"root", Value::ofText(quotas[root].name)}});
}

bool Fitting::warnOfBounds(const Workload& workload, const Bounds& bounds, const Place& place,
                           Findings& findings) const {
    const auto least = workload.request.gpu * workload.leastReplicas();
    if (workload.idle) {
        if (bounds.idleOff.empty())
            return false;
        findings.warning(
            (place / "idle").pointer(), "workload-never-fits.idle",
            {{"workload", Value::ofText(workload.name)}, {"quota", Value::ofText(bounds.idleOff)}});
        return true;
    }
    const auto exceeds = [&](const Bound& bound, const char* code) {
        if (!bound.gpu || least <= *bound.gpu)
            return false;
        findings.warning((place / "gpu").pointer(), code,
                         {{"workload", Value::ofText(workload.name)},
                          {"quota", Value::ofText(bound.quota)},
                          {"resource", Value::ofText("gpu")},
                          {"requested", Value::ofGpu(least)},
                          {"bound", Value::ofGpu(*bound.gpu)}});
        return true;
    };
    return exceeds(bounds.limit, "workload-never-fits.limit") ||
           (!workload.isPreemptible() &&
            exceeds(bounds.anyGuarantee, "workload-never-fits.non-preemptible")) ||
           exceeds(bounds.guarantee, "workload-never-fits.over-quota");
}

bool Fitting::warnOfNodes(const Workload& workload, const std::vector<Shape>& shapes,
                          const std::string& quota, const Place& place, Findings& findings) const {
    const auto& request = workload.request;
    const std::int64_t wanted = workload.leastReplicas();
    Gpu largest = 0;
    std::int64_t replicas = 0;
    bool typeKnown = false;
    for (const auto& shape : shapes) {
        if (!workload.gpuType.empty() && workload.gpuType != shape.node.gpuType)
            continue;
        typeKnown = typeKnown || shape.node.gpu > 0;
        largest = std::max(largest, shape.node.gpu);
        const auto here = std::min(replicasOn(shape.node, request), wanted);
        replicas = std::min(replicas + here * shape.count, wanted);
    }
    if (replicas >= wanted)
        return false;
    const auto name = Value::ofText(workload.name);
    if (!typeKnown && !workload.gpuType.empty())
        findings.warning((place / "gpuType").pointer(), "workload-never-fits.type",
                         {{"workload", name},
                          {"gpuType", Value::ofText(workload.gpuType)},
                          {"quota", Value::ofText(quota)}});
    else if (replicas > 0)
        findings.warning((place / "replicas").pointer(), "workload-never-fits.gang",
                         {{"workload", name},
                          {"requested", Value::ofGpu(request.gpu * wanted)},
                          {"replicas", Value::ofCount(wanted)},
                          {"bound", Value::ofGpu(request.gpu * replicas)},
                          {"room", Value::ofCount(replicas)},
                          {"each", Value::ofGpu(request.gpu)}});
    else if (largest == 0)
        findings.warning((place / "gpu").pointer(), "workload-never-fits.no-gpu",
                         {{"workload", name}, {"requested", Value::ofGpu(request.gpu)}});
    else if (request.gpu > largest)
        findings.warning((place / "gpu").pointer(), "workload-never-fits",
                         {{"workload", name},
                          {"resource", Value::ofText("gpu")},
                          {"requested", Value::ofGpu(request.gpu)},
                          {"largest", Value::ofGpu(largest)}});
    else
        findings.warning((place / "gpu").pointer(), "workload-never-fits.node",
                         {{"workload", name}, {"requested", Value::ofGpu(request.gpu)}});
    return true;
}

}  // namespace apportion::validation
