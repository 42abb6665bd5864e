// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/policy_reach.h"

#include <algorithm>

#include "core/engine/claims.h"
#include "core/engine/victim_set.h"

namespace apportion {
namespace {

// Somebody on the quota to whom the policy gives the right to take.
WorkloadId anyTaker(EngineState& state, QuotaId quota, PreemptionLevel level, Gpu request) {
    const Quota& on = state.tree.quota(quota);
    Workload taker;
    taker.quota = on.name;
    taker.request.gpu = request;
    taker.submit = state.now;
    if (level == PreemptionLevel::self)
        taker.priority = on.policy.selfPreemption->high.from;
    const WorkloadId id = state.add(std::move(taker));
    state.enlist(id);
    return id;
}

Takeable takeableOf(const Candidate& candidate) {
    return {candidate.id, candidate.gpu, candidate.lost, candidate.replica != kWhole};
}

}  // namespace

PolicyReach reachOf(EngineState& state, QuotaId quota, const QuotaPolicy& policy,
                    PreemptionLevel level, Gpu request) {
    PolicyReach reach;
    Quota changed = state.tree.quota(quota);
    changed.policy = policy;
    changed.policy.priorityPreemption = false;
    if (level == PreemptionLevel::self ? !policy.selfPreemption : !policy.childPreemption)
        return reach;
    state.tree.change(quota, changed);
    state.refresh();
    state.pass = 0;  // that one is over, and who started in it may be taken
    const WorkloadId taker = anyTaker(state, quota, level, request);
    Claims claims(state, taker);
    std::vector<Candidate> candidates;
    for (const auto& running : state.runningAt)
        for (const WorkloadId id : running) {
            NotTakeable why{};
            if (const auto candidate = claims.underPolicy(id, level, why)) {
                // The first class that allows it is what it would be taken by.
                const auto first = claims.classify(id);
                const bool reclaimed = first && first->victimClass == VictimClass::reclaim;
                candidates.push_back(reclaimed ? *first : *candidate);
            } else if (why == NotTakeable::atBound)
                ++reach.keptByGuarantee;
            else if (why == NotTakeable::minimumRuntime)
                ++reach.keptByRuntime;
        }

    std::vector<std::size_t> order(candidates.size());
    std::vector<VictimSet> alone(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        order[i] = i;
        alone[i].add(state, candidates, i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return compareSets(state, candidates, alone[a], alone[b]).order < 0;
    });
    reach.takeable.reserve(order.size());
    for (const std::size_t i : order)
        reach.takeable.push_back(takeableOf(candidates[i]));
    return reach;
}

}  // namespace apportion
