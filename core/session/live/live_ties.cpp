// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine remembers of a run beside where it is: bookings, windows, who took it last.
#include "core/session/live/live_pool.h"
#include "core/view/run_now.h"

namespace apportion {

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
        if ((known == tied_.end() ? WorkloadRun::Ties{} : known->second) !=
            tiesOf(*engine_, id, base_))
            changed.insert(id);
    }
    return changed;
}

}  // namespace apportion
