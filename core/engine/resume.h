// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine is told when it goes on where another one stopped: a program was ended and started
// again. The scenario says who runs where; this is what it has no words for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/decision.h"
#include "core/model/node.h"

namespace apportion {

struct Past {
    struct Replica {
        int place = 0;
        Instant since = 0;
        std::optional<Instant> stopping = {};  // it alone is told to stop; the end of its grace
        std::uint64_t record = 0;              // serial of its eviction then, of this engine
    };
    WorkloadId workload = kNobody;
    std::optional<Instant> waitingSince;  // it waits; else it runs as the scenario says
    Duration waited = 0;                  // before that, or before it started
    Duration done = 0;                    // work kept by checkpoints of earlier runs
    int preemptions = 0;
    std::optional<Instant> start;     // of the last run, of what waits
    std::optional<Instant> stopping;  // it runs and is told to stop; the end of its grace
    std::vector<Replica> replicas;    // of an elastic workload that runs, one a placement
    // Of what runs, one a placement: its devices, from 0 on its node; none = nobody knows.
    std::vector<std::vector<int>> devices;
    std::optional<Instant> inWindow;  // it waits in a window of queueing "balance", since then
    WorkloadId lastTaker = kNobody;   // who took it last by rules 14 to 16 and lives (rule 26)
    std::vector<std::string> booked;  // nodes, one a replica, while it is booked (rule 11)
};

struct ResumePoint {
    std::vector<Past> pasts;                               // in file order
    std::vector<std::pair<std::string, NodeState>> nodes;  // those that are not ready
};

}  // namespace apportion
