// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/state.h"

#include <algorithm>

namespace apportion {

void EngineState::lift(WorkloadId id) {
    Job& job = jobs[id];
    for (const Seat& seat : job.seats)
        fleet.giveBack(seat, job.slot);
    if (job.spec->idle)
        books.placeIdle(tree, job.leaf, job.gpu(), -1);
    else
        books.place(tree, startOf(job), -1);
}

void EngineState::lower(WorkloadId id) {
    Job& job = jobs[id];
    for (const Seat& seat : job.seats)
        fleet.retake(seat, job.slot);
    if (job.spec->idle)
        books.placeIdle(tree, job.leaf, job.gpu(), +1);
    else
        books.place(tree, startOf(job), +1);
}

Duration EngineState::waitedSoFar(const Job& job) const {
    return job.waited + (job.phase == Phase::waiting ? now - job.waitingSince : 0);
}

int EngineState::effectivePriority(const Job& job) const {
    constexpr int kAgedAtMost = 6;
    const int priority = job.priority();
    if (queueing(job.leaf) != Queueing::intelligent || priority > kAgedAtMost)
        return priority;
    const Duration steps = waitedSoFar(job) / std::max<Duration>(settings.agingInterval, 1);
    return static_cast<int>(std::min<Duration>(kAgedAtMost, priority + steps));
}

ShapeId EngineState::shapeOf(const Job& job) {
    const auto same = [&job](const Shape& shape) {
        return shape.slot == job.slot && shape.replicas == job.spec->replicas &&
               shape.preemptible == job.preemptible && shape.module == job.module() &&
               shape.priority == job.priority() && shape.effective == job.effective &&
               shape.quota == job.quota;
    };
    const auto it = std::find_if(shapes.begin(), shapes.end(), same);
    if (it != shapes.end())
        return static_cast<ShapeId>(it - shapes.begin());
    shapes.push_back({job.slot, job.spec->replicas, job.preemptible, job.module(), job.priority(),
                      job.effective, job.quota});
    return static_cast<ShapeId>(shapes.size() - 1);
}

void EngineState::enqueue(WorkloadId id) {
    Job& job = jobs[id];
    job.phase = Phase::waiting;
    job.waitingSince = now;
    job.inWindow.reset();
    file(id);
}

void EngineState::dequeue(WorkloadId id) {
    Job& job = jobs[id];
    unfile(id);
    job.waited = waitedSoFar(job);
    job.phase = Phase::known;
    job.inWindow.reset();
}

void EngineState::file(WorkloadId id) {
    Job& job = jobs[id];
    ++job.timer;
    job.effective = effectivePriority(job);
    job.shape = shapeOf(job);
    const bool inQueue = job.fit == Fit::possible;
    books.wait(tree, job.leaf, job.gpu(), job.preemptible, job.spec->idle, inQueue, +1);
    if (!inQueue) {
        outside[static_cast<std::size_t>(job.leaf)].insert(id);
        return;
    }
    queueOf(job).insert(job, id);
    setAgingTimer(id);
    if (job.inWindow && *job.inWindow + settings.balanceTimeout > now)
        setTimer({*job.inWindow + settings.balanceTimeout, Timer::Kind::balance, id, job.timer});
}

void EngineState::unfile(WorkloadId id) {
    Job& job = jobs[id];
    ++job.timer;
    const bool inQueue = job.fit == Fit::possible;
    books.wait(tree, job.leaf, job.gpu(), job.preemptible, job.spec->idle, inQueue, -1);
    if (inQueue)
        queueOf(job).erase(job, id);
    else
        outside[static_cast<std::size_t>(job.leaf)].erase(id);
}

void EngineState::setAgingTimer(WorkloadId id) {
    const Job& job = jobs[id];
    if (queueing(job.leaf) != Queueing::intelligent || job.effective >= 6)
        return;
    const Duration step = std::max<Duration>(settings.agingInterval, 1);
    const Duration into = waitedSoFar(job) % step;
    setTimer({now + step - into, Timer::Kind::aging, id, job.timer});
}

void EngineState::run(WorkloadId id, std::vector<Seat> seats) {
    Job& job = jobs[id];
    job.phase = Phase::running;
    job.start = now;
    job.startedInPass = pass;
    job.seats = std::move(seats);
    if (job.spec->idle)
        books.placeIdle(tree, job.leaf, job.gpu(), +1);
    else
        books.place(tree, startOf(job), +1);
    registerRunning(id);
}

void EngineState::registerRunning(WorkloadId id) {
    Job& job = jobs[id];
    runningAt[static_cast<std::size_t>(job.leaf)].insert(id);
    if (job.lastTaker != kNobody)
        ++jobs[job.lastTaker].runningVictims;
    ++job.timer;
    if (job.spec->duration)
        setTimer({std::max(now, *job.start + *job.spec->duration - job.done), Timer::Kind::end, id,
                  job.timer});
    ++stamp;
    ++places;
}

void EngineState::stop(WorkloadId id) {
    Job& job = jobs[id];
    lift(id);
    runningAt[static_cast<std::size_t>(job.leaf)].erase(id);
    if (job.lastTaker != kNobody)
        --jobs[job.lastTaker].runningVictims;
    if (job.fit != Fit::possible)
        books.misfit(tree, job.leaf, job.gpu(), job.preemptible, -1);
    job.seats.clear();
    job.phase = Phase::known;
    ++job.timer;
    ++stamp;
    ++places;
}

Duration EngineState::keptWork(const Job& job) const {
    if (!job.spec->checkpoint || *job.spec->checkpoint <= 0)
        return 0;
    return elapsed(job) / *job.spec->checkpoint * *job.spec->checkpoint;
}

GpuTime EngineState::lostWork(const Job& job) const {
    return (elapsed(job) - keptWork(job)) * job.gpu();
}

bool EngineState::valid(const Timer& timer) const {
    if (timer.kind == Timer::Kind::scale)
        return true;
    const Job& job = jobs[timer.workload];
    if (timer.serial != job.timer)
        return false;
    if (timer.kind == Timer::Kind::end)
        return job.phase == Phase::running;
    return job.phase == Phase::waiting &&
           (timer.kind == Timer::Kind::aging ||
            (job.inWindow && *job.inWindow + settings.balanceTimeout == timer.at));
}

std::optional<Instant> EngineState::nextTimer() const {
    if (timers_.empty())
        return std::nullopt;
    return timers_.top().at;
}

std::vector<Timer> EngineState::ring() {
    std::vector<Timer> rang;
    while (!timers_.empty() && (timers_.top().at <= now || !valid(timers_.top()))) {
        if (timers_.top().at <= now && valid(timers_.top()))
            rang.push_back(timers_.top());
        timers_.pop();
    }
    return rang;
}

Gpu EngineState::requestable(BranchId id, std::vector<Gpu>& memo) const {
    const Branch& branch = tree[id];
    const bool on = tree.quotaOf(id).policy.overQuota == OverQuota::on;
    Gpu asked = 0;
    if (branch.leaf()) {
        const BranchBook& book = books[id];
        const Gpu fixed =
            book.placed.nonPreemptible - book.misfit.nonPreemptible + book.pending.nonPreemptible;
        const Gpu other =
            book.placed.preemptible - book.misfit.preemptible + book.pending.preemptible;
        asked = on ? std::min(fixed, branch.guarantee) + other
                   : std::min(fixed + other, branch.guarantee);
    } else {
        for (const BranchId child : branch.level)
            asked += requestable(child, memo);
        if (!on)
            asked = std::min(asked, branch.guarantee);
    }
    if (branch.limit.gpu)
        asked = std::min(asked, *branch.limit.gpu);
    return memo[static_cast<std::size_t>(id)] = asked;
}

}  // namespace apportion
