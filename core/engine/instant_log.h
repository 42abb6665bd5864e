// SPDX-License-Identifier: GPL-3.0-or-later
// The net effect of one instant (rules 11 and 25): who was started and taken back in it never
// started, and what it took counts for its taker; two moves are one; moved and then evicted is one
// record, the eviction.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/job.h"

namespace apportion {

class InstantLog {
public:
    void begin() { *this = {}; }

    // `before` is the workload as it waited, to restore it if the start is undone.
    void started(WorkloadId id, const Job& before);
    // A run ended by an eviction. True if it had started in this instant: then the start never was
    // and `restore` gives back what the workload remembered.
    bool evicted(const Taken& record);
    void moved(const Taken& record);
    Job restore(WorkloadId id);

    std::vector<Taken> records() const;
    // In order of their starts.
    std::vector<WorkloadId> starts() const;

private:
    std::vector<Taken> taken_;
    std::vector<bool> dropped_;         // by index in taken_
    std::map<WorkloadId, Job> before_;  // who started in this instant
    std::vector<WorkloadId> order_;
    std::map<WorkloadId, std::vector<std::size_t>> madeBy_;
    std::map<WorkloadId, std::size_t> moveOf_;  // index of the move that stands
};

}  // namespace apportion
