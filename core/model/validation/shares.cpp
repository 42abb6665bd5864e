// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/model/share_remarks.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

std::vector<QuotaPlace> placesOf(const Index& index) {
    const auto& quotas = index.scenario.quotas;
    std::set<const Quota*> direct;  // that workloads are submitted to
    for (const Workload& workload : index.scenario.workloads)
        direct.insert(index.quotaOf(workload));
    std::vector<int> children(quotas.size());
    std::vector<Gpu> assigned(quotas.size());
    std::vector<QuotaPlace> places;
    places.reserve(quotas.size());
    for (const Quota& quota : quotas) {
        places.push_back({quota.name, quota.guaranteed.gpu, &quota.policy,
                          find(index.quotaNames, quota.parent)});
        if (const auto parent = places.back().parent) {
            ++children[*parent];
            assigned[*parent] += quota.guaranteed.gpu;
        }
    }
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        const auto parent = places[i].parent;
        const Pool* pool = index.poolOf(i);
        places[i].empty = pool == nullptr || pool->capacity == 0;
        if (quotas[i].parent.empty() && pool != nullptr) {
            places[i].alone = pool->roots.size() == 1;
            places[i].unassigned = pool->capacity;
            for (const std::size_t root : pool->roots)
                places[i].unassigned -= quotas[root].guaranteed.gpu;
        }
        if (parent)
            places[i].unassigned = quotas[*parent].guaranteed.gpu - assigned[*parent];
        if (parent)
            places[i].alone = children[*parent] == 1 &&
                              (quotas[*parent].guaranteed.gpu <= quotas[i].guaranteed.gpu ||
                               !direct.contains(&quotas[*parent]));
    }
    return places;
}

}  // namespace

void checkShares(const Index& index, Findings& findings) {
    for (const ShareRemark& remark : shareRemarks(placesOf(index)))
        findings.warning(pointerTo("/quotas", remark.quota) + (remark.ofWeight ? "/weight" : ""),
                         remark.message);
    if (!index.nodesKnown || !index.pools.overlaps.empty())
        return;
    for (const Pool& pool : index.pools.pools) {
        std::map<std::string, Gpu> types;
        for (const std::size_t node : pool.nodes)
            if (const Node& each = index.nodes[node]; each.gpu > 0 && !each.gpuType.empty())
                types[each.gpuType] += each.gpu;
        const std::size_t root = pool.roots.front();
        const auto& quotas = index.scenario.quotas;
        const bool alone = pool.roots.size() == 1 &&
                           std::none_of(quotas.begin(), quotas.end(), [&](const Quota& quota) {
                               return quota.parent == quotas[root].name;
                           });
        if (alone)
            continue;  // nobody to divide them with
        if (const auto several = severalTypes(index.scenario.quotas[root].name, types))
            findings.warning(pointerTo("/quotas", root), *several);
    }
}

}  // namespace apportion::validation
