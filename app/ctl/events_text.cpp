// SPDX-License-Identifier: GPL-3.0-or-later
// What was changed from outside, and what was refused.
#include <algorithm>

#include "app/ctl/answer_text.h"
#include "app/ctl/sections.h"
#include "core/model/date_text.h"
#include "core/model/told.h"
#include "core/session/commands/edit_words.h"

namespace apportion::ctl {

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
