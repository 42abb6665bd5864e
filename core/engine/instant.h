// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 25 and 26: everything that happens at one instant, in order, until nothing changes.
#pragma once

#include <span>
#include <vector>

#include "core/engine/state.h"

namespace apportion {

// Fills in what came of it; `made` may hold an older answer.
void runInstant(EngineState& state, Instant at, std::span<const Input> inputs, Decisions& made);
inline Decisions runInstant(EngineState& state, Instant at, std::span<const Input> inputs) {
    Decisions made;
    runInstant(state, at, inputs, made);
    return made;
}

// Events. Nothing = applied, else why it is refused; a refused event changes nothing.
std::optional<Message> applyEvent(EngineState& state, const EventAction& action, Decisions& made);

// Limit or lend against the guarantee of one quota; nothing = in order.
std::optional<Message> refuseSizes(const Quota& quota);

// Rule 22.
std::optional<Message> applyNode(EngineState& state, const NodeEvent& event);
// What runs on a node that is down or draining waits again.
void emptyNode(EngineState& state, NodeId node);

// Rule 21: of running workloads above a bound that a change lowers.
struct BelowUsage {
    ScaleMode mode = ScaleMode::refuse;
    Duration after = 0;        // reclaim only
    bool limitsAlone = false;  // the bounds that count
};
// The changed tree takes the place of the present one. Nothing = applied, else why it is refused.
std::optional<Message> adopt(EngineState& state, Tree tree, const BelowUsage& below);
std::optional<Message> applyScale(EngineState& state, const ScaleEvent& event);
// The delay of a scale is over: what still breaks its bounds goes.
void finishScale(EngineState& state, PendingScale& pending);
// Those that wait for their delay and would take something now.
std::vector<PendingReclaim> pendingReclaims(const EngineState& state);

}  // namespace apportion
