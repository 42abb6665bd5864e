// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/run_now.h"

#include "core/change/run_facts.h"

namespace apportion {

bool isAlive(WorkloadState state) {
    return state == WorkloadState::pending || state == WorkloadState::running;
}

WorkloadRun runNow(const Engine& engine, WorkloadId id, WorkloadRun run, Moment base, Moment at) {
    countUse(run, at);
    const WorkloadOutcome status = engine.status(id);
    const Past past = engine.past(id);
    const auto moment = [base](const std::optional<Instant>& time) {
        return time ? std::optional(*time + base) : std::nullopt;
    };
    run.state = status.state;
    run.start = moment(status.start);
    run.stopping = moment(status.stopping);
    run.waitingSince = moment(past.waitingSince);
    run.waited = past.waited;
    // The engine forgets it at the end.
    if (run.state != WorkloadState::finished && run.state != WorkloadState::cancelled)
        run.done = past.done;
    run.preemptions = past.preemptions;
    run.placements = status.placements;
    run.devices.clear();
    for (DeviceSeat& seat : engine.seats(id))
        run.devices.push_back(std::move(seat.devices));
    run.replicas.clear();
    for (const Past::Replica& replica : past.replicas)
        run.replicas.push_back({replica.place, replica.since + base, moment(replica.stopping)});
    if (run.state != WorkloadState::running)
        run.counted = 0;
    if (!run.firstStart && run.state == WorkloadState::running)
        run.firstStart = run.start;
    return run;
}

WorkloadRun::Ties tiesOf(const Engine& engine, WorkloadId id, Moment base) {
    const Past past = engine.past(id);
    WorkloadRun::Ties ties;
    if (past.inWindow)
        ties.inWindow = *past.inWindow + base;
    ties.booked = past.booked;
    if (past.lastTaker != kNobody && isAlive(engine.state(past.lastTaker))) {
        const Workload& taker = engine.workload(past.lastTaker);
        ties.lastTaker = taker.name;
        ties.takerSubmitted = taker.waitsSince() + base;
    }
    return ties;
}

}  // namespace apportion
