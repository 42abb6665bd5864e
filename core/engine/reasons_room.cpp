// SPDX-License-Identifier: GPL-3.0-or-later
// Room on the nodes (rule 13), and no eviction that makes it (rules 14 to 16).
#include <algorithm>
#include <string>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/consolidation.h"
#include "core/engine/reason_finder.h"
#include "core/engine/took_before.h"

namespace apportion {

Reason ReasonFinder::noCapacity(const ReasonMemo::Room& room) const {
    Message message{"no-capacity",
                    {{"quota", text(quotaName())},
                     {"resource", text("gpu")},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"free", Value::ofGpu(room.free)},
                     {"short", Value::ofGpu(job_.requestGpu() - room.free)}}};
    sayType(message, room);
    return {ReasonCode::noCapacity, Rule::means, std::move(message)};
}

// Other types are free, perhaps: only those of its own count.
void ReasonFinder::sayType(Message& message, const ReasonMemo::Room& room) const {
    if (job_.slot().type == kAnyType || !room.otherTypes)
        return;
    const auto has = [&](std::string_view name) {
        return std::any_of(message.arguments.begin(), message.arguments.end(),
                           [&](const Argument& each) { return each.name == name; });
    };
    message.arguments.push_back({"gpuType", text(state_.specOf(id_)->gpuType)});
    if (!has("free"))
        message.arguments.push_back({"free", Value::ofGpu(room.free)});
    if (!has("ready"))
        message.arguments.push_back({"ready", Value::ofGpu(room.all)});
    message.then.emplace_back("of-type");
}

void ReasonFinder::sayUnprovenMoves(Message& message) const {
    if (!movesUnproven(state_, job_))
        return;
    message.arguments.push_back({"proven", Value::ofFlag(false)});
    message.then.emplace_back("no-moves-found");
}

void ReasonFinder::sayNodesAway(Message& message, const ReasonMemo::Room& room) {
    if (room.away.empty())
        return;
    message.arguments.push_back({"nodes", Value::ofList(room.away)});
    message.then.emplace_back("nodes-away");
}

void ReasonFinder::sayUnmoved(Message& message) const {
    const std::vector<std::string>& unmoved = memo_.unmoved(state_, job_);
    if (unmoved.empty())
        return;
    message.arguments.push_back({"moveLoss", Value::ofSeconds(*state_.settings.moveLoss)});
    message.arguments.push_back({"unmoved", Value::ofList(unmoved)});
    message.then.emplace_back("moves-lose");
}

Reason ReasonFinder::fragmented(const ReasonMemo::Room& room) const {
    const Slot& slot = job_.slot();
    Message message{"fragmented", {{"quota", text(quotaName())}}};
    const auto add = [&](const char* name, Value value) {
        message.arguments.push_back({name, std::move(value)});
    };
    const auto& nodes = state_.fleet.nodes();
    // GPUs alone would do for it, or for one replica where none fits.
    const ReasonMemo::Room::Narrow& narrow = room.narrow;
    const bool byDevices = room.byDevices >= job_.least() || room.slots == 0;
    const bool isNarrow = narrow.node >= 0 && byDevices;
    add("resource", text(isNarrow ? narrow.resource : "gpu"));
    add("requested",
        isNarrow ? amountOf(narrow.resource, narrow.requested) : Value::ofGpu(slot.request.gpu));
    add("replicas", Value::ofCount(job_.least()));
    if (room.slots == 0 && isNarrow) {
        message.code = "fragmented.other";
        add("free", amountOf(narrow.resource, narrow.free));
        add("total", amountOf(narrow.resource, narrow.total));
        add("node", text(nodes[static_cast<std::size_t>(narrow.node)].name));
        add("holders", Value::ofList(ReasonMemo::holdersOn(state_, job_.group(), narrow.node,
                                                           narrow.resource)));
    } else {
        add("free", Value::ofGpu(room.free));
        if (room.slots > 0) {
            message.code = "fragmented.gang";
            add("count", Value::ofCount(room.slots));
            if (isNarrow)
                message.then.emplace_back("missing-resource");
        } else if (room.largest < 0) {
            message.code = "fragmented.no-node";
        } else {
            add("largest", Value::ofGpu(room.most));
            add("node", text(nodes[static_cast<std::size_t>(room.largest)].name));
        }
        add("holders", Value::ofList(memo_.holdersOf(state_, job_)));
        sayType(message, room);
    }
    sayNodesAway(message, room);
    sayUnmoved(message);
    sayUnprovenMoves(message);
    return {ReasonCode::fragmented, Rule::placement, std::move(message)};
}

// Of the branches that have others beside them: a claim is held against those (rule 14).
ReasonFinder::Beyond ReasonFinder::beyondShare() const {
    Beyond highest{job_.leaf(), state_.books[job_.leaf()].placed.sum()};
    state_.books.chargesAfter(
        state_.tree, job_.leaf(), job_.requestGpu(), [&](BranchId id, Gpu charge) {
            if (state_.tree.levelOf(id).size() > 1 &&
                charge > std::max(state_.tree[id].guarantee, state_.shareOf(id)))
                highest = {id, charge - job_.requestGpu()};
        });
    return highest;
}

Reason ReasonFinder::aboveFairShare(const ReasonMemo::Room& room) const {
    const auto [id, placed] = beyondShare();
    const Branch& branch = state_.tree[id];
    const Gpu share = state_.shareOf(id);
    const Gpu most = std::max(share, branch.guarantee);
    const bool none = most == 0 && branch.weight == 0 && !branch.own;
    Message message{none                       ? "above-fair-share.none"
                    : job_.requestGpu() > most ? "above-fair-share.gang"
                                               : "above-fair-share",
                    {{"quota", text(state_.tree.quotaOf(id).name)},
                     {"resource", text("gpu")},
                     {"placed", Value::ofGpu(placed)},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"share", Value::ofGpu(share)},
                     {"guaranteed", Value::ofGpu(branch.guarantee)},
                     {"short", Value::ofGpu(placed + job_.requestGpu() - most)},
                     {"holders", holdersAt(id)}}};
    if (branch.own)
        message.then.emplace_back("direct");
    sayType(message, room);
    // A root that is guaranteed the whole pool cannot get more.
    if (branch.parent == kNoBranch && branch.guarantee >= state_.capacityFor(job_))
        message.then.emplace_back("after-free");
    // Nodes of another type may have room for who makes room on those of its own.
    sayUnprovenMoves(message);
    if (const auto& outranked = memo_.outranked(state_, id)) {
        const auto name = [&](QuotaId quota) { return text(state_.tree.quota(quota).name); };
        message.arguments.push_back({"outranked", name(outranked->quota)});
        message.arguments.push_back({"by", name(outranked->by)});
        message.arguments.push_back({"rank", Value::ofCount(outranked->rank)});
        message.then.emplace_back("surplus-by-rank");
    }
    return {ReasonCode::aboveFairShare, Rule::reclaim, std::move(message)};
}

Reason ReasonFinder::noVictims(const ReasonMemo::Room& room) const {
    const Claims claims(state_, id_);
    if (!claims.anyClaim() && !claims.anyPolicy())
        return aboveFairShare(room);
    const Gpu free = room.free;
    Message message{claims.anyClaim() ? "no-eligible-victims" : "no-eligible-victims.policy",
                    {{"quota", text(quotaName())},
                     {"resource", text("gpu")},
                     {"placed", Value::ofGpu(state_.books[job_.leaf()].placed.sum())},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"free", Value::ofGpu(free)},
                     {"short", Value::ofGpu(job_.requestGpu() - free)},
                     {"share", Value::ofGpu(state_.shareOf(job_.leaf()))},
                     {"guaranteed", Value::ofGpu(state_.tree[job_.leaf()].guarantee)},
                     {"holders", Value::ofList(memo_.holdersOf(state_, job_))}}};
    if (room.all < job_.requestGpu()) {
        message.code = kNodesAway;
        message.arguments.push_back({"ready", Value::ofGpu(room.all)});
        sayNodesAway(message, room);
        sayType(message, room);
        return {ReasonCode::noEligibleVictims, Rule::reclaim, std::move(message)};
    }
    const int steps = state_.queueOf(job_).line(job_.shape).unproven;
    if (steps == 0 && job_.runningVictims() > 0 && !movesUnproven(state_, job_)) {
        message.code = kTookBefore;
        message.arguments.push_back({"count", Value::ofCount(job_.runningVictims())});
    }
    sayType(message, room);
    if (steps > 0) {
        message.arguments.push_back({"proven", Value::ofFlag(false)});
        message.arguments.push_back({"steps", Value::ofCount(steps)});
        message.then.emplace_back("evictions-unproven");
    } else {
        sayUnprovenMoves(message);
    }
    return {ReasonCode::noEligibleVictims, Rule::reclaim, std::move(message)};
}

}  // namespace apportion
