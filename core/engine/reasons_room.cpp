// SPDX-License-Identifier: GPL-3.0-or-later
// Room on the nodes (rule 13), and nobody to take it from (rules 14 to 16).
#include <algorithm>
#include <string>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/consolidation.h"
#include "core/engine/reason_finder.h"
#include "core/engine/took_before.h"

namespace apportion {
namespace {

void addVariant(std::string& code, const char* word) {
    code += plainCode(code) == code ? '.' : '-';
    code += word;
}

}  // namespace

Reason ReasonFinder::noCapacity(Gpu free) const {
    return {ReasonCode::noCapacity,
            Rule::means,
            {"no-capacity",
             {{"quota", text(quotaName())},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"free", Value::ofGpu(free)},
              {"short", Value::ofGpu(job_.requestGpu() - free)}}}};
}

Reason ReasonFinder::fragmented(const ReasonMemo::Room& room) const {
    std::vector<Argument> arguments{{"quota", text(quotaName())},
                                    {"resource", text("gpu")},
                                    {"requested", Value::ofGpu(job_.slot().request.gpu)},
                                    {"replicas", Value::ofCount(job_.least())},
                                    {"free", Value::ofGpu(room.free)}};
    std::string message = "fragmented";
    if (room.slots > 0) {
        message = "fragmented.gang";
        arguments.push_back({"count", Value::ofCount(room.slots)});
    } else if (room.most >= job_.slot().request.gpu || room.largest < 0) {
        message = "fragmented.other";
    } else {
        arguments.push_back({"largest", Value::ofGpu(room.most)});
        arguments.push_back(
            {"node", text(state_.fleet.nodes()[static_cast<std::size_t>(room.largest)].name)});
    }
    if (movesUnproven(state_, job_)) {
        addVariant(message, "unproven");
        arguments.push_back({"proven", Value::ofFlag(false)});
    }
    return {ReasonCode::fragmented, Rule::placement, {std::move(message), std::move(arguments)}};
}

Reason ReasonFinder::noVictims(Gpu free) const {
    const Claims claims(state_, id_);
    const Gpu guaranteed = state_.tree[job_.leaf()].guarantee;
    const Gpu share = state_.shareOf(job_.leaf());
    const Gpu placed = state_.books[job_.leaf()].placed.sum();
    const Value holders = holdersAt(job_.leaf(), false);
    if (!claims.anyClaim() && !claims.anyPolicy()) {
        const bool gang = job_.requestGpu() > std::max(share, guaranteed);
        Message message{
            gang ? "above-fair-share.gang" : "above-fair-share",
            {{"quota", text(quotaName())},
             {"placed", Value::ofGpu(placed)},
             {"requested", Value::ofGpu(job_.requestGpu())},
             {"share", Value::ofGpu(share)},
             {"guaranteed", Value::ofGpu(guaranteed)},
             {"short", Value::ofGpu(placed + job_.requestGpu() - std::max(share, guaranteed))},
             {"holders", holders}}};
        // Nodes of another type may have room for who makes room on those of its own.
        if (movesUnproven(state_, job_)) {
            message.code = "above-fair-share.moves-unproven";
            message.arguments.push_back({"proven", Value::ofFlag(false)});
            return {ReasonCode::aboveFairShare, Rule::reclaim, std::move(message)};
        }
        // No weight helps where higher ranks leave nothing.
        if (const auto& outranked = memo_.outranked(state_, job_.leaf())) {
            message.code = outranked->weighted
                               ? (gang ? "above-fair-share.gang-rank" : "above-fair-share.rank")
                               : (gang ? "above-fair-share.gang-weight-and-rank"
                                       : "above-fair-share.weight-and-rank");
            const auto name = [&](QuotaId id) { return text(state_.tree.quota(id).name); };
            message.arguments.push_back({"outranked", name(outranked->quota)});
            message.arguments.push_back({"by", name(outranked->by)});
            message.arguments.push_back({"rank", Value::ofCount(outranked->rank)});
        }
        // The share of the whole quota is another than that of its own part.
        if (state_.tree[job_.leaf()].own)
            addVariant(message.code, "own");
        if (!gang && state_.isBookedAt(job_.leaf()))
            addVariant(message.code, "booked");
        return {ReasonCode::aboveFairShare, Rule::reclaim, std::move(message)};
    }
    Message message{"no-eligible-victims",
                    {{"quota", text(quotaName())},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"free", Value::ofGpu(free)},
                     {"short", Value::ofGpu(job_.requestGpu() - free)},
                     {"share", Value::ofGpu(share)},
                     {"guaranteed", Value::ofGpu(guaranteed)},
                     {"holders", holders}}};
    const ReasonMemo::Room& room = memo_.room(state_, job_);
    if (const int steps = state_.queueOf(job_).line(job_.shape).unproven;
        room.all < job_.requestGpu()) {
        message.code = kNodesAway;
        if (job_.slot().type != kAnyType) {
            message.code += "-of-type";
            message.arguments.push_back({"gpuType", text(state_.specOf(id_)->gpuType)});
        }
        message.arguments.push_back({"ready", Value::ofGpu(room.all)});
        message.arguments.push_back({"nodes", Value::ofList(room.away)});
    } else if (steps > 0) {
        message.code = "no-eligible-victims.unproven";
        message.arguments.push_back({"proven", Value::ofFlag(false)});
        message.arguments.push_back({"steps", Value::ofCount(steps)});
    } else if (movesUnproven(state_, job_)) {
        message.code = "no-eligible-victims.moves-unproven";
        message.arguments.push_back({"proven", Value::ofFlag(false)});
    } else if (job_.runningVictims() > 0) {
        message.code = kTookBefore;
        message.arguments.push_back({"count", Value::ofCount(job_.runningVictims())});
    }
    return {ReasonCode::noEligibleVictims, Rule::reclaim, std::move(message)};
}

}  // namespace apportion
