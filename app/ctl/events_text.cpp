// SPDX-License-Identifier: GPL-3.0-or-later
// What was changed from outside, and what was refused.
#include <algorithm>

#include "app/ctl/answer_text.h"
#include "app/ctl/sections.h"
#include "core/model/date_text.h"
#include "core/model/told.h"
#include "core/model/words.h"

namespace apportion::ctl {

namespace {

struct Describe {
    std::string operator()(const ScaleEvent& scale) const {
        std::string text;
        for (const auto& [quota, target] : scale.targets)
            text += (text.empty() ? " " : ", ") + quota +
                    (target.gpu ? " to " + formatValue(Value::ofGpu(*target.gpu)) : "");
        if (scale.mode != ScaleMode::refuse)
            text += " (" + std::string(word(scale.mode)) + ")";
        return text;
    }
    std::string operator()(const PolicyEvent& policy) const { return " of " + policy.quota; }
    std::string operator()(const CancelEvent& cancel) const { return " " + cancel.workload; }
    std::string operator()(const FinishEvent& finish) const { return " " + finish.workload; }
    std::string operator()(const NodeEvent& node) const {
        if (node.move != NodeMove::stays)
            return " " + node.node +
                   (node.move == NodeMove::joins ? " joins the pool" : " leaves the pool");
        return " " + node.node + " is " + std::string(word(node.state));
    }
};

}  // namespace

std::string eventWords(const Event& event) {
    return eventName(event.action) + std::visit(Describe{}, event.action);
}

std::string eventsSection(const Scenario& scenario, std::span<const Event> given,
                          const Outcome& outcome) {
    if (outcome.events.empty())
        return {};
    // Outcomes stand in the order of time, ties as they were given.
    std::vector<Event> events(given.begin(), given.end());
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.at < b.at; });
    std::string text = heading("Events");
    for (std::size_t i = 0; i < outcome.events.size(); ++i) {
        const EventOutcome& event = outcome.events[i];
        text += "  " + instantText(scenario, event.at) + "  " +
                (i < events.size() ? eventWords(events[i]) : event.action);
        text += event.applied ? ": applied\n" : ": refused\n";
        if (event.reason) {
            text += wrapped(told(*event.reason, epochValue(scenario.epoch)), 6);
            text += wrapped(toldRemedy(*event.reason, epochValue(scenario.epoch)), 6);
        }
    }
    return text;
}

}  // namespace apportion::ctl
