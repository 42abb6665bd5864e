// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 22: nodes become ready or cordoned, are drained, or go down, join the pool and leave it.
#include <algorithm>

#include "core/engine/instant.h"
#include "core/engine/takeback.h"

namespace apportion {
namespace {

bool on(const std::vector<Seat>& seats, NodeId node) {
    return std::any_of(seats.begin(), seats.end(),
                       [node](const Seat& seat) { return seat.node == node; });
}

void lose(EngineState& state, WorkloadId id, NodeId node) {
    const bool gone = state.fleet.use(node).state == NodeState::down;
    const Job& job = state.job(id);
    if (job.phase == Phase::booked) {
        if (!on(job.seats(), node))
            return;
        state.lapse(id);
        forgetTaker(state, id);
        return;
    }
    const auto left = state.leaving.find(id);
    const bool stopsThere =
        left != state.leaving.end() &&
        std::any_of(left->second.begin(), left->second.end(),
                    [node](const Leaving& part) { return on(part.seats, node); });
    if (job.stopUntil()) {
        if (stopsThere && gone)
            stopNow(state, id);
    } else if (on(job.seats(), node)) {
        Taken record;
        record.victim = id;
        record.rule = EvictionRule::node;
        record.quota = job.quota();
        record.node = node;
        takeBack(state, std::move(record), gone ? Grace::none : Grace::asSet);
        forgetTaker(state, id);
    } else if (stopsThere && gone) {
        stopNowOn(state, id, node);
    }
}

// What could ever be held is another question then (rule 5).
void moveNode(EngineState& state, NodeId node, NodeMove move) {
    if (move == NodeMove::joins)
        state.elsewhere.erase(node);
    else
        state.elsewhere.insert(node);
    state.assignNodes();
    state.refresh();
}

}  // namespace

void emptyNode(EngineState& state, NodeId node) {
    for (const WorkloadId id : state.jobs.living())
        if (state.job(id).phase == Phase::running || state.job(id).phase == Phase::booked)
            lose(state, id, node);
}

std::optional<Message> applyNode(EngineState& state, const NodeEvent& event) {
    const auto node = state.fleet.find(event.node);
    if (!node)
        return Message{"not-found.node", {{"name", Value::ofText(event.node)}}};
    if (event.move == NodeMove::stays && state.elsewhere.contains(*node))
        return Message{"not-found.node-elsewhere", {{"name", Value::ofText(event.node)}}};
    if (state.fleet.use(*node).state != event.state)
        state.nodeSince[*node] = state.now;
    state.fleet.setState(*node, event.state);
    if (event.state == NodeState::down || event.state == NodeState::draining)
        emptyNode(state, *node);
    if (event.move != NodeMove::stays)
        moveNode(state, *node, event.move);
    ++state.places;
    state.sleep.wakeAll(state);
    return std::nullopt;
}

}  // namespace apportion
