// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/session/live/live_start.h"

namespace apportion::testing {

// Whose whole run is taken.
inline std::vector<std::string> evictedBy(const LiveStart& start) {
    std::vector<std::string> names;
    for (const Effect::Hit& hit : start.effect.evicted)
        if (hit.replicas == 0)
            names.push_back(hit.workload);
    return names;
}

inline bool changesNothing(const LiveStart& start) {
    return !start.effect.touchesOthers() && start.effect.rejected.empty() && start.due.empty() &&
           start.ended.empty() && start.held.empty() && start.foreign.empty();
}

}  // namespace apportion::testing
