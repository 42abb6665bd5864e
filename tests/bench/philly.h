// SPDX-License-Identifier: GPL-3.0-or-later
// The Philly trace as a scenario, also several times one after the other.
#pragma once

#include <cstdint>
#include <memory>

#include "core/model/scenario.h"
#include "core/sim/replay/replay_options.h"

namespace apportion::bench {

struct PhillyRun {
    PoolShape pool;
    ReplayQuotas quotas = ReplayQuotas::none;
    Queueing queueing = Queueing::fifo;
    std::int64_t jobs = 82'247;  // the first so many; more than there are: from the start again
    JobsAs as = JobsAs::workloads;
    bool atOnce = false;  // a thousand are submitted every second
    bool gangs = false;   // one in fourteen asks for 10, 20 or 50 GPUs, and is the shorter for it
};

std::shared_ptr<const Scenario> phillyOn(const PhillyRun& run);

}  // namespace apportion::bench
