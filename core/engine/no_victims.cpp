// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/no_victims.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/consolidation.h"
#include "core/engine/holders.h"
#include "core/engine/took_before.h"
#include "core/engine/victim_search.h"

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
// Of these no policy lets any go, whatever it names.
constexpr std::size_t kWhateverPolicy = 4;

std::size_t rank(const Holder& holder) {
    std::size_t rank = 0;
    while (rank < kNearestFirst.size() && kNearestFirst[rank].holder != holder.why.code)
        ++rank;
    return holder.why.code == "stopping" ? rank + 1 : rank;
}

// The steps after which the search for a set stopped; 0 = it did not.
int unprovenSteps(EngineState& state, WorkloadId id) {
    // A pass that is over protects nobody any more.
    const std::uint32_t pass = std::exchange(state.pass, 0);
    const bool keepRunnerUp = std::exchange(state.keepRunnerUp, false);
    const VictimAnswer answer = chooseVictims(state, id);
    state.pass = pass;
    state.keepRunnerUp = keepRunnerUp;
    return answer.proven ? 0 : answer.steps;
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

Message whyNoVictims(EngineState& state, WorkloadId id, Message message) {
    // What the pass said of its own search is said again, and what it had no time to ask.
    auto& arguments = message.arguments;
    std::erase_if(arguments, [](const Argument& argument) {
        return argument.name == "proven" || argument.name == "steps";
    });
    std::erase_if(message.then, [](const std::string& row) { return row != "of-type"; });
    if (message.code == kTookBefore)
        message.code = Claims(state, id).anyClaim() ? kNoVictims : kOnlyPolicy;
    if (const int steps = unprovenSteps(state, id); steps > 0) {
        arguments.push_back({"proven", Value::ofFlag(false)});
        arguments.push_back({"steps", Value::ofCount(steps)});
        message.then.emplace_back("evictions-unproven");
        return message;
    }
    if (movesUnproven(state, state.job(id))) {
        arguments.push_back({"proven", Value::ofFlag(false)});
        message.then.emplace_back("no-moves-found");
        return message;
    }
    int leftOut = 0;
    const auto holders = holdersOf(state, id, std::numeric_limits<std::size_t>::max(), leftOut);
    const Holder* nearest = nullptr;
    for (const Holder& holder : holders)
        if (!nearest || rank(holder) < rank(*nearest))
            nearest = &holder;
    if (!nearest || rank(*nearest) > kNearestFirst.size()) {
        message.then.emplace_back("when-others-end-or-policy");
        return message;
    }
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
        if (kNearestFirst[at].holder == "minimum-runtime")
            return message;  // it starts then, if nothing else is in the way
    } else if (const std::string_view code = plainCode(nearest->why.code);
               code == "no-claim" || code == "gang-above-share") {
        // What is against it is on the workload's own path.
        for (const Argument& argument : nearest->why.arguments)
            if (argument.name == "quota" || argument.name == "placed")
                set(arguments, argument.name.c_str(), argument.value);
            else if (argument.name == "bound")
                set(arguments, "share", argument.value);
        message.code = kOnlyPolicy;
        message.then.emplace_back("beyond-share");
        message.then.emplace_back("nearest-no-policy");
    } else {
        message.code = kOnlyPolicy;
        message.then.emplace_back("nearest-no-policy");
    }
    message.then.emplace_back(at < kWhateverPolicy ? "when-others-end"
                                                   : "when-others-end-or-policy");
    return message;
}

}  // namespace apportion
