// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/answer_text.h"

#include "app/ctl/sections.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

std::string outcomeText(const Scenario& scenario, std::span<const Event> events,
                        const Outcome& outcome, bool lists, std::int64_t moves) {
    std::string text;
    if (!scenario.name.empty())
        text += visibleText(scenario.name) + "\n";
    text += "At " + instantText(scenario, outcome.time) + "\n";
    text += quotasSection(scenario, outcome);
    if (lists) {
        text += runningSection(scenario, outcome);
        text += waitingSection(scenario, outcome);
        text += evictionsSection(scenario, outcome);
        text += eventsSection(scenario, events, outcome);
    } else {
        text += waitsByQuotaSection(scenario, outcome);
    }
    return text + summarySection(outcome, moves);
}

}  // namespace apportion::ctl
