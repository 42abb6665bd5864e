// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/state.h"

#include <algorithm>

namespace apportion {

void EngineState::lift(WorkloadId id, int replica) {
    const Job& job = jobs[id];
    if (replica == kWhole)
        for (const Seat& seat : job.seats())
            fleet.giveBack(seat, job.slot());
    else
        fleet.giveBack(job.seats()[static_cast<std::size_t>(replica)], job.slot());
    books.place(tree, placedBy(job, replica), -1);
}

void EngineState::lower(WorkloadId id, int replica) {
    const Job& job = jobs[id];
    if (replica == kWhole)
        for (const Seat& seat : job.seats())
            fleet.retake(seat, job.slot());
    else
        fleet.retake(job.seats()[static_cast<std::size_t>(replica)], job.slot());
    books.place(tree, placedBy(job, replica), +1);
}

bool EngineState::isBookedAt(BranchId id, bool fixedOnly) const {
    return std::any_of(bookings.begin(), bookings.end(), [&](WorkloadId each) {
        return tree.contains(id, job(each).leaf()) && !(fixedOnly && job(each).preemptible());
    });
}

Duration EngineState::waitedSoFar(const Job& job) const {
    const bool waits = job.phase == Phase::waiting || job.phase == Phase::booked;
    return job.waited() + (waits ? now - job.waitingSince : 0);
}

int EngineState::effectivePriority(const Job& job) const {
    const int priority = job.priority();
    if (queueing(job.leaf()) != Queueing::intelligent || priority > kAgedAtMost)
        return priority;
    const Duration steps = waitedSoFar(job) / std::max<Duration>(settings.agingInterval, 1);
    return static_cast<int>(std::min<Duration>(kAgedAtMost, priority + steps));
}

Duration EngineState::minRuntimeAt(QuotaId quota) const {
    for (BranchId id = tree.branchOf(quota); id != kNoBranch; id = tree[id].parent)
        if (const auto& own = tree.quotaOf(id).policy.minRuntime)
            return *own;
    return settings.minRuntime;
}

void EngineState::shape(Job& job) {
    const int effective = effectivePriority(job);
    if (effective == job.effective && job.shapedAsOf == nodesAndLimits_)
        return;
    job.effective = effective;
    job.shapedAsOf = nodesAndLimits_;
    const Shape& found = shapeOf(job);
    job.shape = found.id;
    job.fit = found.fit;
}

const Shape& EngineState::shapeOf(const Job& job) {
    const auto number = static_cast<std::size_t>(job.kind->number);
    if (number >= shapesOfKinds_.size())
        shapesOfKinds_.resize(number + 1);
    auto& [effective, last] = shapesOfKinds_[number];
    if (last.asOf == nodesAndLimits_ && effective == job.effective)
        return last;
    const auto pair = [](std::int64_t high, int low) {
        return high << 32 | static_cast<std::uint32_t>(low);
    };
    const Resources request = asked(job.slot().request);
    const int priorities = job.priority() << 4 | job.effective;
    const int kind = priorities << 4 | static_cast<int>(job.module()) << 2 |
                     static_cast<int>(job.preemptible()) << 1 | static_cast<int>(job.idle());
    const Shapes::Key key{request.gpu, request.cpu, request.memory,
                          pair(job.slot().type, job.least()), pair(job.quota(), kind)};
    const Shape fresh{static_cast<ShapeId>(shapes.size()), Fit::possible, 0};
    Shape& found = *shapes.tryEmplace(key, fresh).first;
    if (found.asOf != nodesAndLimits_) {
        found.fit = fitOf(job);
        found.asOf = nodesAndLimits_;
    }
    effective = job.effective;
    return last = found;
}

namespace {

Duration wholeCheckpoints(const Job& job, Duration ran) {
    return job.checkpoint() > 0 ? ran / job.checkpoint() * job.checkpoint() : 0;
}

}  // namespace

Duration EngineState::keptWork(const Job& job) const {
    return wholeCheckpoints(job, elapsed(job));
}

Duration EngineState::keptWork(const Job& job, const Leaving& part) const {
    return wholeCheckpoints(job, ranUntil(job, part) - *job.start());
}

namespace {

// Each replica loses what it did since it was added or since the last checkpoint.
GpuTime lostSince(const std::vector<ReplicaMark>& marks, std::size_t count, Instant checkpoint,
                  Instant now, Gpu each) {
    if (marks.empty())
        return (now - checkpoint) * each * static_cast<GpuTime>(count);
    GpuTime lost = 0;
    for (const ReplicaMark& mark : marks)
        lost += std::max<Duration>(now - std::max(mark.since, checkpoint), 0) * each;
    return lost;
}

}  // namespace

GpuTime EngineState::lostWork(const Job& job, int replica) const {
    if (replica != kWhole)
        return 0;
    return lostSince(job.marks(), job.seats().size(), *job.start() + keptWork(job), now,
                     job.slot().request.gpu);
}

GpuTime EngineState::lostWork(const Job& job, const Leaving& part) const {
    if (!part.whole)
        return 0;
    return lostSince(part.marks, part.seats.size(), *job.start() + keptWork(job, part),
                     ranUntil(job, part), job.slot().request.gpu);
}

std::vector<int> EngineState::extraReplicas(const Job& job) const {
    std::vector<int> extra;
    if (job.marks().empty() || static_cast<int>(job.seats().size()) <= job.least())
        return extra;
    for (std::size_t i = 0; i < job.seats().size(); ++i)
        extra.push_back(static_cast<int>(i));
    std::sort(extra.begin(), extra.end(), [&job](int a, int b) {
        const ReplicaMark& left = job.marks()[static_cast<std::size_t>(a)];
        const ReplicaMark& right = job.marks()[static_cast<std::size_t>(b)];
        return left.since != right.since ? left.since > right.since : left.place > right.place;
    });
    extra.resize(job.seats().size() - static_cast<std::size_t>(job.least()));
    return extra;
}

bool EngineState::valid(const Timer& timer) const {
    if (timer.kind == Timer::Kind::scale)
        return true;
    if (timer.kind == Timer::Kind::grace)
        return leaving.contains(timer.workload);
    if (!jobs.alive(timer.workload))
        return false;
    const Job& job = jobs[timer.workload];
    if (timer.serial != job.timer)
        return false;
    if (timer.kind == Timer::Kind::end || timer.kind == Timer::Kind::protection)
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

std::vector<Timer>& EngineState::ring() {
    rang_.clear();
    while (!timers_.empty()) {
        const Timer& first = timers_.top();
        const bool counts = valid(first);
        if (counts && first.at > now)
            break;
        if (counts)
            rang_.push_back(first);
        timers_.pop();
    }
    return rang_;
}

}  // namespace apportion
