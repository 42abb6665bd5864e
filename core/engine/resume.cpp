// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/engine/engine.h"
#include "core/engine/instant.h"
#include "core/engine/reseat.h"
#include "core/engine/submission.h"

namespace apportion {
namespace {

void resumeRunning(EngineState& state, const Past& past) {
    Job& job = state.job(past.workload);
    JobRuns& runs = state.jobs.runsOf(job);
    runs.waited = past.waited;
    runs.done = past.done;
    for (std::size_t i = 0; i < runs.marks.size() && i < past.replicas.size(); ++i)
        runs.marks[i] = {past.replicas[i].place, past.replicas[i].since};
    ++job.timer;  // the end that loading reckoned with
    if (job.duration != kEndless)
        state.setTimer({std::max(state.now, *job.start() + job.duration - job.done()),
                        Timer::Kind::end, past.workload, job.timer});
    state.setProtectionTimers(past.workload);
    int stays = 0;
    for (const Past::Replica& replica : past.replicas)
        if (replica.stopping)
            state.shed(past.workload, stays, state.nextRecord++, *replica.stopping);
        else
            ++stays;
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

// Devices on that node as rule 13 picks them there; nothing where it no longer has room.
std::optional<Seat> seatOn(const Fleet& fleet, const std::string& name, const Slot& slot) {
    const auto node = fleet.find(name);
    if (!node || fleet.slots(*node, slot) == 0)
        return {};
    const std::vector<Gpu>& used = fleet.use(*node).used;
    Seat seat{*node, {}};
    if (slot.fraction()) {
        const auto fuller = [&](int a, int b) {
            const Gpu left = used[static_cast<std::size_t>(a)];
            const Gpu right = used[static_cast<std::size_t>(b)];
            return left != right ? left > right : a < b;
        };
        int best = -1;
        for (int device = 0; device < static_cast<int>(used.size()); ++device)
            if (used[static_cast<std::size_t>(device)] + slot.request.gpu <= kOneGpu &&
                (best < 0 || fuller(device, best)))
                best = device;
        if (best < 0)
            return {};
        seat.devices.push_back(best);
        return seat;
    }
    for (int device = 0; device < static_cast<int>(used.size()); ++device)
        if (used[static_cast<std::size_t>(device)] == 0 &&
            static_cast<int>(seat.devices.size()) < slot.devices())
            seat.devices.push_back(device);
    return seat;
}

// Nobody else may have what was freed for it. Where nothing stands in its way any more the first
// instant decides.
void resumeBooking(EngineState& state, const Past& past) {
    const Slot slot = state.job(past.workload).slot();
    std::vector<Seat> seats;
    for (const std::string& node : past.booked) {
        auto seat = seatOn(state.fleet, node, slot);
        if (!seat)
            break;
        state.fleet.retake(*seat, slot);
        seats.push_back(std::move(*seat));
    }
    if (seats.size() == past.booked.size() && !state.ground.clear(state.fleet, seats))
        return state.settle(past.workload, std::move(seats));
    for (const Seat& seat : seats)
        state.fleet.giveBack(seat, slot);
}

// What one workload has to do with others, once all are there.
void resumeTies(EngineState& state, const Past& past) {
    Job& job = state.job(past.workload);
    if (past.lastTaker != kNobody && state.jobs.alive(past.lastTaker)) {
        state.jobs.runsOf(job).lastTaker = past.lastTaker;
        if (job.phase == Phase::running && !job.stopUntil())
            ++state.jobs.runsOf(past.lastTaker).runningVictims;
    }
    if (!past.booked.empty() && job.phase == Phase::waiting && job.startable())
        resumeBooking(state, past);
}

// Of starts before, those that run still are known.
void resumeOvertaking(EngineState& state) {
    for (BranchId leaf = 0; leaf < state.tree.size(); ++leaf) {
        std::vector<Overtaking::Start> starts;
        for (const WorkloadId id : state.runningAt[static_cast<std::size_t>(leaf)]) {
            const Job& job = state.job(id);
            if (!job.idle() && job.start())
                starts.push_back({Place::of(job, id), *job.start(), job.requestGpu()});
        }
        std::sort(starts.begin(), starts.end(),
                  [](const auto& a, const auto& b) { return a.at < b.at; });
        for (const Overtaking::Start& start : starts)
            state.overtaking.started(leaf, state.queues[static_cast<std::size_t>(leaf)], start);
    }
}

}  // namespace

void Engine::resume(const ResumePoint& point) {
    EngineState& state = *state_;
    state.log.begin();
    reseat(state, point.pasts);
    for (const auto& [node, nodeState] : point.nodes)
        closeNode(state, node, nodeState);
    for (const Past& past : point.pasts) {
        Job& job = state.enlist(past.workload);
        if (past.preemptions > 0)
            state.jobs.runsOf(job).preemptions = past.preemptions;
        if (!past.waitingSince)
            resumeRunning(state, past);
        else {
            job.forbidden = forbidden(state, job);  // it was let in under other rights (rule 24)
            state.undoStart(past.workload,
                            {*past.waitingSince, past.waited, past.inWindow, past.start});
        }
    }
    for (const Past& past : point.pasts)
        resumeTies(state, past);
    resumeOvertaking(state);
    state.divideShares();
}

std::vector<WorkloadId> Engine::tied() const {
    std::vector<WorkloadId> ids(state_->bookings.begin(), state_->bookings.end());
    const std::vector<WorkloadId> standing = state_->windows.members();
    ids.insert(ids.end(), standing.begin(), standing.end());
    return ids;
}

Past Engine::past(WorkloadId id) const {
    Past past;
    past.workload = id;
    if (state_->jobs.toCome(id))
        return past;
    if (!state_->jobs.alive(id)) {
        const EndedJob& ended = state_->jobs.ended(id);
        past.waited = ended.waited;
        past.preemptions = ended.preemptions;
        return past;
    }
    const Job& job = state_->job(id);
    past.waited = job.waited();
    past.done = job.done();
    past.preemptions = job.preemptions();
    if (job.lastTaker() != kNobody && state_->jobs.alive(job.lastTaker()))
        past.lastTaker = job.lastTaker();
    if (job.phase == Phase::waiting || job.phase == Phase::booked) {
        past.waitingSince = job.waitingSince;
        past.start = job.start();
        past.inWindow = job.inWindow;
        for (const Seat& seat : job.seats())
            past.booked.push_back(state_->fleet.nodes()[static_cast<std::size_t>(seat.node)].name);
        return past;
    }
    past.stopping = job.stopUntil();
    for (const ReplicaMark& mark : job.marks())
        past.replicas.push_back({mark.place, mark.since});
    // What is told to stop still runs, and its placements are shown with the others by number.
    if (const auto left = state_->leaving.find(id); left != state_->leaving.end()) {
        for (const Leaving& part : left->second)
            for (const ReplicaMark& mark : part.marks)
                part.whole
                    ? past.replicas.push_back({mark.place, mark.since})
                    : past.replicas.push_back({mark.place, mark.since, part.until, part.record});
        std::stable_sort(past.replicas.begin(), past.replicas.end(),
                         [](const auto& a, const auto& b) { return a.place < b.place; });
    }
    return past;
}

}  // namespace apportion
