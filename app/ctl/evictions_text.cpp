// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/ctl/sections.h"
#include "app/ctl/words.h"
#include "core/model/date_text.h"
#include "core/model/runner_up.h"

namespace apportion::ctl {

std::string evictionText(const Scenario& scenario, const Eviction& eviction) {
    std::string text = "  " + momentCell(scenario, eviction.at) + "  " + eviction.victim;
    if (!eviction.preemptor.empty())
        text += " for " + tookIt(eviction);
    text += ": " + std::string(ruleText(eviction.rule)) + " (rule " +
            std::to_string(number(ruleOf(eviction.rule))) + "), " +
            (eviction.lost == 0 ? "nothing lost" : gpuTimeWords(eviction.lost) + " lost") + "\n";
    text += wrapped(told(eviction.why, epochValue(scenario.epoch)), 6);
    if (!eviction.runnerUp.empty())
        text += wrapped(render(runnerUpMessage(eviction)), 6);
    if (!eviction.proven)
        text += wrapped(render({eviction.rule == EvictionRule::consolidation ? "not-proven.moves"
                                                                             : "not-proven",
                                {}}),
                        6);
    return text;
}

std::string evictionsSection(const Scenario& scenario, const Outcome& outcome) {
    if (outcome.evictions.empty())
        return {};
    std::string text = heading("Evictions");
    for (std::size_t i = 0; i < std::min(outcome.evictions.size(), kMostListed); ++i)
        text += evictionText(scenario, outcome.evictions[i]);
    return text + moreText(outcome.evictions.size());
}

}  // namespace apportion::ctl
