// SPDX-License-Identifier: GPL-3.0-or-later
// Room on the nodes (rule 13), and nobody to take it from (rules 14 to 16).
#include <algorithm>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/reason_finder.h"

namespace apportion {

Reason ReasonFinder::noCapacity(Gpu free) const {
    return {ReasonCode::noCapacity,
            Rule::means,
            {"no-capacity",
             {{"quota", text(quotaName())},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"free", Value::ofGpu(free)},
              {"short", Value::ofGpu(job_.requestGpu() - free)}}}};
}

Reason ReasonFinder::fragmented(Gpu free) const {
    std::int64_t slots = 0;
    NodeId largest = -1;
    for (const NodeId node : state_.fleet.nodesOf(job_.group)) {
        if (!state_.fleet.eligible(node, job_.slot))
            continue;
        slots += state_.fleet.slots(node, job_.slot);
        if (largest < 0 || freeTogether(node) > freeTogether(largest))
            largest = node;
    }
    std::vector<Argument> arguments{{"quota", text(quotaName())},
                                    {"resource", text("gpu")},
                                    {"requested", Value::ofGpu(job_.slot.request.gpu)},
                                    {"replicas", Value::ofCount(job_.least())},
                                    {"free", Value::ofGpu(free)}};
    const Gpu most = largest < 0 ? 0 : freeTogether(largest);
    const char* message = "fragmented";
    if (slots > 0) {
        message = "fragmented.gang";
        arguments.push_back({"count", Value::ofCount(slots)});
    } else if (most >= job_.slot.request.gpu || largest < 0) {
        message = "fragmented.other";
    } else {
        arguments.push_back({"largest", Value::ofGpu(most)});
        arguments.push_back(
            {"node", text(state_.fleet.nodes()[static_cast<std::size_t>(largest)].name)});
    }
    return {ReasonCode::fragmented, Rule::placement, {message, std::move(arguments)}};
}

Gpu ReasonFinder::freeTogether(NodeId node) const {
    const NodeUse& use = state_.fleet.use(node);
    if (!job_.slot.fraction())
        return use.wholeFree * kOneGpu;
    Gpu most = 0;
    for (const Gpu used : use.used)
        most = std::max(most, kOneGpu - used);
    return most;
}

Reason ReasonFinder::noVictims(Gpu free) const {
    const Claims claims(state_, id_);
    const Gpu guaranteed = state_.tree[job_.leaf].guarantee;
    const Gpu share = state_.shareOf(job_.leaf);
    const Gpu placed = state_.books[job_.leaf].placed.sum();
    const Value holders = Value::ofList(holdersAt(job_.leaf, false));
    if (!claims.anyClaim() && !claims.anyPolicy()) {
        const bool gang = job_.requestGpu() > std::max(share, guaranteed);
        return {ReasonCode::aboveFairShare,
                Rule::reclaim,
                {gang ? "above-fair-share.gang" : "above-fair-share",
                 {{"quota", text(quotaName())},
                  {"placed", Value::ofGpu(placed)},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"share", Value::ofGpu(share)},
                  {"guaranteed", Value::ofGpu(guaranteed)},
                  {"short", Value::ofGpu(placed + job_.requestGpu() - std::max(share, guaranteed))},
                  {"holders", holders}}}};
    }
    Message message{"no-eligible-victims",
                    {{"quota", text(quotaName())},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"free", Value::ofGpu(free)},
                     {"short", Value::ofGpu(job_.requestGpu() - free)},
                     {"share", Value::ofGpu(share)},
                     {"guaranteed", Value::ofGpu(guaranteed)},
                     {"holders", holders}}};
    if (const int steps = state_.queueOf(job_).line(job_.shape).unproven; steps > 0) {
        message.code = "no-eligible-victims.unproven";
        message.arguments.push_back({"proven", Value::ofFlag(false)});
        message.arguments.push_back({"steps", Value::ofCount(steps)});
    }
    return {ReasonCode::noEligibleVictims, Rule::reclaim, std::move(message)};
}

}  // namespace apportion
