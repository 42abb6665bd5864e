// SPDX-License-Identifier: GPL-3.0-or-later
// What a replay derives a scenario from, besides the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/quota.h"
#include "core/model/scenario.h"
#include "core/model/trace.h"

namespace apportion {

// `nodes` equal machines of `gpus` devices each.
struct PoolShape {
    int nodes = 1;
    std::int64_t gpus = 0;
    friend bool operator==(const PoolShape&, const PoolShape&) = default;
};

// "60x8". Nothing if it is no such text or beyond 100,000 nodes or 1,000,000 GPUs in all.
std::optional<PoolShape> poolShape(std::string_view text);
// Whether it is such a text, whatever the numbers.
bool isPoolShape(std::string_view text);

// none: one root for all. groups: a child of it for every group of the trace.
enum class ReplayQuotas { none, groups };

// How the capacity is divided into the guarantees of groups.
enum class GuaranteeBy {
    demand,  // by the group's GPU-seconds
    p95,     // by the GPUs that the group would use at most for 95 % of the time, if nobody waited
    equal,   // the same for every group
    given,   // as listed
};

// "demand", "p95" or "equal". Nothing for any other text, which then names a file.
std::optional<GuaranteeBy> guaranteeBy(std::string_view text);

// As what the jobs stand in the scenario: as workloads, or as recorded work, which takes a fourth
// of the memory and is enough to run it.
enum class JobsAs { workloads, recorded };

struct ReplayOptions {
    PoolShape pool;
    std::vector<NodeGroup> nodes;  // instead of `pool`, if there are any
    ReplayQuotas quotas = ReplayQuotas::none;
    GuaranteeBy guaranteeBy = GuaranteeBy::demand;
    // For `given`. A group that is not listed has a quota of its own, with nothing guaranteed.
    std::vector<GroupGuarantee> guarantees;
    OverQuota overQuota = OverQuota::on;
    Queueing queueing = Queueing::roundRobin;
    bool consolidation = false;         // jobs may be moved to make room (rule 10)
    std::optional<std::int64_t> first;  // only the first so many jobs by time
    // Instead of all of the above but `first`: nodes, quotas and workspaces are its, and jobs go
    // to the quota that has the name or the team of their group, or to the only one there is, in
    // the first workspace that has it and their user.
    std::optional<Scenario> base;
};

}  // namespace apportion
