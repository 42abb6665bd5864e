// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/unblock.h"

#include "core/engine/unblock_kinds.h"

namespace apportion {

UnblockAnswer unblockOf(const EngineState& state, WorkloadId id, std::size_t most, Instant at) {
    const Job& job = state.job(id);
    EditTrials trials(state, id, most, at);
    if (job.phase == Phase::booked) {
        // All is decided for it: only the end of whoever stops on its nodes brings it forward.
        endWork(trials);
    } else if (job.phase == Phase::waiting && job.fit != Fit::possible) {
        // Sizes, policies and ends make no node larger.
        addNode(trials);
        raiseLimits(trials);
    } else if (job.phase == Phase::waiting) {
        raiseFromUnassigned(trials);
        raiseRank(trials);
        moveFromSiblings(trials);
        addNode(trials);
        raiseLimits(trials);
        raiseCaps(trials);
        lendMore(trials);
        turnOverQuotaOn(trials);
        widenChildPreemption(trials);
        widenSelfPreemption(trials);
        changeQueueing(trials);
        endWork(trials);
    }
    return trials.answer();
}

}  // namespace apportion
