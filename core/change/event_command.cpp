// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/event_command.h"

namespace apportion {

namespace {

// What is as it would be without saying so is left out.
template <typename T>
std::optional<T> unless(T usual, T value) {
    return value == usual ? std::nullopt : std::optional(value);
}

struct Maker {
    Change operator()(const ScaleEvent& scale) const {
        ScaleQuotas change{
            {}, unless(ScaleMode::refuse, scale.mode), unless<Duration>(0, scale.after)};
        for (const auto& [quota, target] : scale.targets)
            if (target.gpu)
                change.sizes.emplace_back(QuotaSize(quota, *target.gpu));
        return change;
    }
    Change operator()(const PolicyEvent& policy) const {
        return SetPolicy{.quota = policy.quota,
                         .set = policy.change,
                         .mode = unless(ScaleMode::drain, policy.mode),
                         .after = unless<Duration>(0, policy.after)};
    }
    Change operator()(const CancelEvent& cancel) const { return CancelWork{cancel.workload}; }
    Change operator()(const FinishEvent& finish) const { return FinishWork{finish.workload}; }
    Change operator()(const NodeEvent& node) const { return SetNodeState{node.node, node.state}; }
};

}  // namespace

Change changeOf(const EventAction& action) {
    return std::visit(Maker{}, action);
}

}  // namespace apportion
