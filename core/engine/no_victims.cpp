// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/no_victims.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/holders.h"
#include "core/engine/reason_finder.h"
#include "core/engine/took_before.h"

namespace apportion {
namespace {

constexpr char kNoVictims[] = "no-eligible-victims";
constexpr char kOnlyPolicy[] = "no-eligible-victims.policy";

// From what is in the way last to what is first, and the row by which the reason says it.
struct Against {
    std::string_view holder;  // code of the holder's message
    std::string_view row;
};

constexpr std::array kNearestFirst{
    Against{"takeable-not-enough", "nearest-not-enough"},
    Against{"minimum-runtime", "nearest-minimum-runtime"},
    Against{"same-taker-again", "nearest-same-taker-again"},
    Against{"could-take-it-back", "nearest-could-take-it-back"},
    Against{"sibling-guarantee-kept", "nearest-guarantee"},
    Against{"at-or-below-share", "nearest-share"},
    Against{"at-or-below-guarantee", "nearest-guarantee"},
    Against{"non-preemptible", "nearest-non-preemptible"},
};
std::size_t rank(const Holder& holder) {
    std::size_t rank = 0;
    while (rank < kNearestFirst.size() && kNearestFirst[rank].holder != holder.why.code)
        ++rank;
    return holder.why.code == "stopping" ? rank + 1 : rank;
}

void set(std::vector<Argument>& arguments, const char* name, const Value& value) {
    for (Argument& argument : arguments)
        if (argument.name == name) {
            argument.value = value;
            return;
        }
    arguments.push_back({name, value});
}

}  // namespace

std::optional<Holder> nearestHolder(EngineState& state, WorkloadId id) {
    std::optional<Holder> nearest;
    eachHolder(state, id, [&](Holder&& each) {
        const auto better = [](const Holder& a, const Holder& b) {
            return rank(a) != rank(b) ? rank(a) < rank(b) : standsBefore(a, b);
        };
        if (!nearest || better(each, *nearest))
            nearest = std::move(each);
    });
    if (nearest && rank(*nearest) > kNearestFirst.size())
        nearest.reset();
    return nearest;
}

void sayNearest(EngineState& state, WorkloadId id, ReasonMemo& memo, Message& message) {
    auto& arguments = message.arguments;
    const auto isUnproven = [](const Argument& argument) { return argument.name == "proven"; };
    if (message.code == kNodesAway || std::any_of(arguments.begin(), arguments.end(), isUnproven))
        return;
    const auto nearest = memo.nearest(state, state.job(id));
    if (message.code == kTookBefore)
        message.code = Claims(state, id).anyClaim() ? kNoVictims : kOnlyPolicy;
    if (!nearest)
        return;
    arguments.push_back({"nearest", Value::ofText(nearest->workload)});
    arguments.push_back({"held", Value::ofGpu(nearest->gpu)});
    const std::size_t at = rank(*nearest);
    if (at < kNearestFirst.size()) {
        for (const Argument& argument : nearest->why.arguments)
            if (argument.name == "quota")
                arguments.push_back({"holderQuota", argument.value});
            else if (argument.name == "bound" || argument.name == "until")
                arguments.push_back(argument);
        message.then.emplace_back(kNearestFirst[at].row);
        return;
    }
    message.code = kOnlyPolicy;
    if (const std::string_view code = plainCode(nearest->why.code);
        code == "no-claim" || code == "gang-above-share") {
        // What is against it is on the workload's own path.
        for (const Argument& argument : nearest->why.arguments)
            if (argument.name == "quota" || argument.name == "placed")
                set(arguments, argument.name.c_str(), argument.value);
            else if (argument.name == "bound")
                set(arguments, "share", argument.value);
        message.then.emplace_back("beyond-share");
    }
    message.then.emplace_back("nearest-no-policy");
}

}  // namespace apportion
