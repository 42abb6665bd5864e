// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/told_to_stop.h"

#include <algorithm>

namespace apportion {

std::optional<Message> toldToStopMessage(const ToldToStop& told,
                                         const std::vector<Eviction>& evictions) {
    const bool whole = told.until.has_value();
    if (!whole && told.replicas.empty())
        return {};
    // The last one of its kind; a move leaves nobody with a grace period.
    const auto record =
        std::find_if(evictions.rbegin(), evictions.rend(), [&](const Eviction& each) {
            return each.rule != EvictionRule::consolidation &&
                   whole == (each.rule != EvictionRule::elastic);
        });
    Message message{whole ? "told-to-stop" : "told-to-give-up", {}};
    auto& arguments = message.arguments;
    if (!whole)
        arguments.push_back(
            {"count", Value::ofCount(static_cast<std::int64_t>(told.replicas.size()))});
    const Instant until =
        whole ? *told.until : *std::max_element(told.replicas.begin(), told.replicas.end());
    arguments.push_back({"until", Value::ofSeconds(until)});
    if (record == evictions.rend()) {
        message.code += ".unknown";
        return message;
    }
    arguments.push_back({"rule", Value::ofText(std::string(ruleText(record->rule)))});
    arguments.push_back({"number", Value::ofCount(number(ruleOf(record->rule)))});
    if (record->preemptor.empty())
        message.code += ".nobody";
    else
        arguments.push_back({"taker", Value::ofText(record->preemptor)});
    return message;
}

}  // namespace apportion
