// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/node_draft.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/engine.h"
#include "core/sim/eviction_message.h"
#include "core/view/explain/never_again.h"

namespace apportion {

namespace {

struct Hit {
    Eviction record;    // the first; what the later ones cost stands in it, too
    Instant stops = 0;  // later than it was decided where there is a grace period
    int replicas = 0;   // that it gives up one by one
};

// What came of an engine between now and the end of the grace period.
struct NodeCourse {
    std::map<WorkloadId, Hit> taken;
    std::set<WorkloadId> started;
};

void noteTaken(const Engine& engine, const Taken& taken, Instant at, NodeCourse& course) {
    if (taken.rule == EvictionRule::consolidation)
        return;
    const auto [hit, isFirst] = course.taken.try_emplace(taken.victim);
    Hit& known = hit->second;
    known.replicas += taken.rule == EvictionRule::elastic ? 1 : 0;
    known.stops = taken.stopping ? at + engine.settings().gracePeriod : at;
    if (isFirst) {
        known.record = evictionRecord(engine, taken, at);
        return;
    }
    known.record.lost += taken.lost;
    if (taken.rule == EvictionRule::elastic)  // another replica of it
        known.record.gpu += taken.gpu;
}

void note(const Engine& engine, const Decisions& made, NodeCourse& course) {
    for (const Stopped& each : made.stopped)
        if (const auto hit = course.taken.find(each.workload); hit != course.taken.end())
            hit->second.record.lost += each.lost;
    for (const Taken& each : made.taken)
        noteTaken(engine, each, made.at, course);
    course.started.insert(made.started.begin(), made.started.end());
}

void goOn(Engine& engine, Instant until, NodeCourse& course) {
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

// Where it is when it has stopped, not what was done to it on the way (rule 25).
NodeDraft::Fate fateOf(const Engine& before, const Engine& after, WorkloadId id, const Hit& hit) {
    const WorkloadState state = after.state(id);
    if (state == WorkloadState::finished)
        return NodeDraft::Fate::ends;
    if (state != WorkloadState::running)
        return NodeDraft::Fate::waits;
    return hit.record.rule == EvictionRule::elastic && after.held(id) < before.held(id)
               ? NodeDraft::Fate::shrinks
               : NodeDraft::Fate::movesOn;
}

NodeDraft::Leaver leaver(const Engine& before, const Engine& after, WorkloadId id, const Hit& hit) {
    NodeDraft::Leaver leaver;
    leaver.workload = hit.record.victim;
    leaver.quota = after.quota(after.quotaOf(id)).name;
    leaver.gpu = hit.record.gpu;
    leaver.lost = hit.record.lost;
    leaver.stops = hit.stops;
    leaver.fate = fateOf(before, after, id, hit);
    if (leaver.fate == NodeDraft::Fate::movesOn)
        leaver.to = nodesOf(after, id);
    if (leaver.fate == NodeDraft::Fate::shrinks) {
        leaver.replicas = hit.replicas;
        leaver.of = before.replicasRunning(id);
    }
    if (leaver.fate == NodeDraft::Fate::waits)
        leaver.never = neverAgain(after, id);
    if (hit.record.rule != EvictionRule::node)
        leaver.why = hit.record.why;
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
    NodeCourse plain;
    NodeCourse changed;
    note(without, without.step(at, {}), plain);
    const Input input{EventAction{NodeEvent{node, state}}};
    const Decisions made = with.step(at, {&input, 1});
    draft.refusal = made.events.front();
    if (draft.refusal)
        return draft;
    note(with, made, changed);
    goOn(without, draft.until, plain);
    goOn(with, draft.until, changed);

    // Who was evicted for a leaver that started late has its own grace period behind that.
    Engine ahead = with;
    NodeCourse behind = changed;
    goOn(ahead, draft.until + grace, behind);
    for (const auto& [id, hit] : changed.taken) {
        if (plain.taken.contains(id))
            continue;
        const bool isLate = hit.stops > draft.until;
        auto& list = hit.record.rule == EvictionRule::node ? draft.leavers : draft.others;
        list.push_back(
            leaver(engine, isLate ? ahead : with, id, isLate ? behind.taken.at(id) : hit));
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
