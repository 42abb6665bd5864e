// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas, the policies set on them, and the tree they form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/budget.h"
#include "core/model/node.h"
#include "core/model/quantity.h"
#include "core/model/workload.h"

namespace apportion {

enum class OverQuota { on, idleOnly, off };
enum class Queueing { fifo, roundRobin, balance, intelligent };
enum class PreemptionScope { quota, siblings, both };
enum class PreemptionLevel { self, child };  // rules 15 and 16

// A bound in every dimension that is named; what is missing is not bounded.
struct Limit {
    std::optional<Gpu> gpu;
    std::optional<Cpu> cpu;
    std::optional<Memory> memory;
    friend bool operator==(const Limit&, const Limit&) = default;
};

// Rule 15.
struct SelfPreemption {
    PriorityRange high;  // who may take
    PriorityRange low;   // who may be taken; ends below `high`
    ModuleSet modules;   // who may be taken
    PreemptionScope scope = PreemptionScope::both;
    bool mayTakeGuaranteed = false;
    friend bool operator==(const SelfPreemption&, const SelfPreemption&) = default;
};

// Rule 16.
struct ChildPreemption {
    PriorityRange priorities;  // who may be taken
    ModuleSet modules;         // who may be taken
    friend bool operator==(const ChildPreemption&, const ChildPreemption&) = default;
};

// What a policy event may change: every key of a quota but name, parent and guaranteed.
struct QuotaPolicy {
    std::string team;                    // display name; empty = the quota's name
    std::optional<NodeSelector> nodes;   // roots only; nothing = the nodes that no root names
    Limit limit;                         // hard cap; what is missing is the parent's
    std::optional<std::int64_t> weight;  // share of the surplus; nothing = the guaranteed GPUs
    int rank = 0;
    OverQuota overQuota = OverQuota::on;
    std::optional<Gpu> lend;  // how much of the guarantee others may borrow; nothing = all
    bool priorityPreemption = false;
    Queueing queueing = Queueing::roundRobin;
    std::optional<Duration> minRuntime;
    std::optional<SelfPreemption> selfPreemption;
    std::optional<ChildPreemption> childPreemption;
    std::optional<Budget> budget;
    friend bool operator==(const QuotaPolicy&, const QuotaPolicy&) = default;
};

struct Quota {
    std::string name;
    std::string parent;  // empty = a root
    // CPU and memory are shown only; nothing guarantees them.
    Resources guaranteed;
    QuotaPolicy policy;
    friend bool operator==(const Quota&, const Quota&) = default;

    const std::string& displayName() const { return policy.team.empty() ? name : policy.team; }
};

}  // namespace apportion
