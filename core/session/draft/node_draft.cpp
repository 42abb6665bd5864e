// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/node_draft.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/engine.h"
#include "core/sim/eviction_message.h"

namespace apportion {

namespace {

// What came of an engine between now and the end of the grace period.
struct Course {
    std::map<WorkloadId, Eviction> taken;  // the first of each
    std::map<WorkloadId, GpuTime> stoppedLoss;
    std::set<WorkloadId> started;
};

void note(const Engine& engine, const Decisions& made, Course& course) {
    for (const Taken& each : made.taken)
        if (each.rule != EvictionRule::consolidation)
            course.taken.emplace(each.victim, evictionRecord(engine, each, made.at));
    for (const Stopped& each : made.stopped)
        course.stoppedLoss[each.workload] += each.lost;
    course.started.insert(made.started.begin(), made.started.end());
}

void goOn(Engine& engine, Instant until, Course& course) {
    while (const auto timer = engine.nextTimer()) {
        if (*timer > until)
            break;
        note(engine, engine.step(*timer, {}), course);
    }
}

bool isOn(const Engine& engine, WorkloadId id, std::size_t node) {
    const auto seats = engine.seats(id);
    return std::any_of(seats.begin(), seats.end(),
                       [node](const DeviceSeat& seat) { return seat.node == node; });
}

std::vector<std::string> nodesOf(const Engine& engine, WorkloadId id) {
    std::vector<std::string> names;
    for (const DeviceSeat& seat : engine.seats(id)) {
        const std::string& name = engine.nodes()[seat.node].name;
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

// What an eviction costs, with the work that a grace period lost on top.
GpuTime lossOf(const Course& course, WorkloadId id, const Eviction& eviction) {
    const auto later = course.stoppedLoss.find(id);
    return eviction.lost + (later != course.stoppedLoss.end() ? later->second : 0);
}

NodeDraft::Leaver leaver(const Engine& after, WorkloadId id, const Eviction& eviction,
                         const Course& course, Instant stops) {
    NodeDraft::Leaver leaver;
    leaver.workload = eviction.victim;
    leaver.quota = after.quota(after.quotaOf(id)).name;
    leaver.gpu = eviction.gpu;
    leaver.lost = lossOf(course, id, eviction);
    leaver.stops = stops;
    const WorkloadState state = after.state(id);
    leaver.fate = state == WorkloadState::running    ? NodeDraft::Fate::movesOn
                  : state == WorkloadState::finished ? NodeDraft::Fate::ends
                                                     : NodeDraft::Fate::waits;
    if (leaver.fate == NodeDraft::Fate::movesOn)
        leaver.to = nodesOf(after, id);
    return leaver;
}

}  // namespace

NodeDraft draftNodeState(const Engine& engine, Instant at, const std::string& node,
                         NodeState state) {
    NodeDraft draft;
    draft.node = node;
    draft.state = state;
    draft.at = at;
    const Duration grace = state == NodeState::draining ? engine.settings().gracePeriod : 0;
    draft.until = at + grace;

    Engine without = engine;
    Engine with = engine;
    without.keepRunnerUp(false);
    with.keepRunnerUp(false);
    Course plain;
    Course changed;
    note(without, without.step(at, {}), plain);
    const Input input{EventAction{NodeEvent{node, state}}};
    const Decisions made = with.step(at, {&input, 1});
    draft.refusal = made.events.front();
    if (draft.refusal)
        return draft;
    note(with, made, changed);
    goOn(without, draft.until, plain);
    goOn(with, draft.until, changed);

    for (const auto& [id, eviction] : changed.taken) {
        if (plain.taken.contains(id))
            continue;
        if (eviction.rule == EvictionRule::node)
            draft.leavers.push_back(leaver(with, id, eviction, changed, eviction.at + grace));
        else
            draft.others.push_back({eviction.victim, with.quota(with.quotaOf(id)).name,
                                    eviction.gpu, lossOf(changed, id, eviction), eviction.why});
    }
    for (const WorkloadId id : changed.started)
        if (!plain.started.contains(id) && !changed.taken.contains(id))
            draft.started.push_back(with.workload(id).name);
    const auto& nodes = engine.nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(),
                                    [&](const Node& each) { return each.name == node; });
    const auto index = static_cast<std::size_t>(found - nodes.begin());
    for (const WorkloadId id : with.running())
        if (isOn(with, id, index))
            draft.stays.push_back(with.workload(id).name);
    draft.capacityBefore = without.capacity();
    draft.capacityAfter = with.capacity();
    draft.before = nodeMapOf(without, {}).room;
    draft.after = nodeMapOf(with, {}).room;
    return draft;
}

}  // namespace apportion
