// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/node_back.h"

#include <algorithm>
#include <array>
#include <variant>

namespace apportion {

namespace {

constexpr std::size_t kMostTried = 4;

bool waitsForAPlace(const Explanation& explanation) {
    constexpr std::array kForPlace{ReasonCode::neverFits,         ReasonCode::gpuType,
                                   ReasonCode::fragmented,        ReasonCode::aboveFairShare,
                                   ReasonCode::noEligibleVictims, ReasonCode::noCapacity};
    return explanation.state == WorkloadState::pending && explanation.reason &&
           std::find(kForPlace.begin(), kForPlace.end(), explanation.reason->code) !=
               kForPlace.end();
}

bool costsNobody(const Unblock& unblock) {
    const auto* event = std::get_if<Event>(&unblock.change);
    return event != nullptr && unblock.evicts.empty() &&
           !std::holds_alternative<FinishEvent>(event->action);
}

// As far as it is known without a trial.
bool areTheSame(const NodeRow& a, const NodeRow& b) {
    return a.devices == b.devices && a.gpuType == b.gpuType && a.used == b.used;
}

}  // namespace

std::vector<std::string> nodesToTryBack(const View& view, const Explanation& explanation) {
    const auto& edits = explanation.unblock;
    if (!waitsForAPlace(explanation) || std::any_of(edits.begin(), edits.end(), costsNobody))
        return {};
    std::vector<const NodeRow*> away;
    for (const NodeRow& node : view.nodes.rows)
        if (node.state != NodeState::ready &&
            std::none_of(away.begin(), away.end(),
                         [&](const NodeRow* other) { return areTheSame(*other, node); }))
            away.push_back(&node);
    std::stable_sort(away.begin(), away.end(),
                     [](const NodeRow* a, const NodeRow* b) { return a->devices > b->devices; });
    away.resize(std::min(away.size(), kMostTried));
    std::vector<std::string> names;
    names.reserve(away.size());
    for (const NodeRow* node : away)
        names.push_back(node->name);
    return names;
}

std::optional<ReturnCost> costOfReturn(const Effect& effect, const std::string& workload) {
    const auto& started = effect.started;
    if (std::find(started.begin(), started.end(), workload) == started.end())
        return std::nullopt;
    ReturnCost cost;
    for (const Effect::Hit& each : effect.evicted) {
        cost.evicts.push_back(each.workload);
        if (each.fate == Effect::Hit::Fate::shrinks)
            cost.runsOn.fewer.push_back({each.workload, each.replicas, each.of});
    }
    cost.runsOn.moved = namesIn(effect.moved);
    return cost;
}

}  // namespace apportion
