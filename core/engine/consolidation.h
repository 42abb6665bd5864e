// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10, second means: up to three preemptible or idle workloads that together hold no more than
// the request are placed anew, so that the candidate fits and all of them run again at once.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/engine/state.h"

namespace apportion {

struct Consolidation {
    std::vector<Seat> seats;  // of the candidate
    // Who moves, in the order of being placed again, and where to.
    std::vector<std::pair<WorkloadId, std::vector<Seat>>> moves;
};

// Whether to look for moves could help anybody who asks for this: enough is free in sum, it was not
// looked for in vain since anything moved, and sums do not tell that nobody could gain enough.
bool mayConsolidate(const EngineState& state, GroupId group, const Slot& slot, int replicas);

struct MovesAnswer {
    std::optional<Consolidation> plan;
    bool proven = true;  // of a "no" as well: see LeastMoves
};

// The least plan by (GPUs moved, how many, lost GPU-seconds, youngest, name). The candidate must be
// allowed by rule 3 and not fit as things stand.
MovesAnswer consolidate(EngineState& state, WorkloadId candidate);

// Whether, as things stand, they were looked for in vain and a bound cut the search.
bool movesUnproven(const EngineState& state, const Job& job);

}  // namespace apportion
