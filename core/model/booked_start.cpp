// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/booked_start.h"

#include <algorithm>
#include <utility>

namespace apportion {

std::optional<Message> bookedStart(const Explanation& explanation) {
    if (!explanation.reason || explanation.reason->code != ReasonCode::waitingForVictims)
        return {};
    std::vector<std::string> victims;
    std::int64_t until = 0;
    for (const Holder& each : explanation.holders) {
        const auto& arguments = each.why.arguments;
        const auto end = std::find_if(arguments.begin(), arguments.end(),
                                      [](const Argument& one) { return one.name == "until"; });
        if (end == arguments.end())
            continue;
        victims.push_back(each.workload);
        until = std::max(until, end->value.number);
    }
    if (victims.empty())
        return {};
    return Message{"unblock-none.booked",
                   {{"workload", Value::ofText(explanation.workload)},
                    {"victims", Value::ofList(std::move(victims))},
                    {"until", Value::ofSeconds(until)}}};
}

}  // namespace apportion
