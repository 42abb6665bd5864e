// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine remembers of a run beside where it is: bookings, windows, who took it last.
#include "core/session/live/live_pool.h"
#include "core/session/project/refuse.h"

namespace apportion {

WorkloadRun::Ties LivePool::tiesOf(WorkloadId id, const Project& project) const {
    const Past past = engine_->past(id);
    WorkloadRun::Ties ties;
    if (past.inWindow)
        ties.inWindow = *past.inWindow + base_;
    ties.booked = past.booked;
    if (past.lastTaker != kNobody)
        if (const ProjectWorkload* taker =
                findWork(project, engine_->workload(past.lastTaker).name)) {
            ties.lastTaker = taker->spec.name;
            ties.takerSubmitted = taker->run.submitted;
        }
    return ties;
}

std::set<WorkloadId> LivePool::retied(const Project& project) const {
    std::set<WorkloadId> maybe;
    for (const WorkloadId id : engine_->tied())
        maybe.insert(id);
    for (const std::string& name : tied_)
        if (const auto id = engine_->findWorkload(name))
            maybe.insert(*id);
    std::set<WorkloadId> changed;
    for (const WorkloadId id : maybe) {
        const WorkloadState state = engine_->state(id);
        if (state != WorkloadState::pending && state != WorkloadState::running)
            continue;
        const ProjectWorkload* work = findWork(project, engine_->workload(id).name);
        if (work != nullptr && work->run.ties != tiesOf(id, project))
            changed.insert(id);
    }
    return changed;
}

}  // namespace apportion
