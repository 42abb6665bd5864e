// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 9 to 11: one pass over a group. Candidates are asked in order; each takes the first means
// that works. Then elastic workloads grow, then idle ones start, in free room.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/ask_order.h"
#include "core/engine/asking.h"
#include "core/engine/claims.h"
#include "core/engine/consolidation.h"
#include "core/engine/state.h"
#include "core/engine/victim_search.h"

namespace apportion {

class Pass {
public:
    // Begins a new pass: state.pass grows by one.
    Pass(EngineState& state, GroupId group);
    // Asks everybody. True if anything changed.
    bool run();

private:
    void askAll();
    void grow();
    std::optional<Seat> seatToGrow(const Job& job);
    void startIdle();

    bool ask(WorkloadId id, bool search);  // for victims too
    bool takeFromOthers(WorkloadId id);
    bool allowed(const Job& job) const;   // by rule 3
    bool startInFreeRoom(WorkloadId id);  // if there is; it must be allowed
    void startIn(WorkloadId id, std::vector<Seat>&& seats);
    void apply(WorkloadId id, Consolidation plan);
    void apply(WorkloadId id, const VictimChoice& choice);
    Taken recordOf(WorkloadId id, const Candidate& victim, const VictimChoice& choice) const;
    void evict(Taken record);
    void askAgain();
    // Who came into a queue during the pass: evicted, or let in by a cap.
    void joined(WorkloadId id);

    EngineState& state_;
    GroupId group_;
    Asking asking_;
    int unproven_ = 0;         // the bound that the last search for victims met
    bool movesProven_ = true;  // that nobody could be moved for whom is asked
    bool changed_ = false;
};

}  // namespace apportion
