// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/takeback.h"

#include <algorithm>
#include <utility>

#include "core/engine/submission.h"

namespace apportion {
namespace {

// The losses of what was told to stop before, up to now.
void closeRecords(EngineState& state, WorkloadId id) {
    const auto left = state.leaving.find(id);
    if (left == state.leaving.end())
        return;
    for (const Leaving& part : left->second)
        state.log.stopped({id, part.record, state.lostWork(state.job(id), part)});
}

void giveUpRun(EngineState& state, WorkloadId id) {
    Job& job = state.job(id);
    closeRecords(state, id);
    const auto left = state.leaving.find(id);
    JobRuns& runs = state.jobs.runsOf(job);
    runs.done += runs.stopUntil && left != state.leaving.end()
                     ? state.keptWork(job, left->second.back())
                     : state.keptWork(job);
    state.stop(id);
    ++runs.preemptions;
    waitAgain(state, id);
}

}  // namespace

void takeBack(EngineState& state, Taken record, Grace grace) {
    const WorkloadId id = record.victim;
    const Job& job = state.job(id);
    if (*job.start() == state.now && state.log.startedNow(id)) {
        const Waited before = state.log.undo(id, record.taker);
        state.stop(id);
        state.undoStart(id, before);
        return;
    }
    record.serial = state.nextRecord++;
    record.gpu = job.heldGpu();
    record.stopping = grace == Grace::asSet && state.settings.gracePeriod > 0;
    record.lost = record.stopping ? 0 : state.lostWork(job);
    if (record.stopping)
        state.tellToStop(id, record.serial, state.log.lostByMove(id),
                         state.now + state.settings.gracePeriod);
    else
        giveUpRun(state, id);
    state.log.evicted(std::move(record));
}

void takeReplica(EngineState& state, Taken record, int replica) {
    const WorkloadId id = record.victim;
    const Job& job = state.job(id);
    const bool grown = state.since(job, replica) == state.now && !state.log.movedNow(id);
    if (grown || state.log.startedNow(id)) {
        state.log.shrunk(id);
        state.shed(id, replica, 0, state.now);
        return;
    }
    record.serial = state.nextRecord++;
    record.gpu = job.slot().request.gpu;
    record.stopping = state.settings.gracePeriod > 0;
    record.lost = record.stopping ? 0 : state.lostWork(job, replica);
    state.shed(id, replica, record.stopping ? record.serial : 0,
               state.now + state.settings.gracePeriod);
    state.log.evicted(std::move(record));
}

void endWithinGrace(EngineState& state, WorkloadId id) {
    const auto left = state.leaving.find(id);
    if (left == state.leaving.end())
        return;
    for (const Leaving& part : left->second)
        state.log.stopped({id, part.record, -part.moved, true});
}

void stopNow(EngineState& state, WorkloadId id) {
    giveUpRun(state, id);
}

namespace {

template <typename Ends>
void endParts(EngineState& state, WorkloadId id, Ends&& ends) {
    const auto left = state.leaving.find(id);
    if (left == state.leaving.end())
        return;
    std::vector<Leaving> parts = std::exchange(left->second, {});
    for (Leaving& part : parts) {
        if (ends(part)) {
            state.log.stopped({id, part.record, state.lostWork(state.job(id), part)});
            state.gone(id, part);
        } else {
            left->second.push_back(std::move(part));
        }
    }
    if (left->second.empty())
        state.leaving.erase(left);
}

}  // namespace

void endGrace(EngineState& state, WorkloadId id) {
    const Job& job = state.job(id);
    if (job.stopUntil() && *job.stopUntil() <= state.now)
        giveUpRun(state, id);
    else
        endParts(state, id, [&](const Leaving& part) { return part.until <= state.now; });
}

void endGraceNow(EngineState& state, WorkloadId id) {
    if (state.jobs.alive(id) && state.job(id).stopUntil())
        giveUpRun(state, id);
}

void stopNowOn(EngineState& state, WorkloadId id, NodeId node) {
    endParts(state, id, [node](const Leaving& part) { return part.seats.front().node == node; });
}

void forgetTaker(EngineState& state, WorkloadId id) {
    for (const WorkloadId victim : state.jobs.living())
        if (state.job(victim).lastTaker() == id)
            state.jobs.runsOf(victim).lastTaker = kNobody;
    state.jobs.runsOf(id).runningVictims = 0;
}

}  // namespace apportion
