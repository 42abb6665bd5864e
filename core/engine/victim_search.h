// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19: the least set of victims after whose removal the taker is allowed and placed.
//
// Keys (a) to (c) are thresholds over the candidates: the first threshold under which any set does
// it holds. Under it, keys (d) to (i) are minimised among the candidates left: by exact tables node
// by node (node_cover.h) where no side condition interferes, else by a search over subsets with a
// bound on its steps (subset_search.h). If that bound was met, the answer says "not proven".
#pragma once

#include <optional>
#include <vector>

#include "core/engine/claims.h"
#include "core/engine/victim_set.h"

namespace apportion {

struct VictimChoice {
    std::vector<Candidate> victims;  // in file order
    std::vector<WorkloadId> runnerUp;
    char worseBy = 0;  // the key in which the runner-up is worse; 0 = there is none
    bool proven = true;
};

struct VictimAnswer {
    std::optional<VictimChoice> choice;
    bool proven = true;  // of a "no" as well
    int steps = 0;       // else: the bound that was met
};

// What a trial asks of one taker: is it allowed and placed with these workloads gone?
class Trial {
public:
    Trial(EngineState& state, WorkloadId taker)
        : state_(state), taker_(state.jobs[taker]), claims_(state, taker) {}

    Claims& claims() { return claims_; }
    EngineState& state() { return state_; }
    const Job& taker() const { return taker_; }

    // With the set lifted: rule 3, rule 13 and the conditions on the set as a whole.
    bool allowed() const {
        return state_.books.allowed(state_.tree, state_.startOf(taker_),
                                    state_.capacityFor(taker_));
    }
    // With nobody gone: no bound of rule 3 stands in the way but the capacity, which room on the
    // nodes implies where nobody keeps anything back.
    bool onlyRoomMissing() const;
    bool placed() const;
    bool feasible(const std::vector<Candidate>& all, std::span<const std::size_t> set) {
        return allowed() && placed() && claims_.holds(all, set);
    }

private:
    EngineState& state_;
    const Job& taker_;
    Claims claims_;
};

// The taker waits and neither runs in free room nor by consolidation.
VictimAnswer chooseVictims(EngineState& state, WorkloadId taker);

}  // namespace apportion
