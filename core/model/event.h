// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to a pool from outside, besides submissions.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/model/node.h"
#include "core/model/quantity.h"
#include "core/model/quota.h"

namespace apportion {

// Rule 21: what to do with work that no longer fits.
enum class ScaleMode { refuse, drain, reclaim };

struct ScaleEvent {
    // Absolute targets in the order written. A dimension that is missing keeps its value.
    std::vector<std::pair<std::string, Limit>> targets;
    ScaleMode mode = ScaleMode::refuse;
    Duration after = 0;  // reclaim only
    friend bool operator==(const ScaleEvent&, const ScaleEvent&) = default;
};

// The keys that a policy event sets; a key that is not set keeps its value. An inner nothing is
// JSON null: back to the default.
struct PolicyChange {
    std::optional<std::optional<std::string>> team;
    std::optional<std::optional<NodeSelector>> nodes;
    std::optional<std::optional<Limit>> limit;
    std::optional<std::optional<std::int64_t>> weight;
    std::optional<std::optional<int>> rank;
    std::optional<std::optional<OverQuota>> overQuota;
    std::optional<std::optional<Gpu>> lend;
    std::optional<std::optional<bool>> priorityPreemption;
    std::optional<std::optional<Queueing>> queueing;
    std::optional<std::optional<Duration>> minRuntime;
    std::optional<std::optional<SelfPreemption>> selfPreemption;
    std::optional<std::optional<ChildPreemption>> childPreemption;
    std::optional<std::optional<Budget>> budget;
    friend bool operator==(const PolicyChange&, const PolicyChange&) = default;

    QuotaPolicy appliedTo(QuotaPolicy policy) const;
    // What takes a policy that this is applied to back to what it is now: the same keys.
    PolicyChange reversed(const QuotaPolicy& now) const;
};

// The members of a policy that are not defaults.
PolicyChange differencesOf(const QuotaPolicy& policy);

struct PolicyEvent {
    std::string quota;
    PolicyChange change;
    // Rule 21: of running workloads above a limit that it lowers.
    ScaleMode mode = ScaleMode::drain;
    Duration after = 0;  // reclaim only
    friend bool operator==(const PolicyEvent&, const PolicyEvent&) = default;
};

struct CancelEvent {
    std::string workload;
    friend bool operator==(const CancelEvent&, const CancelEvent&) = default;
};

struct FinishEvent {
    std::string workload;
    friend bool operator==(const FinishEvent&, const FinishEvent&) = default;
};

// Whether a node joins or leaves the pool with an event. No file says it: only plans do.
enum class NodeMove { stays, joins, leaves };

struct NodeEvent {
    std::string node;
    NodeState state = NodeState::ready;
    NodeMove move = NodeMove::stays;  // leaves: the state is down
    friend bool operator==(const NodeEvent&, const NodeEvent&) = default;
};

using EventAction = std::variant<ScaleEvent, PolicyEvent, CancelEvent, FinishEvent, NodeEvent>;

struct Event {
    Instant at = 0;
    EventAction action;
    friend bool operator==(const Event&, const Event&) = default;
};

// "scale", "policy", "cancel", "finish" or "node", as the file spells it.
const char* eventName(const EventAction& action);

}  // namespace apportion
