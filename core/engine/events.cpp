// SPDX-License-Identifier: GPL-3.0-or-later
// Policies and ends from outside (rules 22 and 25).
#include <algorithm>

#include "core/engine/instant.h"
#include "core/engine/takeback.h"
#include "core/model/validate.h"

namespace apportion {
namespace {

Message notFound(const char* code, const std::string& name) {
    return {code, {{"name", Value::ofText(name)}}};
}

std::optional<Message> endWorkload(EngineState& state, const std::string& name, bool cancelled,
                                   Decisions& made) {
    const auto found = state.find(name);
    if (!found || state.jobs.toCome(*found))
        return notFound("not-found.workload", name);
    if (!state.jobs.alive(*found))
        return notFound("not-found.ended", name);
    const Job& job = state.job(*found);
    if (job.phase == Phase::booked)
        state.lapse(*found);  // its victims still stop
    if (job.phase != Phase::waiting && job.phase != Phase::running)
        return notFound("not-found.ended", name);
    const bool ran = job.phase == Phase::running;
    if (ran) {
        endWithinGrace(state, *found);
        state.stop(*found);
    } else {
        state.dequeue(*found);
        state.updateWanted(state.job(*found));
    }
    state.retire(*found, cancelled);
    made.ended.push_back({*found, cancelled, ran});
    return std::nullopt;
}

std::optional<Message> applyPolicy(EngineState& state, const PolicyEvent& event) {
    const auto id = state.tree.find(event.quota);
    if (!id)
        return notFound("not-found.quota", event.quota);
    std::vector<Quota> quotas = state.tree.quotas();
    quotas[*id].policy = event.change.appliedTo(quotas[*id].policy);
    if (auto refusal = refuseSizes(quotas[*id]))
        return refusal;
    // Which nodes a root divides is fixed while the pool runs: its work would stand on foreign
    // ones.
    if (quotas[*id].policy.nodes != state.tree.quota(*id).policy.nodes)
        return Message{"invalid.nodes-fixed", {{"quota", Value::ofText(event.quota)}}};
    if (hasErrors(validateQuotas(quotas, state.fleet.nodes())))
        return Message{"invalid", {{"quota", Value::ofText(event.quota)}}};
    Tree tree = state.tree;
    tree.change(*id, quotas[*id]);
    const ScaleMode mode = event.change.limit ? event.mode : ScaleMode::drain;
    return adopt(state, std::move(tree), {mode, event.after, true});
}

}  // namespace

std::optional<Message> applyEvent(EngineState& state, const EventAction& action, Decisions& made) {
    if (const auto* scale = std::get_if<ScaleEvent>(&action))
        return applyScale(state, *scale);
    if (const auto* policy = std::get_if<PolicyEvent>(&action))
        return applyPolicy(state, *policy);
    if (const auto* cancel = std::get_if<CancelEvent>(&action))
        return endWorkload(state, cancel->workload, true, made);
    if (const auto* finish = std::get_if<FinishEvent>(&action))
        return endWorkload(state, finish->workload, false, made);
    return applyNode(state, std::get<NodeEvent>(action));
}

}  // namespace apportion
