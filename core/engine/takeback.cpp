// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/takeback.h"

#include <utility>

namespace apportion {

void takeBack(EngineState& state, Taken record) {
    Job& job = state.job(record.victim);
    record.gpu = job.gpu();
    record.lost = state.lostWork(job);
    const Duration kept = state.keptWork(job);
    state.stop(record.victim);
    const bool neverStarted = state.log.evicted(record);
    if (neverStarted) {
        const Job before = state.log.restore(record.victim);
        job.phase = Phase::waiting;
        job.waitingSince = before.waitingSince;
        job.waited = before.waited;
        job.start = before.start;
        job.inWindow = before.inWindow;
        state.file(record.victim);
        return;
    }
    job.done += kept;
    ++job.preemptions;
    state.enqueue(record.victim);
}

void forgetTaker(EngineState& state, WorkloadId id) {
    for (Job& job : state.jobs)
        if (job.lastTaker == id)
            job.lastTaker = kNobody;
    state.job(id).runningVictims = 0;
}

}  // namespace apportion
