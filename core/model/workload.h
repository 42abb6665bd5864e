// SPDX-License-Identifier: GPL-3.0-or-later
// A unit of work: one or several equal replicas that start together.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

enum class Module : std::uint8_t { training, notebook, inference };
inline constexpr int kModules = 3;
using ModuleSet = std::bitset<kModules>;  // bit = Module

inline constexpr int kLowestPriority = 1;
inline constexpr int kHighestPriority = 9;

// Both ends belong to it.
struct PriorityRange {
    int from = kLowestPriority;
    int to = kHighestPriority;
    bool contains(int priority) const { return from <= priority && priority <= to; }
    friend bool operator==(const PriorityRange&, const PriorityRange&) = default;
};

// Where one replica runs.
struct Placement {
    std::string node;
    Gpu gpu = 0;
    friend bool operator==(const Placement&, const Placement&) = default;
};

// A workload that runs already at time 0.
struct RunningSince {
    Instant since = 0;
    std::vector<Placement> placements;  // one a replica
    friend bool operator==(const RunningSince&, const RunningSince&) = default;
};

struct Workload {
    std::string name;
    std::string workspace;  // empty = none
    std::string quota;      // empty = the only quota of the workspace
    std::string user;       // empty = none
    Module module = Module::training;
    int priority = 5;
    Resources request;  // of one replica
    int replicas = 1;
    std::optional<int> minReplicas;  // below `replicas` = elastic
    std::string gpuType;             // empty = any
    Instant submit = 0;
    std::optional<Duration> duration;    // nothing = runs until it is ended
    std::optional<Duration> checkpoint;  // nothing = an eviction loses the whole run
    std::optional<bool> preemptible;     // nothing = training yes, the others no
    bool idle = false;                   // runs on idle capacity only, first to go
    bool accepted = false;               // was let in before time 0: never rejected (rule 24)
    std::optional<RunningSince> running;

    bool isPreemptible() const { return preemptible.value_or(module == Module::training); }
    // When it began to wait: a snapshot's no later than it runs.
    Instant waitsSince() const { return running ? std::min(submit, running->since) : submit; }
    int leastReplicas() const { return minReplicas.value_or(replicas); }
    friend bool operator==(const Workload&, const Workload&) = default;
};

}  // namespace apportion
