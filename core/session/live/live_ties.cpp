// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine remembers of a run beside where it is: bookings, windows, who took it last.
#include "core/session/live/live_pool.h"

namespace apportion {

namespace {

bool isAlive(WorkloadState state) {
    return state == WorkloadState::pending || state == WorkloadState::running;
}

}  // namespace

WorkloadRun::Ties LivePool::tiesOf(WorkloadId id) const {
    const Past past = engine_->past(id);
    WorkloadRun::Ties ties;
    if (past.inWindow)
        ties.inWindow = *past.inWindow + base_;
    ties.booked = past.booked;
    if (past.lastTaker != kNobody && isAlive(engine_->state(past.lastTaker))) {
        const Workload& taker = engine_->workload(past.lastTaker);
        ties.lastTaker = taker.name;
        ties.takerSubmitted = taker.submit + base_;
    }
    return ties;
}

void LivePool::keepTies(const std::string& name, const WorkloadRun::Ties& ties) {
    if (ties == WorkloadRun::Ties{})
        tied_.erase(name);
    else
        tied_[name] = ties;
}

std::set<WorkloadId> LivePool::retied() const {
    std::set<WorkloadId> maybe;
    for (const WorkloadId id : engine_->tied())
        maybe.insert(id);
    for (const auto& [name, ties] : tied_)
        if (const auto id = engine_->findWorkload(name))
            maybe.insert(*id);
    std::set<WorkloadId> changed;
    for (const WorkloadId id : maybe) {
        if (!isAlive(engine_->state(id)))
            continue;
        const auto known = tied_.find(engine_->workload(id).name);
        if ((known == tied_.end() ? WorkloadRun::Ties{} : known->second) != tiesOf(id))
            changed.insert(id);
    }
    return changed;
}

}  // namespace apportion
