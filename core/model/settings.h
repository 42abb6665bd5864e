// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a pool; the defaults are those of the scenario file.
#pragma once

#include <optional>

#include "core/model/quantity.h"

namespace apportion {

enum class PlacementPolicy { binpack, spread };

struct Settings {
    PlacementPolicy placement = PlacementPolicy::binpack;
    bool consolidation = true;  // may move preemptible workloads (rule 10)
    // Most of its run that a move costs a workload (rule 10); nothing = any.
    std::optional<Duration> moveLoss = 600 * kSecond;
    Duration gracePeriod = 0;                 // what a victim keeps after it is told to stop
    Duration minRuntime = 0;                  // safe from reclaim and preemption (rule 18)
    Duration balanceTimeout = 180 * kSecond;  // queueing "balance": patience of the head
    Duration agingInterval = 600 * kSecond;   // queueing "intelligent": +1 priority each
    friend bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace apportion
