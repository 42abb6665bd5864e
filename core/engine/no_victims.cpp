// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/no_victims.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "core/engine/consolidation.h"
#include "core/engine/holders.h"
#include "core/engine/victim_search.h"

namespace apportion {
namespace {

// From what stands last in the way to what stands first, and how the reason says it.
struct Against {
    std::string_view holder;  // code of the holder's message
    std::string_view variant;
};

constexpr std::array kNearestFirst{
    Against{"takeable-not-enough", "not-enough"},
    Against{"minimum-runtime", "minimum-runtime"},
    Against{"same-taker-again", "same-taker-again"},
    Against{"could-take-it-back", "could-take-it-back"},
    Against{"sibling-guarantee-kept", "guarantee"},
    Against{"at-or-below-share", "share"},
    Against{"at-or-below-guarantee", "guarantee"},
    Against{"non-preemptible", "non-preemptible"},
};

std::size_t rank(const Holder& holder) {
    std::size_t rank = 0;
    while (rank < kNearestFirst.size() && kNearestFirst[rank].holder != holder.why.code)
        ++rank;
    return holder.why.code == "stopping" ? rank + 1 : rank;
}

bool unprovenNo(EngineState& state, WorkloadId id, std::vector<Argument>& arguments) {
    // A pass that is over protects nobody any more.
    const std::uint32_t pass = std::exchange(state.pass, 0);
    const bool keepRunnerUp = std::exchange(state.keepRunnerUp, false);
    const VictimAnswer answer = chooseVictims(state, id);
    state.pass = pass;
    state.keepRunnerUp = keepRunnerUp;
    if (answer.proven)
        return false;
    arguments.push_back({"proven", Value::ofFlag(false)});
    arguments.push_back({"steps", Value::ofCount(answer.steps)});
    return true;
}

// A gang that may never have a claim, whatever leaves: that is why, beside the policies.
bool isBeyondShare(const std::vector<Argument>& arguments) {
    Gpu requested = 0;
    Gpu most = 0;
    for (const Argument& argument : arguments)
        if (argument.name == "requested")
            requested = argument.value.number;
        else if (argument.name == "share" || argument.name == "guaranteed")
            most = std::max<Gpu>(most, argument.value.number);
    return requested > most;
}

}  // namespace

Message whyNoVictims(EngineState& state, WorkloadId id, std::vector<Argument> arguments) {
    // What the pass said of its own search is said anew.
    std::erase_if(arguments, [](const Argument& argument) {
        return argument.name == "proven" || argument.name == "steps";
    });
    if (unprovenNo(state, id, arguments))
        return {"no-eligible-victims.unproven", std::move(arguments)};
    if (movesUnproven(state, state.job(id))) {
        arguments.push_back({"proven", Value::ofFlag(false)});
        return {"no-eligible-victims.moves-unproven", std::move(arguments)};
    }
    int leftOut = 0;
    const auto holders = holdersOf(state, id, std::numeric_limits<std::size_t>::max(), leftOut);
    const Holder* nearest = nullptr;
    for (const Holder& holder : holders)
        if (!nearest || rank(holder) < rank(*nearest))
            nearest = &holder;
    if (!nearest || rank(*nearest) > kNearestFirst.size())
        return {"no-eligible-victims", std::move(arguments)};
    arguments.push_back({"nearest", Value::ofText(nearest->workload)});
    arguments.push_back({"held", Value::ofGpu(nearest->gpu)});
    const bool named = rank(*nearest) < kNearestFirst.size();
    // Else the holder's message is about the quota of who asks.
    for (const Argument& argument : named ? nearest->why.arguments : std::vector<Argument>())
        if (argument.name == "quota")
            arguments.push_back({"holderQuota", argument.value});
        else if (argument.name == "bound" || argument.name == "until")
            arguments.push_back(argument);
    std::string code = "no-eligible-victims.";
    if (named)
        code += kNearestFirst[rank(*nearest)].variant;
    else
        code += isBeyondShare(arguments) ? "no-policy-gang" : "no-policy";
    return {std::move(code), std::move(arguments)};
}

}  // namespace apportion
