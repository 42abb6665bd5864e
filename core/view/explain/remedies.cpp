// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/remedies.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/model/message_arguments.h"
#include "core/model/words.h"

namespace apportion {

namespace {

constexpr std::size_t kMostEdits = 5;

using Cost = Remedy::Cost;

Cost costOf(const Unblock& edit, const std::string& user) {
    if (std::holds_alternative<NodesToAdd>(edit.change))
        return Cost::hardware;
    if (edit.ends)
        return !user.empty() && edit.ends->user == user ? Cost::own : Cost::others;
    if (!edit.evicts.empty() || !edit.runsOn.moved.empty())
        return Cost::others;
    // Guarantees of others that get smaller, or are lent.
    const auto* event = std::get_if<Event>(&edit.change);
    const auto* scale = event != nullptr ? std::get_if<ScaleEvent>(&event->action) : nullptr;
    const auto* policy = event != nullptr ? std::get_if<PolicyEvent>(&event->action) : nullptr;
    const bool takes = (scale != nullptr && scale->targets.size() > 1) ||
                       (policy != nullptr && policy->change.lend.has_value());
    return takes ? Cost::others : Cost::none;
}

constexpr std::string_view kMove = "move-from-sibling";

Value valueOf(const Unblock& edit, std::string_view name) {
    const Value* found = argumentOf(edit.message, name);
    return found != nullptr ? *found : Value{};
}

// The same GPUs for the same quota at the same cost, each from another sibling.
bool areAlikeMoves(const Unblock& a, const Unblock& b) {
    return a.message.code == kMove && b.message.code == kMove &&
           valueOf(a, "quota") == valueOf(b, "quota") && valueOf(a, "gpu") == valueOf(b, "gpu") &&
           a.evicts == b.evicts && a.runsOn == b.runsOn && a.grace == b.grace;
}

bool areAlike(const Unblock& a, const Unblock& b) {
    if (areAlikeMoves(a, b))
        return true;
    const auto key = [](const EndedWork& work) {
        return std::tie(work.quota, work.module, work.gpu, work.running);
    };
    return a.ends && b.ends && a.evicts.empty() && b.evicts.empty() && a.grace == b.grace &&
           key(*a.ends) == key(*b.ends);
}

Message messageOf(const std::vector<const Unblock*>& edits) {
    if (edits.size() == 1)
        return edits.front()->message;
    std::vector<std::string> names;
    names.reserve(edits.size());
    const Unblock& first = *edits.front();
    if (!first.ends) {
        for (const Unblock* each : edits)
            names.push_back(valueOf(*each, "sibling").text);
        return {"move-from-any",
                {{"count", Value::ofCount(static_cast<std::int64_t>(edits.size()))},
                 {"quota", valueOf(first, "quota")},
                 {"gpu", valueOf(first, "gpu")},
                 {"to", valueOf(first, "to")},
                 {"siblings", Value::ofList(std::move(names))}}};
    }
    const EndedWork& one = *first.ends;
    for (const Unblock* each : edits)
        names.push_back(each->ends->workload);
    return {one.running ? "end-any." + std::string(word(one.module)) : "end-any.waiting",
            {{"count", Value::ofCount(static_cast<std::int64_t>(edits.size()))},
             {"gpu", Value::ofGpu(one.gpu)},
             {"quota", Value::ofText(one.quota)},
             {"workloads", Value::ofList(std::move(names))}}};
}

// By cost, then by runs of others, then by the GPUs that are ended; as they were found.
bool isCheaper(const Remedy& a, const Remedy& b) {
    const auto ended = [](const Remedy& each) {
        const Unblock* edit = each.edits.front();
        return edit->ends && edit->ends->running ? edit->ends->gpu : 0;
    };
    return std::tuple(a.cost, a.lost, ended(a)) < std::tuple(b.cost, b.lost, ended(b));
}

// The first of each cost, and of ends by others; then the cheapest.
std::vector<Remedy> chosenOf(std::vector<Remedy> all) {
    const auto kind = [](const Remedy& each) {
        return std::pair(each.cost, each.edits.front()->ends.has_value());
    };
    std::vector<bool> chosen(all.size(), false);
    std::size_t left = kMostEdits;
    for (std::size_t i = 0; i < all.size() && left > 0; ++i)
        if (std::none_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const Remedy& before) { return kind(before) == kind(all[i]); })) {
            chosen[i] = true;
            --left;
        }
    for (std::size_t i = 0; i < all.size() && left > 0; ++i)
        if (!chosen[i]) {
            chosen[i] = true;
            --left;
        }
    std::vector<Remedy> few;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (chosen[i])
            few.push_back(std::move(all[i]));
    return few;
}

}  // namespace

std::vector<Remedy> remediesOf(const Explanation& explanation, const std::string& user) {
    std::vector<Remedy> all;
    for (const auto* edits : {&explanation.unblock, &explanation.further})
        for (const Unblock& edit : *edits) {
            const Cost cost = costOf(edit, user);
            const auto alike = std::find_if(all.begin(), all.end(), [&](const Remedy& each) {
                return each.cost == cost && areAlike(*each.edits.front(), edit);
            });
            if (alike != all.end()) {
                alike->edits.push_back(&edit);
                continue;
            }
            const bool stopsAnother = cost == Cost::others && edit.ends && edit.ends->running;
            all.push_back({cost,
                           losingTheirRun(edit.evicts, edit.runsOn).size() +
                               edit.runsOn.moved.size() + (stopsAnother ? 1 : 0),
                           {},
                           {&edit}});
        }
    std::stable_sort(all.begin(), all.end(), isCheaper);
    all = chosenOf(std::move(all));
    for (Remedy& each : all)
        each.message = messageOf(each.edits);
    if (explanation.less) {
        const auto place = std::find_if(all.begin(), all.end(),
                                        [](const Remedy& each) { return each.cost != Cost::own; });
        all.insert(place, {Cost::own, 0, explanation.less->message, {}});
    }
    return all;
}

}  // namespace apportion
