// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a scenario file says: a pool, its quotas and work, and what happens over time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/event.h"
#include "core/model/node.h"
#include "core/model/quota.h"
#include "core/model/recorded_work.h"
#include "core/model/settings.h"
#include "core/model/workload.h"
#include "core/model/workspace.h"

namespace apportion {

inline constexpr int kScenarioFormat = 1;
inline constexpr int kRulesRevision = 2;

struct Scenario {
    std::string name;
    std::string epoch;  // ISO 8601 moment of time 0 as written, for display; empty = none
    Settings settings;
    std::vector<NodeGroup> nodes;
    std::vector<Quota> quotas;  // file order = order of creation
    std::vector<Workspace> workspaces;
    std::vector<Workload> workloads;  // file order
    // Behind them, in file order; nothing = none. Only what is run or written immediately has any:
    // whoever looks at the workloads of a scenario, or changes it, wants them listed.
    std::shared_ptr<const RecordedWork> recorded;
    std::vector<Event> events;     // file order
    std::optional<Instant> until;  // nothing = until nothing can change any more

    std::size_t workloadCount() const {
        return workloads.size() + (recorded ? recorded->size() : 0);
    }
    // Makes workloads of what is recorded.
    void listRecorded();
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace apportion
