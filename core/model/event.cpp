// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event.h"

namespace apportion {

namespace {

// null takes a key back to its default.
template <typename T>
void apply(const std::optional<std::optional<T>>& change, T& target, const T& byDefault) {
    if (change)
        target = change->value_or(byDefault);
}

template <typename T>
void apply(const std::optional<std::optional<T>>& change, std::optional<T>& target) {
    if (change)
        target = *change;
}

}  // namespace

QuotaPolicy PolicyChange::appliedTo(QuotaPolicy policy) const {
    const QuotaPolicy defaults;
    apply(team, policy.team, defaults.team);
    apply(nodes, policy.nodes);
    apply(limit, policy.limit, defaults.limit);
    apply(weight, policy.weight);
    apply(rank, policy.rank, defaults.rank);
    apply(overQuota, policy.overQuota, defaults.overQuota);
    apply(lend, policy.lend);
    apply(priorityPreemption, policy.priorityPreemption, defaults.priorityPreemption);
    apply(queueing, policy.queueing, defaults.queueing);
    apply(minRuntime, policy.minRuntime);
    apply(selfPreemption, policy.selfPreemption);
    apply(childPreemption, policy.childPreemption);
    return policy;
}

const char* eventName(const EventAction& action) {
    struct Name {
        const char* operator()(const ScaleEvent&) const { return "scale"; }
        const char* operator()(const PolicyEvent&) const { return "policy"; }
        const char* operator()(const CancelEvent&) const { return "cancel"; }
        const char* operator()(const FinishEvent&) const { return "finish"; }
        const char* operator()(const NodeEvent&) const { return "node"; }
    };
    return std::visit(Name{}, action);
}

}  // namespace apportion
