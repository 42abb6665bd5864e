// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/priority_rise.h"

#include <algorithm>

#include "core/engine/runs_on.h"
#include "core/view/awaiting_approval.h"
#include "core/view/explain/replicas_before.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

bool among(const std::vector<WorkloadId>& ids, WorkloadId id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::vector<std::string> evictedIn(const Engine& engine, const Decisions& made) {
    std::vector<WorkloadId> ids;
    for (const Taken& taken : made.taken)
        if (taken.rule != EvictionRule::consolidation)
            ids.push_back(taken.victim);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<std::string> names;
    names.reserve(ids.size());
    for (const WorkloadId id : ids)
        names.push_back(engine.workload(id).name);
    return names;
}

// Its turn in a queue, or whom it may take from, is what it waits for.
bool mayHelp(const std::optional<Reason>& reason) {
    return reason && !neverStarts(reason->code) && reason->code != ReasonCode::waitingForVictims;
}

}  // namespace

PriorityRises riseThatStarts(Project project, const std::string& workload, Moment now,
                             const RiseBounds& bounds) {
    PriorityRises rises;
    const auto work =
        std::find_if(project.work.begin(), project.work.end(),
                     [&](const ProjectWorkload& each) { return each.spec.name == workload; });
    if (work == project.work.end() || work->needsApproval() ||
        work->run.state != WorkloadState::pending)
        return rises;
    std::size_t loaded = 0;
    std::int64_t searched = 0;
    const int from = work->spec.priority;
    for (int to = from; to <= kHighestPriority; ++to) {
        if (to > from &&
            (loaded + project.work.size() > bounds.loaded || searched > bounds.steps)) {
            rises.proven = false;
            break;
        }
        loaded += project.work.size();
        work->spec.priority = to;
        Engine engine = engineOf(project, now);
        engine.keepRunnerUp(false);
        const ReplicasBefore ran(engine);
        const Decisions made = engine.step(engine.now(), {});
        searched += engine.searched();
        const auto id = engine.findWorkload(workload);
        if (!id)
            break;
        if (to == from) {
            if (engine.state(*id) != WorkloadState::pending || !mayHelp(engine.reason(*id)))
                break;
            continue;
        }
        ++rises.trials;
        if (among(made.started, *id) || among(made.booked, *id)) {
            rises.least = {from, to, evictedIn(engine, made),
                           runsOnAfter(
                               made.taken, [&](WorkloadId victim) { return engine.name(victim); },
                               [&](WorkloadId victim) { return ran.of(victim); }),
                           among(made.started, *id) ? 0 : engine.settings().gracePeriod};
            break;
        }
    }
    return rises;
}

}  // namespace apportion
