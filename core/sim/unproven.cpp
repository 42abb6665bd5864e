// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/unproven.h"

#include <algorithm>

namespace apportion {

std::int64_t unprovenWaits(const Simulation& simulation) {
    const Engine& engine = simulation.engine();
    const Argument notProven{"proven", Value::ofFlag(false)};
    std::int64_t count = 0;
    for (QuotaId quota = 0; quota < engine.quotaCount(); ++quota) {
        const auto waiting = engine.waiting(quota);
        count += std::count_if(waiting.begin(), waiting.end(), [&](WorkloadId id) {
            const auto reason = engine.reason(id);
            if (!reason)
                return false;
            const auto& arguments = reason->message.arguments;
            return std::find(arguments.begin(), arguments.end(), notProven) != arguments.end();
        });
    }
    return count;
}

}  // namespace apportion
