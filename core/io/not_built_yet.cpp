// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/not_built_yet.h"

namespace apportion {

namespace {

class Refusal {
public:
    explicit Refusal(Findings& findings) : findings_(findings) {}

    void operator()(bool used, const std::string& element, const std::string& key) const {
        if (used)
            findings_.error(element + "/" + key, "not-built-yet", {{"key", Value::ofText(key)}});
    }

private:
    Findings& findings_;
};

void refusePolicy(const QuotaPolicy& policy, const std::string& at, const Refusal& refuse) {
    refuse(policy.lend.has_value(), at, "lend");
    refuse(policy.minRuntime.value_or(0) > 0, at, "minRuntime");
}

}  // namespace

// One line for each feature: take the line away when the engine has learned it.
void refuseNotBuiltYet(const Scenario& scenario, Findings& findings) {
    const Refusal refuse(findings);
    refuse(scenario.settings.gracePeriod > 0, "/settings", "gracePeriod");
    refuse(scenario.settings.minRuntime > 0, "/settings", "minRuntime");
    for (std::size_t i = 0; i < scenario.quotas.size(); ++i)
        refusePolicy(scenario.quotas[i].policy, pointerTo("/quotas", i), refuse);
    for (std::size_t i = 0; i < scenario.workspaces.size(); ++i)
        refuse(!scenario.workspaces[i].caps.empty(), pointerTo("/workspaces", i), "caps");
    for (std::size_t i = 0; i < scenario.workloads.size(); ++i) {
        const auto& workload = scenario.workloads[i];
        if (!workload.idle && !workload.minReplicas)
            continue;
        const auto at = pointerTo("/workloads", i);
        refuse(workload.idle, at, "idle");
        refuse(workload.leastReplicas() < workload.replicas, at, "minReplicas");
    }
    for (std::size_t i = 0; i < scenario.events.size(); ++i) {
        const auto at = pointerTo("/events", i);
        const auto& action = scenario.events[i].action;
        refuse(std::holds_alternative<NodeEvent>(action), at, "node");
        if (const auto* policy = std::get_if<PolicyEvent>(&action))
            refusePolicy(policy->change.appliedTo({}), at, refuse);
    }
}

}  // namespace apportion
