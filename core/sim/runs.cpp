// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/runs.h"

namespace apportion {

void Runs::open(WorkloadId id, Instant start, std::vector<Placement> placements) {
    if (!keep_)
        return;
    if (id >= runs_.size())
        runs_.resize(id + 1);
    runs_[id].push_back({start, {}, std::move(placements), {}});
}

void Runs::replace(WorkloadId id, std::vector<Placement> placements) {
    if (id < runs_.size() && !runs_[id].empty())
        runs_[id].back().placements = std::move(placements);
}

void Runs::close(WorkloadId id, Instant end, std::string_view endedBy) {
    if (id >= runs_.size() || runs_[id].empty())
        return;
    runs_[id].back().end = end;
    runs_[id].back().endedBy = endedBy;
}

std::vector<Run> Runs::of(WorkloadId id) const {
    return id < runs_.size() ? runs_[id] : std::vector<Run>{};
}

}  // namespace apportion
