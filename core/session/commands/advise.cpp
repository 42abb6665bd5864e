// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/advise.h"

#include "core/io/scenario_parts.h"

namespace apportion {

std::string policyWords(const PolicyChange& change) {
    Event policy;
    policy.action = PolicyEvent();
    std::get<PolicyEvent>(policy.action).quota = "q";
    std::get<PolicyEvent>(policy.action).change = change;
    const std::string event = partText(policy);
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
