// SPDX-License-Identifier: GPL-3.0-or-later
// What an administrator would check before Apportion works with a cluster: each fact with what was
// found, what it means, and what mends it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/slurm/reader.h"
#include "core/model/message.h"

namespace apportion::slurm {

struct Fact {
    enum class Group { reach, you, scheduling };
    enum class State { good, warning, error };
    Group group = Group::reach;
    State state = State::good;
    std::string name;   // "slurmctld", "PreemptType": Slurm's own words
    std::string found;  // as Slurm says it; empty = nothing
    std::optional<Duration> took;
    Message means;  // its remedy is what to do, where there is something
};

struct Checked {
    std::string place, cluster;
    std::vector<Fact> facts;
    std::string reads, writes;  // the way: "REST v0.0.38", "squeue, sacctmgr, sinfo"

    bool hasErrors() const;
    std::size_t count(Fact::State state) const;
};

// No errors: what fails is a fact.
Checked check(const Connection& connection);

// Seconds that a requeued job waits at least.
std::int64_t requeueWait(const std::map<std::string, std::string>& settings);

// Of the settings of `scontrol show config`.
std::vector<Fact> schedulingFacts(const std::map<std::string, std::string>& settings);

}  // namespace apportion::slurm
