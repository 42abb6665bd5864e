// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what quotas were entitled to and wanted they had, over a run.
#pragma once

#include <vector>

#include "core/sim/int128.h"
#include "core/sim/simulation.h"

namespace apportion {

// Integral of min(used, fair share) over that of min(wanted, fair share), where wanted is used and
// pending. Each step costs a look at all quotas.
class ShareKept {
public:
    // Before the simulation steps to `next`: nothing changes until then.
    void before(const Simulation& simulation, Instant next);
    // Millionths by quota; all of them where nothing was wanted.
    std::vector<std::int64_t> finish(const Simulation& simulation);

private:
    void countUntil(const Engine& engine, Instant at);

    Instant since_ = 0;
    std::vector<Int128> had_, wanted_;
};

}  // namespace apportion
