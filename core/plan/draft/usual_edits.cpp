// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/usual_edits.h"

#include <algorithm>

#include "core/plan/futures.h"

namespace apportion {

std::vector<PlanEdit> allArrivals(const Scenario& scenario, std::int64_t scale) {
    std::vector<PlanEdit> edits;
    for (const Quota& quota : scenario.quotas)
        if (quota.parent.empty())
            edits.push_back({0, Forecast{quota.name, scale, 0}});
    return edits;
}

std::vector<PlanEdit> weeklyFailures(const Scenario& scenario, Instant end) {
    constexpr Duration kDay = 24 * 3600 * kSecond;
    const std::vector<Node> nodes = expand(scenario.nodes);
    std::vector<PlanEdit> edits;
    const Duration period = std::min<Duration>(kWeek, end);
    const Duration down = std::min<Duration>(kDay, period / 4);
    if (nodes.empty() || down <= 0)
        return edits;
    std::size_t next = 0;
    for (Instant at = period / 2 / kSecond * kSecond; at < end; at += period, ++next) {
        const std::string& node = nodes[next % nodes.size()].name;
        edits.push_back({at, EventAction{NodeEvent{node, NodeState::down}}});
        edits.push_back(
            {at + down / kSecond * kSecond, EventAction{NodeEvent{node, NodeState::ready}}});
    }
    return edits;
}

Instant endOf(const Scenario& scenario, std::optional<Instant> until) {
    Instant end = 0;
    for (const Workload& workload : scenario.workloads)
        end = std::max(end, workload.submit);
    return until ? *until : scenario.until.value_or(end);
}

std::int64_t submittedBy(const Scenario& scenario, std::optional<Instant> until) {
    const Instant end = endOf(scenario, until);
    return std::count_if(scenario.workloads.begin(), scenario.workloads.end(),
                         [&](const Workload& each) { return each.submit <= end; });
}

}  // namespace apportion
