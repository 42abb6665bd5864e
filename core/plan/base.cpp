// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/base.h"

#include <algorithm>
#include <unordered_set>

namespace apportion {

PlanBase::PlanBase(std::shared_ptr<const Scenario> scenario, std::optional<Instant> until)
    : scenario_(std::move(scenario)), until_(until ? until : scenario_->until) {
    workloads_.reserve(scenario_->workloads.size());
    for (std::size_t i = 0; i < scenario_->workloads.size(); ++i)
        workloads_.emplace(scenario_->workloads[i].name, i);
}

const Workload* PlanBase::workload(std::string_view name) const {
    const auto found = workloads_.find(name);
    return found == workloads_.end() ? nullptr : &scenario_->workloads[found->second];
}

std::string_view quotaNameOf(const Scenario& scenario, const Workload& workload) {
    if (!workload.quota.empty())
        return workload.quota;
    for (const Workspace& workspace : scenario.workspaces)
        if (workspace.name == workload.workspace && workspace.quotas.size() == 1)
            return workspace.quotas.front();
    return {};
}

std::vector<bool> submittedBelow(const Scenario& scenario, const std::vector<Workload>& workloads,
                                 std::string_view quota) {
    std::unordered_map<std::string_view, std::string_view> parents;
    for (const Quota& each : scenario.quotas)
        parents.emplace(each.name, each.parent);
    std::unordered_set<std::string_view> below;
    for (const Quota& each : scenario.quotas)
        for (std::string_view at = each.name; !at.empty(); at = parents[at])
            if (at == quota)
                below.insert(each.name);
    std::vector<bool> found(workloads.size());
    for (std::size_t i = 0; i < workloads.size(); ++i)
        found[i] = below.count(quotaNameOf(scenario, workloads[i])) > 0;
    return found;
}

}  // namespace apportion
