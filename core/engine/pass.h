// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 9 to 11: what one pass does in a group. Candidates are asked in order; each takes the first
// means that works. When those of all groups were asked, elastic workloads grow into free room, and
// then background workloads start there.
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
    Pass(EngineState& state, GroupId group);
    // Asks all candidates. True if anything changed.
    bool run();

private:
    void askAll();

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

// A replica at a time, in the order of rule 9 without queueing policies. True if anything changed.
bool growElastic(EngineState& state, GroupId group);
// In the same order. True if anything started.
bool startIdle(EngineState& state, GroupId group);

}  // namespace apportion
