// SPDX-License-Identifier: GPL-3.0-or-later
// Who of all that wait in a run has waited longest, followed from step to step: to ask all of them
// at every instant would cost more than the run.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <queue>

#include "core/sim/simulation.h"
#include "core/view/view.h"

namespace apportion {

class LongestWait {
public:
    explicit LongestWait(const Scenario& scenario);

    // After each step. As History::waitsSince has it.
    Instant after(const Simulation& run);

private:
    using Waiting = std::pair<Instant, WorkloadId>;  // since when, and who

    void add(const Engine& engine, WorkloadId id);

    std::vector<WorkloadId> arrivals_;  // by time of submission
    std::size_t arrived_ = 0;
    // With some that no longer wait.
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

}  // namespace apportion
