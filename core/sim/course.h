// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to a run from outside besides submissions: the part of a scenario that most changes
// are about, apart from the work, which is large and shared.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/model/scenario.h"

namespace apportion {

// A quota that is not there until a moment, and then before anything else of it, with what is
// submitted from then on.
struct JoiningQuota {
    Instant at = 0;
    Quota quota;
    std::vector<Workload> workloads;
};

struct Course {
    std::shared_ptr<const std::vector<Event>> events;  // those of one moment in this order
    std::optional<Instant> until;                      // nothing = until nothing can change
    // Nodes behind the scenario's that are not in the pool until an event lets them join it.
    std::vector<Node> toJoin;
    // Quotas and work behind the scenario's, by time.
    std::vector<JoiningQuota> quotasToJoin = {};
};

// The scenario's own; shares its events.
inline Course courseOf(const std::shared_ptr<const Scenario>& scenario) {
    return {{scenario, &scenario->events}, scenario->until, {}, {}};
}

}  // namespace apportion
