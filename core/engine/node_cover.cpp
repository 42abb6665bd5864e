// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/node_cover.h"

#include <algorithm>
#include <map>
#include <set>

namespace apportion {
namespace {

using Table = std::vector<std::optional<VictimSet>>;  // by what is gained

bool cheaper(const EngineState& state, const std::vector<Candidate>& all, const VictimSet& a,
             const std::optional<VictimSet>& b) {
    return !b || compareCosts(state, all, a, *b).order < 0;
}

VictimSet joined(const VictimSet& a, const VictimSet& b) {
    VictimSet sum = a;
    sum.members.insert(sum.members.end(), b.members.begin(), b.members.end());
    for (std::size_t i = 0; i < sum.gpu.size(); ++i)
        sum.gpu[i] += b.gpu[i];
    sum.count += b.count;
    for (std::size_t i = 0; i < sum.priorities.size(); ++i)
        sum.priorities[i] += b.priorities[i];
    sum.lost += b.lost;
    return sum;
}

// What the removal of some candidates frees on one node.
struct Item {
    int devices = 0;
    std::vector<std::size_t> members;
};

// table[f] = cheapest set that frees at least f devices of the node.
Table freeingTable(const EngineState& state, const std::vector<Candidate>& all,
                   const std::vector<Item>& items, int most) {
    Table table(static_cast<std::size_t>(most) + 1);
    table[0] = VictimSet{};
    for (const Item& item : items)
        for (int need = most; need > 0; --need) {
            const auto& rest = table[static_cast<std::size_t>(std::max(0, need - item.devices))];
            if (!rest)
                continue;
            VictimSet with = *rest;
            for (const std::size_t member : item.members)
                with.add(state, all, member);
            auto& cell = table[static_cast<std::size_t>(need)];
            if (cheaper(state, all, with, cell))
                cell = std::move(with);
        }
    return table;
}

}  // namespace

bool roomMightDo(const EngineState& state, const Job& taker, const std::vector<Candidate>& all,
                 const std::vector<std::size_t>& active) {
    std::map<NodeId, int> freed;
    std::set<std::pair<NodeId, int>> shared;
    for (const std::size_t index : active) {
        const Job& victim = state.job(all[index].id);
        for (const Seat& seat : victim.seats) {
            if (seat.device < 0)
                freed[seat.node] += static_cast<int>(victim.slot.request.gpu / kOneGpu);
            else if (shared.insert({seat.node, seat.device}).second)
                freed[seat.node] += 1;
        }
    }
    const Gpu request = taker.slot.request.gpu;
    std::int64_t slots = 0;
    for (const NodeId node : state.fleet.nodesOf(taker.group)) {
        if (!state.fleet.eligible(node, taker.slot))
            continue;
        const auto more = freed.find(node);
        if (more == freed.end()) {
            slots += state.fleet.slots(node, taker.slot);
        } else if (request <= 0) {
            return true;
        } else {
            const int whole = state.fleet.use(node).wholeFree + more->second;
            slots += taker.slot.fraction() ? state.fleet.slots(node, taker.slot) +
                                                 (more->second + 1) * (kOneGpu / request)
                                           : whole * kOneGpu / request;
        }
        if (slots >= taker.spec->replicas)
            return true;
    }
    return false;
}

CoverAnswer cheapestCover(const EngineState& state, const Job& taker,
                          const std::vector<Candidate>& all,
                          const std::vector<std::size_t>& active) {
    CoverAnswer answer;
    if (taker.slot.fraction() || taker.slot.request.gpu == 0)
        return {std::nullopt, false};
    const int devices = static_cast<int>(taker.slot.request.gpu / kOneGpu);

    std::map<NodeId, std::vector<Item>> items;
    for (const std::size_t index : active) {
        const Job& victim = state.job(all[index].id);
        const NodeId node = victim.seats.front().node;
        const bool oneNode = std::all_of(victim.seats.begin(), victim.seats.end(),
                                         [node](const Seat& seat) { return seat.node == node; });
        if (!oneNode || victim.slot.fraction() || victim.slot.request.gpu == 0) {
            answer.exact = false;
            continue;
        }
        if (state.fleet.eligible(node, taker.slot))
            items[node].push_back({static_cast<int>(victim.gpu() / kOneGpu), {index}});
    }

    std::int64_t fits = 0;
    for (const NodeId node : state.fleet.nodesOf(taker.group))
        fits += state.fleet.slots(node, taker.slot);
    const auto need = taker.spec->replicas - fits;
    if (need <= 0)
        return {std::nullopt, false};
    Table best(static_cast<std::size_t>(need) + 1);
    best[0] = VictimSet{};
    for (const auto& [node, here] : items) {
        const NodeUse& use = state.fleet.use(node);
        if ((use.cpuBound && taker.slot.request.cpu > 0) ||
            (use.memoryBound && taker.slot.request.memory > 0))
            answer.exact = false;
        int held = 0;
        for (const Item& item : here)
            held += item.devices;
        const int base = use.wholeFree / devices;
        const int most =
            static_cast<int>(std::min<std::int64_t>(need, (use.wholeFree + held) / devices - base));
        if (most <= 0)
            continue;
        const Table freeing =
            freeingTable(state, all, here, (base + most) * devices - use.wholeFree);
        Table joint = best;
        for (std::size_t gain = 1; gain <= static_cast<std::size_t>(most); ++gain) {
            const auto& here2 = freeing[(static_cast<std::size_t>(base) + gain) *
                                            static_cast<std::size_t>(devices) -
                                        static_cast<std::size_t>(use.wholeFree)];
            if (!here2)
                continue;
            for (std::size_t total = gain; total < best.size(); ++total) {
                if (!best[total - gain])
                    continue;
                VictimSet with = joined(*best[total - gain], *here2);
                if (cheaper(state, all, with, joint[total]))
                    joint[total] = std::move(with);
            }
        }
        best = std::move(joint);
    }
    answer.set = std::move(best.back());
    return answer;
}

}  // namespace apportion
