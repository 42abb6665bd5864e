// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 9 to 11: one pass over a group. Candidates are asked in order; each takes the first means
// that works.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/consolidation.h"
#include "core/engine/state.h"
#include "core/engine/turn.h"
#include "core/engine/victim_search.h"

namespace apportion {

class Pass {
public:
    // Begins a new pass: state.pass grows by one.
    Pass(EngineState& state, GroupId group);
    // Asks everybody. True if anything changed.
    bool run();

private:
    // A leaf's candidate, or the best of a level's.
    struct Pick {
        BranchId leaf = kNoBranch;
        WorkloadId id = kNobody;
        Gpu request = 0;
    };
    std::optional<Pick> pick(BranchId branch);
    std::optional<Pick> pickOfLevel(const std::vector<BranchId>& level);
    // What was picked at a leaf or above it may have changed.
    void forget(BranchId leaf);

    bool ask(WorkloadId id);
    void startIn(WorkloadId id, std::vector<Seat> seats);
    void apply(WorkloadId id, Consolidation plan);
    void apply(WorkloadId id, const VictimChoice& choice);
    Taken recordOf(WorkloadId id, const Candidate& victim, const VictimChoice& choice) const;
    void evict(Taken record);
    Turn& turn(BranchId leaf) { return turns_[static_cast<std::size_t>(leaf)]; }

    EngineState& state_;
    GroupId group_;
    std::vector<Turn> turns_;                 // by leaf
    std::vector<std::optional<Pick>> picks_;  // by branch, where known_
    std::vector<bool> known_;
    bool changed_ = false;
};

}  // namespace apportion
