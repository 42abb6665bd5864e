// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 15 and 16 as a question: who runs now and could be taken if a quota had this policy? No
// taker need wait for it.
#pragma once

#include <vector>

#include "core/engine/decision.h"
#include "core/model/quota.h"

namespace apportion {

class EngineState;

struct Takeable {
    WorkloadId workload = kNobody;
    Gpu gpu = 0;
    GpuTime lost = 0;           // if it stopped now
    bool replicasOnly = false;  // those beyond its minimum; the rest of it is protected (rule 18)
};

struct PolicyReach {
    std::vector<Takeable> takeable;
    // Whom the policy names, and who may not be taken all the same.
    int keptByGuarantee = 0;  // its quota, or one above it, would fall below its guarantee
    int keptByRuntime = 0;    // rule 18
};

// What a workload of `request` GPUs, submitted on the quota, may take one by one by the named
// policy of `policy`, in the order in which rule 19 prefers one victim alone: what it might reclaim
// as well comes first. Without what only reclaim, idle work or priorityPreemption allow. The state
// is changed: give a copy.
PolicyReach reachOf(EngineState& state, QuotaId quota, const QuotaPolicy& policy,
                    PreemptionLevel level, Gpu request);

}  // namespace apportion
