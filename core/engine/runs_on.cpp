// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/runs_on.h"

#include <map>

namespace apportion {

namespace {

struct Losses {
    int replicas = 0;
    bool moves = false;
    bool ends = false;
};

}  // namespace

RunsOn runsOnAfter(const std::vector<Taken>& taken,
                   const std::function<std::string(WorkloadId)>& name,
                   const std::function<int(WorkloadId)>& ran) {
    std::map<WorkloadId, Losses> all;
    for (const Taken& each : taken) {
        Losses& losses = all[each.victim];
        if (each.rule == EvictionRule::consolidation)
            losses.moves = true;
        else if (each.rule == EvictionRule::elastic)  // a replica each
            ++losses.replicas;
        else
            losses.ends = true;
    }
    RunsOn runsOn;
    for (const auto& [victim, losses] : all) {
        if (losses.ends)
            continue;
        if (losses.replicas > 0)
            runsOn.fewer.push_back({name(victim), losses.replicas, ran(victim)});
        if (losses.moves)
            runsOn.moved.push_back(name(victim));
    }
    return runsOn;
}

}  // namespace apportion
