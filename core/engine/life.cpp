// SPDX-License-Identifier: GPL-3.0-or-later
// One workload's life: it waits, is booked, runs, moves, grows, sheds replicas, is told to stop and
// stops. Every verb keeps nodes, books, queues, caps and timers in step.
#include <algorithm>

#include "core/engine/state.h"

namespace apportion {

void EngineState::enqueue(WorkloadId id) {
    Job& job = enlist(id);
    job.waitingSince = now;
    job.inWindow.reset();
    awaitStart(id);
}

void EngineState::undoStart(WorkloadId id, const Waited& before) {
    Job& job = jobs[id];
    job.waitingSince = before.since;
    job.inWindow = before.inWindow;
    if (job.runs.any() || before.start || before.waited > 0) {
        JobRuns& runs = jobs.runsOf(job);
        runs.waited = before.waited;
        runs.start = before.start;
    }
    awaitStart(id);
}

void EngineState::awaitStart(WorkloadId id) {
    Job& job = jobs[id];
    job.phase = Phase::waiting;
    books.wait(tree, job.leaf(), job.requestGpu(), job.idle(), +1);
    for (const AccountId account : job.accounts())
        caps[account].waiting.insert({job.requestGpu(), id});
    updateWanted(job);
    file(id);
}

void EngineState::dequeue(WorkloadId id) {
    Job& job = jobs[id];
    if (job.phase == Phase::waiting) {
        unfile(id);
        for (const AccountId account : job.accounts())
            caps[account].waiting.erase({job.requestGpu(), id});
    }
    jobs.runsOf(job).waited = waitedSoFar(job);
    job.phase = Phase::known;
    job.inWindow.reset();
    books.wait(tree, job.leaf(), job.requestGpu(), job.idle(), -1);
}

void EngineState::file(WorkloadId id) {
    Job& job = jobs[id];
    ++job.timer;
    shape(job);
    job.atCap = keptByCap(job);
    if (!job.accounts().empty())
        caps.personOf(job).changed = true;
    const auto leaf = static_cast<std::size_t>(job.leaf());
    setAgingTimer(job);
    const bool startable = job.startable();
    if (!startable) {
        outside[leaf].insert(id);
    } else if (job.idle()) {
        idleWaiting.insert(job);
        idleInVain[static_cast<std::size_t>(job.group())] = 0;
    } else {
        Queue::Line& line = queueOf(job).insert(job, id);
        if (line.places.size() == 1)
            sleep.appeared(*this, job.leaf(), line, job);
        sleep.joined(*this, job.leaf(), line, id);
        if (job.inWindow && *job.inWindow + settings.balanceTimeout > now)
            setTimer(
                {*job.inWindow + settings.balanceTimeout, Timer::Kind::balance, id, job.timer});
    }
    windows.filed(*this, job, startable && !job.idle());
}

void EngineState::unfile(WorkloadId id) {
    Job& job = jobs[id];
    ++job.timer;
    const auto leaf = static_cast<std::size_t>(job.leaf());
    if (!outside[leaf].empty() && outside[leaf].erase(id) > 0)
        return;
    if (job.idle()) {
        idleWaiting.erase(job);
        return;
    }
    windows.unfiled(job);
    const Queue::Line& line = queueOf(job).erase(job, id);
    if (line.places.empty())
        sleep.vanished(*this, job.leaf(), line);
    sleep.touch(job.leaf());
}

void EngineState::setAgingTimer(const Job& job) {
    if (queueing(job.leaf()) != Queueing::intelligent || job.effective >= kAgedAtMost)
        return;
    const Duration step = std::max<Duration>(settings.agingInterval, 1);
    const Duration into = waitedSoFar(job) % step;
    setTimer({now + step - into, Timer::Kind::aging, job.id, job.timer});
}

void EngineState::settle(WorkloadId id, std::vector<Seat>&& seats) {
    Job& job = jobs[id];
    const bool clear = ground.clear(fleet, seats);
    if (clear) {
        log.started(id, Waited::of(job));
        dequeue(id);
    } else {
        unfile(id);
        for (const AccountId account : job.accounts())
            caps[account].waiting.erase({job.requestGpu(), id});
        job.phase = Phase::booked;
        job.inWindow.reset();
        ++job.timer;
    }
    JobRuns& runs = jobs.runsOf(job);
    runs.seats.swap(seats);
    runs.startedInPass = pass;
    books.place(tree, placedBy(job), +1);
    if (clear) {
        run(id);
    } else {
        for (const Seat& seat : job.seats())
            ground.booked(seat, job.slot(), +1);
        books.shift(tree, job.leaf(), -job.heldGpu(), job.idle());
        bookings.insert(id);
        log.booked(id);
        sleep.placed(*this, job);
        ++places;
    }
    const Gpu wantedBefore = job.wanted;
    countWanted(job);
    // Mostly it counts as placed what it counted as wanted: the shares stay.
    if (wantedBefore - job.wanted != job.heldGpu())
        entitlement.touch(job.leaf());
    chargeCaps(job, job.heldGpu());
}

bool EngineState::settleBooked() {
    bool any = false;
    const std::set<WorkloadId> all = bookings;
    for (const WorkloadId id : all) {
        Job& job = jobs[id];
        for (const Seat& seat : job.seats())
            ground.booked(seat, job.slot(), -1);
        if (!ground.clear(fleet, job.seats())) {
            for (const Seat& seat : job.seats())
                ground.booked(seat, job.slot(), +1);
            continue;
        }
        books.shift(tree, job.leaf(), +job.heldGpu(), job.idle());
        bookings.erase(id);
        log.started(id, Waited::of(job));
        dequeue(id);
        shape(job);  // it has aged since it was booked
        jobs.runsOf(job).startedInPass = pass;
        run(id);
        updateWanted(job);
        any = true;
    }
    return any;
}

void EngineState::lapse(WorkloadId id) {
    Job& job = jobs[id];
    for (const Seat& seat : job.seats())
        ground.booked(seat, job.slot(), -1);
    books.shift(tree, job.leaf(), +job.heldGpu(), job.idle());
    bookings.erase(id);
    const Gpu held = job.heldGpu();
    lift(id);
    jobs.runsOf(job).seats.clear();
    job.phase = Phase::waiting;
    for (const AccountId account : job.accounts())
        caps[account].waiting.insert({job.requestGpu(), id});
    updateWanted(job);
    file(id);
    chargeCaps(job, -held);
    sleep.released(*this, job.leaf());
    ++places;
}

// The seats are the job's and stand in the books: the run begins now.
void EngineState::run(WorkloadId id) {
    Job& job = jobs[id];
    job.phase = Phase::running;
    jobs.runsOf(job).start = now;
    mark(job);
    registerRunning(id);
}

// All replicas of an elastic workload run from the start on; moved ones keep their numbers.
void EngineState::mark(Job& job) {
    if (!job.elastic())
        return;
    JobRuns& runs = jobs.runsOf(job);
    while (runs.marks.size() < runs.seats.size())
        runs.marks.push_back({static_cast<int>(runs.marks.size()), 0});
    for (ReplicaMark& each : runs.marks)
        each.since = *runs.start;
}

// For who took it last, as long as that one lives.
void EngineState::countVictim(const Job& victim, int sign) {
    if (victim.lastTaker() != kNobody && jobs.alive(victim.lastTaker()))
        jobs.runsOf(victim.lastTaker()).runningVictims += sign;
}

void EngineState::registerRunning(WorkloadId id) {
    Job& job = jobs[id];
    auto& here = runningAt[static_cast<std::size_t>(job.leaf())];
    here.insert(here.empty() || *here.rbegin() < id ? here.end() : here.lower_bound(id), id);
    if (!job.idle() && static_cast<int>(job.seats().size()) < job.replicas())
        hungry.insert(job.leaf(), Place::of(job, id));
    countVictim(job, +1);
    ++job.timer;
    if (job.duration != kEndless)
        setTimer({std::max(now, *job.start() + job.duration - job.done()), Timer::Kind::end, id,
                  job.timer});
    setProtectionTimers(id);
    elasticRunning += static_cast<int>(job.elastic());
    idleRunning[static_cast<std::size_t>(job.group())] += static_cast<int>(job.idle());
    fractionsRunning[static_cast<std::size_t>(job.group())] +=
        static_cast<int>(job.slot().fraction());
    sleep.placed(*this, job);
    ++places;
}

void EngineState::unregisterRunning(WorkloadId id) {
    Job& job = jobs[id];
    runningAt[static_cast<std::size_t>(job.leaf())].erase(id);
    if (job.elastic())
        hungry.erase(job.leaf(), Place::of(job, id));
    countVictim(job, -1);
    elasticRunning -= static_cast<int>(job.elastic());
    idleRunning[static_cast<std::size_t>(job.group())] -= static_cast<int>(job.idle());
    fractionsRunning[static_cast<std::size_t>(job.group())] -=
        static_cast<int>(job.slot().fraction());
    ++places;
}

// Every moment at which some reading of rule 18 lets go: which one counts depends on the taker.
void EngineState::setProtectionTimers(WorkloadId id) {
    if (!protects)
        return;
    const Job& job = jobs[id];
    std::vector<Duration> spans{settings.minRuntime};
    for (BranchId branch = job.leaf(); branch != kNoBranch; branch = tree[branch].parent)
        if (const auto& own = tree.quotaOf(branch).policy.minRuntime)
            spans.push_back(*own);
    std::sort(spans.begin(), spans.end());
    spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    for (const Duration span : spans)
        if (span > 0 && *job.start() + span > now)
            setTimer({*job.start() + span, Timer::Kind::protection, id, job.timer});
}

void EngineState::move(WorkloadId id, std::vector<Seat> seats) {
    Job& job = jobs[id];
    JobRuns& runs = jobs.runsOf(job);
    runs.done += keptWork(job);
    unregisterRunning(id);
    runs.seats = std::move(seats);
    runs.startedInPass = pass;
    run(id);
}

void EngineState::grow(WorkloadId id, Seat seat) {
    Job& job = jobs[id];
    int place = 0;
    while (static_cast<std::size_t>(place) < job.marks().size() &&
           job.marks()[static_cast<std::size_t>(place)].place == place)
        ++place;
    JobRuns& runs = jobs.runsOf(job);
    runs.seats.insert(runs.seats.begin() + place, std::move(seat));
    runs.marks.insert(runs.marks.begin() + place, {place, now});
    books.place(tree, placedBy(job, place), +1);
    if (static_cast<int>(job.seats().size()) >= job.replicas())
        hungry.erase(job.leaf(), Place::of(job, id));
    updateWanted(job);
    chargeCaps(job, job.slot().request.gpu);
    sleep.placed(*this, job);
    ++places;
}

void EngineState::shed(WorkloadId id, int replica, std::uint64_t record, Instant until) {
    Job& job = jobs[id];
    lift(id, replica);
    Leaving part{until, record, 0, false, {}, {}};
    const auto at = static_cast<std::ptrdiff_t>(replica);
    JobRuns& runs = jobs.runsOf(job);
    part.seats.push_back(std::move(runs.seats[static_cast<std::size_t>(replica)]));
    part.marks.push_back(runs.marks[static_cast<std::size_t>(replica)]);
    runs.seats.erase(runs.seats.begin() + at);
    runs.marks.erase(runs.marks.begin() + at);
    if (static_cast<int>(job.seats().size()) < job.replicas())  // others may have grown beside it
        hungry.insert(job.leaf(), Place::of(job, id));
    updateWanted(job);
    chargeCaps(job, -job.slot().request.gpu);
    sleep.released(*this, job.leaf());
    ++places;
    if (record != 0) {
        ground.stopping(part.seats.front(), job.slot(), +1);
        books.shift(tree, job.leaf(), +job.slot().request.gpu, job.idle());
        setTimer({part.until, Timer::Kind::grace, id, 0});
        leaving[id].push_back(std::move(part));
    }
}

void EngineState::stop(WorkloadId id) {
    Job& job = jobs[id];
    const Gpu held = job.heldGpu();
    JobRuns& runs = jobs.runsOf(job);
    if (!runs.stopUntil) {
        unregisterRunning(id);
        lift(id);
    }
    runs.seats.clear();
    runs.marks.clear();
    if (const auto left = leaving.find(id); left != leaving.end()) {
        for (const Leaving& part : left->second)
            gone(id, part);
        leaving.erase(left);
    }
    runs.stopUntil.reset();
    job.phase = Phase::known;
    ++job.timer;
    updateWanted(job);
    chargeCaps(job, -held);
    sleep.released(*this, job.leaf());
}

void EngineState::tellToStop(WorkloadId id, std::uint64_t record, GpuTime moved, Instant until) {
    Job& job = jobs[id];
    const Gpu held = job.heldGpu();
    unregisterRunning(id);
    lift(id);
    for (const Seat& seat : job.seats())
        ground.stopping(seat, job.slot(), +1);
    books.shift(tree, job.leaf(), +held, job.idle());
    JobRuns& runs = jobs.runsOf(job);
    runs.stopUntil = until;
    setTimer({until, Timer::Kind::grace, id, 0});
    leaving[id].push_back(
        {until, record, moved, true, std::move(runs.seats), std::move(runs.marks)});
    runs.seats.clear();
    runs.marks.clear();
    updateWanted(job);
    chargeCaps(job, -held);
    sleep.released(*this, job.leaf());
}

void EngineState::gone(WorkloadId id, const Leaving& part) {
    const Job& job = jobs[id];
    for (const Seat& seat : part.seats)
        ground.stopping(seat, job.slot(), -1);
    books.shift(tree, job.leaf(), -job.slot().request.gpu * static_cast<Gpu>(part.seats.size()),
                job.idle());
    ++places;
}

}  // namespace apportion
