// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/advise.h"

#include "core/io/scenario_parts.h"

namespace apportion {

std::string policyWords(const PolicyChange& change) {
    const std::string event = partText(Event{0, PolicyEvent{"q", change}});
    constexpr std::string_view kQuota = "\"q\",";
    std::string text;
    for (const char each : event.substr(event.find(kQuota) + kQuota.size()))
        if (each == ':')
            text += ' ';
        else if (each != '"')
            text += each;
    text.pop_back();  // the brace of the whole
    return text.substr(text.find_first_not_of(' '));
}

}  // namespace apportion
