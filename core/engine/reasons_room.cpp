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

bool ReasonFinder::sayUnprovenMoves(Message& message) const {
    if (!movesUnproven(state_, job_))
        return false;
    message.arguments.push_back({"proven", Value::ofFlag(false)});
    message.then.emplace_back("no-moves-found");
    return true;
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
    sayUnprovenMoves(message);
    message.then.emplace_back("end-on-node-or-add");
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

// Surplus of its level that another of its rank has, or that only those of weight 0 want.
bool ReasonFinder::weightMatters(BranchId id) const {
    const Tree& tree = state_.tree;
    Gpu shares = 0;
    for (const BranchId other : tree.levelOf(id)) {
        shares += state_.shareOf(other);
        if (other != id && tree[other].rank == tree[id].rank &&
            state_.shareOf(other) > tree[other].guarantee)
            return true;
    }
    const Gpu all = tree[id].parent == kNoBranch ? state_.fleet.capacity(tree[id].group)
                                                 : state_.shareOf(tree[id].parent);
    return tree[id].weight == 0 && shares < all;
}

// What brings a branch a larger share. Nothing does where it has no others beside it.
const char* ReasonFinder::shareRemedy(BranchId id) const {
    const Branch& branch = state_.tree[id];
    if (state_.tree.levelOf(id).size() == 1)
        return "free-only";
    if (branch.own || !weightMatters(id))
        return "free-or-guarantee";
    return branch.weight == 0 ? "set-weight" : "free-or-weight";
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
                     {"holders", holdersAt(id, false)}}};
    if (branch.own)
        message.then.emplace_back("direct");
    sayType(message, room);
    // Nodes of another type may have room for who makes room on those of its own.
    const bool unproven = sayUnprovenMoves(message);
    // No weight helps where higher ranks leave nothing.
    if (const auto& outranked = unproven ? std::nullopt : memo_.outranked(state_, id)) {
        const auto name = [&](QuotaId quota) { return text(state_.tree.quota(quota).name); };
        message.arguments.push_back({"outranked", name(outranked->quota)});
        message.arguments.push_back({"by", name(outranked->by)});
        message.arguments.push_back({"rank", Value::ofCount(outranked->rank)});
        message.then.emplace_back("surplus-by-rank");
        message.then.emplace_back(outranked->weighted ? "set-rank" : "set-weight-and-rank");
    } else {
        message.then.emplace_back(shareRemedy(id));
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
        message.arguments.push_back({"nodes", Value::ofList(room.away)});
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
    } else if (!sayUnprovenMoves(message) && message.code != kTookBefore) {
        message.then.emplace_back("when-others-end-or-policy");
    }
    return {ReasonCode::noEligibleVictims, Rule::reclaim, std::move(message)};
}

}  // namespace apportion
