// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/unproven.h"

#include <algorithm>

namespace apportion {

std::int64_t unprovenWaits(const Simulation& simulation) {
    const Engine& engine = simulation.engine();
    std::int64_t count = 0;
    for (QuotaId quota = 0; quota < engine.quotaCount(); ++quota) {
        const auto waiting = engine.waiting(quota);
        count += std::count_if(waiting.begin(), waiting.end(), [&](WorkloadId id) {
            const auto reason = engine.reason(id);
            return reason && reason->message.code == "no-eligible-victims.unproven";
        });
    }
    return count;
}

}  // namespace apportion
