// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/told_to_stop.h"

#include <algorithm>

namespace apportion {

namespace {

// Whom it was for may be gone, or need it no more.
void tellWhoWaits(const ToldToStop& told, const std::string& taker, Message& message) {
    if (!told.awaiting ||
        std::find(told.awaiting->begin(), told.awaiting->end(), taker) != told.awaiting->end())
        return;
    std::vector<std::string> others = *told.awaiting;
    std::erase_if(others, [&](const std::string& name) {
        return std::any_of(told.replicas.begin(), told.replicas.end(),
                           [&](const ToldToStop::Replica& each) {
                               return each.record && each.record->preemptor == name;
                           });
    });
    message.code += others.empty() ? ".gone" : ".other";
    if (!others.empty())
        message.arguments.push_back({"awaiting", Value::ofList(std::move(others))});
}

// By which eviction, until when, and whether of all of it or of `count` of its replicas.
Message messageOf(const ToldToStop& told, const Eviction* record, Instant until,
                  std::optional<std::int64_t> count) {
    Message message{count ? "told-to-give-up" : "told-to-stop", {}};
    auto& arguments = message.arguments;
    if (count)
        arguments.push_back({"count", Value::ofCount(*count)});
    arguments.push_back({"until", Value::ofSeconds(until)});
    const bool over = told.now && *told.now > until;
    if (!record) {
        message.code += over ? ".unknown-over" : ".unknown";
        return message;
    }
    arguments.push_back({"rule", Value::ofText(std::string(ruleText(record->rule)))});
    arguments.push_back({"number", Value::ofCount(number(ruleOf(record->rule)))});
    if (record->preemptor.empty()) {
        message.code += over ? ".nobody-over" : ".nobody";
    } else {
        arguments.push_back({"taker", Value::ofText(record->preemptor)});
        if (over)
            message.code += ".over";
        else
            tellWhoWaits(told, record->preemptor, message);
    }
    return message;
}

// What is told of several replicas in one sentence.
bool alike(const ToldToStop::Replica& a, const ToldToStop::Replica& b) {
    if (a.until != b.until || !a.record || !b.record)
        return a.until == b.until && !a.record && !b.record;
    return a.record->preemptor == b.record->preemptor && a.record->rule == b.record->rule;
}

}  // namespace

const Eviction* lastOfTheWhole(const std::vector<Eviction>& evictions) {
    const auto found = std::find_if(evictions.rbegin(), evictions.rend(), [](const Eviction& each) {
        return each.rule != EvictionRule::consolidation && each.rule != EvictionRule::elastic;
    });
    return found == evictions.rend() ? nullptr : &*found;
}

std::vector<Message> toldToStopMessages(const ToldToStop& told) {
    if (told.until)
        return {messageOf(told, told.record, *told.until, {})};
    struct Group {
        ToldToStop::Replica first;
        std::int64_t count = 0;
    };
    std::vector<Group> groups;
    for (const ToldToStop::Replica& replica : told.replicas) {
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& each) { return alike(each.first, replica); });
        if (group == groups.end())
            group = groups.insert(group, {replica, 0});
        ++group->count;
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.first.until < b.first.until; });
    std::vector<Message> messages;
    messages.reserve(groups.size());
    for (const Group& group : groups)
        messages.push_back(messageOf(told, group.first.record, group.first.until, group.count));
    return messages;
}

}  // namespace apportion
