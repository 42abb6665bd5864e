// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/heard.h"

#include <algorithm>
#include <utility>

namespace apportion {

std::vector<Heard> heardIn(const std::vector<JournalEntry>& entries, Moment now) {
    if (entries.empty())
        return {};
    Heard together{{}, now, entries.back().n, false};
    bool alike = true;
    for (const JournalEntry& entry : entries) {
        EntryInputs inputs = entry.action == "instant" ? EntryInputs{} : inputsOf(entry);
        const bool changes = inputs.reload || !inputs.events.empty();
        alike = alike && !changes;
        if (changes || !inputs.submitted.empty())
            together.asked.push_back({entry.n, entry.at, std::move(inputs)});
    }
    if (!alike || together.asked.empty())
        return {std::move(together)};

    std::vector<Heard> heard;
    for (Heard::Asked& each : together.asked) {
        // No later than now, and never back: a clock may have been set.
        const Moment at = std::min(each.at, now);
        if (heard.empty() || at > heard.back().at)
            heard.push_back({{}, at, 0, true});
        heard.back().upTo = each.n;
        heard.back().asked.push_back(std::move(each));
    }
    heard.back().upTo = entries.back().n;
    return heard;
}

}  // namespace apportion
