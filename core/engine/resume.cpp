// SPDX-License-Identifier: GPL-3.0-or-later
// Not resumed, and so decided anew: which booking belongs to whose stop, the windows of queueing
// "balance", and who took from whom last (rule 26, second clause).
#include <algorithm>

#include "core/engine/engine.h"
#include "core/engine/instant.h"

namespace apportion {
namespace {

void resumeRunning(EngineState& state, const Past& past) {
    Job& job = state.job(past.workload);
    job.waited = past.waited;
    job.done = past.done;
    for (std::size_t i = 0; i < job.marks.size() && i < past.replicas.size(); ++i)
        job.marks[i] = {past.replicas[i].place, past.replicas[i].since};
    ++job.timer;  // the end that loading reckoned with
    if (job.spec->duration)
        state.setTimer({std::max(state.now, *job.start + *job.spec->duration - job.done),
                        Timer::Kind::end, past.workload, job.timer});
    state.setProtectionTimers(past.workload);
    if (past.stopping)
        state.tellToStop(past.workload, state.nextRecord++, 0, *past.stopping);
}

// What still runs there is taken in the first instant, which decides and is recorded.
void closeNode(EngineState& state, const std::string& name, NodeState nodeState) {
    const auto node = state.fleet.find(name);
    if (!node)
        return;
    state.fleet.setState(*node, nodeState);
    if (nodeState == NodeState::down || nodeState == NodeState::draining)
        state.toEmpty.push_back(*node);
}

}  // namespace

void Engine::resume(const ResumePoint& point) {
    EngineState& state = *state_;
    state.log.begin();
    for (const auto& [node, nodeState] : point.nodes)
        closeNode(state, node, nodeState);
    for (const Past& past : point.pasts) {
        Job& job = state.enlist(past.workload);
        job.preemptions = past.preemptions;
        if (past.waitingSince)
            state.undoStart(past.workload, {*past.waitingSince, past.waited, {}, past.start});
        else
            resumeRunning(state, past);
    }
    state.divideShares();
}

Past Engine::past(WorkloadId id) const {
    Past past;
    past.workload = id;
    if (!state_->jobs.alive(id)) {
        const EndedJob& ended = state_->jobs.ended(id);
        past.waited = ended.waited;
        past.preemptions = ended.preemptions;
        return past;
    }
    const Job& job = state_->job(id);
    past.waited = job.waited;
    past.done = job.done;
    past.preemptions = job.preemptions;
    if (job.phase == Phase::waiting || job.phase == Phase::booked) {
        past.waitingSince = job.waitingSince;
        past.start = job.start;
        return past;
    }
    past.stopping = job.stopUntil;
    const auto put = [&past](const std::vector<ReplicaMark>& marks) {
        for (const ReplicaMark& mark : marks)
            past.replicas.push_back({mark.place, mark.since});
    };
    put(job.marks);
    // What is told to stop still runs, and its placements are shown with the others by number.
    if (const auto left = state_->leaving.find(id); left != state_->leaving.end()) {
        for (const Leaving& part : left->second)
            put(part.marks);
        std::stable_sort(past.replicas.begin(), past.replicas.end(),
                         [](const auto& a, const auto& b) { return a.place < b.place; });
    }
    return past;
}

}  // namespace apportion
