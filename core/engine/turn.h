// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 9 for one leaf in one pass: whom its queueing policy names next. Workloads are asked in
// queue order; who was asked is not asked again until start() is called anew.
#pragma once

#include <optional>
#include <set>

#include "core/engine/queue.h"
#include "core/engine/state.h"

namespace apportion {

class Turn {
public:
    Turn() = default;
    Turn(const EngineState* state, BranchId leaf) : state_(state), leaf_(leaf) {}

    // Everybody may be asked (again).
    void start();
    // Who would be asked next.
    std::optional<WorkloadId> candidate() const;
    // Whether the queueing policy lets a workload of the queue be asked at all.
    bool names(WorkloadId id) const { return named(Place::of(state_->job(id), id)); }
    // The candidate was asked.
    void asked(WorkloadId id);
    // The candidate's shape failed under the present stamp, so it fails too, and with it all that
    // follow of barred shapes with no larger a request: they would be asked at once, one by one.
    void skipBarred(WorkloadId id);
    // Somebody came (back) into the queue during the pass.
    void joined(WorkloadId id);

private:
    bool named(const Place& place) const;
    const Queue& queue() const { return state_->queues[static_cast<std::size_t>(leaf_)]; }
    bool barred(const Queue::Line& line) const { return line.barred == state_->stamp; }

    const EngineState* state_ = nullptr;
    BranchId leaf_ = kNoBranch;
    Place from_ = Place::begin();  // all before it were asked, but for those in joined_
    std::set<Place> joined_;
};

// How many from the head on a leaf with queueing "balance" asks (its window), and who they are.
std::vector<WorkloadId> balanceWindow(const EngineState& state, BranchId leaf);

}  // namespace apportion
