// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/edit.h"

namespace apportion {

namespace {

std::string subjectOf(const Event& event) {
    struct Name {
        std::string operator()(const ScaleEvent& scale) const {
            return scale.targets.size() == 1 ? scale.targets.front().first : std::string();
        }
        std::string operator()(const PolicyEvent& policy) const { return policy.quota; }
        std::string operator()(const CancelEvent& cancel) const { return cancel.workload; }
        std::string operator()(const FinishEvent& finish) const { return finish.workload; }
        std::string operator()(const NodeEvent& node) const { return node.node; }
    };
    return std::visit(Name{}, event.action);
}

std::string subjectOf(const std::vector<Event>& events) {
    return events.size() == 1 ? subjectOf(events.front()) : std::string();
}

}  // namespace

std::string subject(const Edit& edit) {
    return std::visit([](const auto& one) { return subjectOf(one.events); }, edit);
}

Edited apply(const Edit& edit, const Scenario& scenario) {
    Edited edited{scenario, edit};
    std::vector<Event>& events = edited.scenario.events;
    if (const auto* add = std::get_if<AddEvents>(&edit)) {
        events.insert(events.end(), add->events.begin(), add->events.end());
        edited.inverse = RemoveLastEvents{add->events};
    } else {
        const auto& remove = std::get<RemoveLastEvents>(edit);
        events.resize(events.size() - remove.events.size());
        edited.inverse = AddEvents{remove.events};
    }
    return edited;
}

}  // namespace apportion
