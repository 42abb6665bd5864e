// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event.h"

#include "core/model/policy_keys.h"

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

template <typename T>
void note(std::optional<std::optional<T>>& change, const T& value, const T& byDefault) {
    if (value != byDefault)
        change.emplace(value);
}

template <typename T>
void note(std::optional<std::optional<T>>& change, const std::optional<T>& value) {
    if (value)
        change.emplace(value);
}

// Where a key is set: back to what is there now.
template <typename T>
void reverse(const std::optional<std::optional<T>>& during,
             const std::optional<std::optional<T>>& now, std::optional<std::optional<T>>& result) {
    if (during)
        result = now ? now : std::optional<std::optional<T>>(std::optional<T>());
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
    apply(budget, policy.budget);
    return policy;
}

PolicyChange PolicyChange::reversed(const QuotaPolicy& now) const {
    const PolicyChange present = differencesOf(now);
    PolicyChange back;
    eachPolicyKey([&](auto PolicyChange::*key) { reverse(this->*key, present.*key, back.*key); });
    return back;
}

PolicyChange differencesOf(const QuotaPolicy& policy) {
    const QuotaPolicy defaults;
    PolicyChange change;
    note(change.team, policy.team, defaults.team);
    note(change.nodes, policy.nodes);
    note(change.limit, policy.limit, defaults.limit);
    note(change.weight, policy.weight);
    note(change.rank, policy.rank, defaults.rank);
    note(change.overQuota, policy.overQuota, defaults.overQuota);
    note(change.lend, policy.lend);
    note(change.priorityPreemption, policy.priorityPreemption, defaults.priorityPreemption);
    note(change.queueing, policy.queueing, defaults.queueing);
    note(change.minRuntime, policy.minRuntime);
    note(change.selfPreemption, policy.selfPreemption);
    note(change.childPreemption, policy.childPreemption);
    note(change.budget, policy.budget);
    return change;
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
