// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/base_changes.h"

#include <map>
#include <string_view>
#include <unordered_set>

namespace apportion {

namespace {

Gpu gpusOf(const Scenario& scenario) {
    Gpu gpus = 0;
    for (const NodeGroup& group : scenario.nodes)
        gpus += group.node.gpu * group.count;
    return gpus;
}

// Workloads of one that the other does not have.
std::int64_t missingIn(const Scenario& other, const Scenario& of) {
    std::unordered_set<std::string_view> names;
    for (const Workload& workload : other.workloads)
        names.insert(workload.name);
    std::int64_t missing = 0;
    for (const Workload& workload : of.workloads)
        missing += names.count(workload.name) == 0 ? 1 : 0;
    return missing;
}

std::map<std::string_view, Gpu> sizesOf(const Scenario& scenario) {
    std::map<std::string_view, Gpu> sizes;
    for (const Quota& quota : scenario.quotas)
        sizes.emplace(quota.name, quota.guaranteed.gpu);
    return sizes;
}

}  // namespace

BaseChanges changesOf(const Scenario& before, const Scenario& after) {
    BaseChanges changes;
    changes.gpusBefore = gpusOf(before);
    changes.gpusAfter = gpusOf(after);
    const auto was = sizesOf(before), is = sizesOf(after);
    for (const Quota& quota : before.quotas) {
        const auto now = is.find(quota.name);
        if (now == is.end())
            changes.sizes.push_back({quota.name, quota.guaranteed.gpu, {}});
        else if (now->second != quota.guaranteed.gpu)
            changes.sizes.push_back({quota.name, quota.guaranteed.gpu, now->second});
    }
    for (const Quota& quota : after.quotas)
        if (was.count(quota.name) == 0)
            changes.sizes.push_back({quota.name, {}, quota.guaranteed.gpu});
    changes.added = missingIn(before, after);
    changes.gone = missingIn(after, before);
    changes.otherwise = !changes.any();
    return changes;
}

}  // namespace apportion
