// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/plan_metrics.h"

#include <algorithm>
#include <array>

namespace apportion {

Duration bucketOf(const Scenario& scenario, std::optional<Instant> until) {
    constexpr Duration kMinute = 60 * kSecond;
    constexpr std::array<Duration, 9> kSteps{1, 5, 15, 30, 60, 120, 360, 720, 1440};
    Instant end = until.value_or(0);
    if (!until)
        for (const Workload& workload : scenario.workloads)
            end = std::max(end, workload.submit);
    for (const Duration step : kSteps)
        if (end / (step * kMinute) <= 200)
            return step * kMinute;
    return kSteps.back() * kMinute;
}

}  // namespace apportion
