// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/node_cover.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/freeing_table.h"

namespace apportion {

CoverAnswer cheapestCover(const EngineState& state, const Job& taker,
                          const std::vector<Candidate>& all,
                          const std::vector<std::size_t>& active) {
    CoverAnswer answer;
    if (taker.slot().fraction() || taker.slot().request.gpu == 0)
        return {std::nullopt, false};
    const int devices = static_cast<int>(taker.slot().request.gpu / kOneGpu);

    std::map<NodeId, std::vector<FreeingItems>> items;
    for (const Giver& giver : giversOf(all, active)) {
        const std::size_t only = giver.front().front();
        const Job& victim = state.job(all[only].id);
        const auto seats = seatsOf(victim, all[only]);
        const NodeId node = seats.front().node;
        const bool oneNode = std::all_of(seats.begin(), seats.end(),
                                         [node](const Seat& seat) { return seat.node == node; });
        if (giver.size() > 1 || !oneNode || victim.slot().fraction() ||
            victim.slot().request.gpu == 0) {
            answer.exact = false;
            continue;
        }
        if (state.fleet.eligible(node, taker.slot()))
            items[node].push_back({{giver.front(), static_cast<int>(all[only].gpu / kOneGpu)}});
    }

    std::int64_t fits = 0;
    for (const NodeId node : state.fleet.nodesOf(taker.group()))
        fits += state.fleet.slots(node, taker.slot());
    const auto need = taker.least() - fits;
    if (need <= 0)
        return {std::nullopt, false};
    FreeingTable best(static_cast<std::size_t>(need) + 1);
    best[0] = VictimSet{};
    for (const auto& [node, here] : items) {
        const NodeUse& use = state.fleet.use(node);
        if ((use.cpuBound && taker.slot().request.cpu > 0) ||
            (use.memoryBound && taker.slot().request.memory > 0))
            answer.exact = false;
        int held = 0;
        for (const FreeingItems& ways : here)
            held += ways.front().devices;
        const int base = use.wholeFree / devices;
        const auto most = std::min<std::int64_t>(need, (use.wholeFree + held) / devices - base);
        if (most <= 0)
            continue;
        const FreeingTable freeing =
            freeingTable(state, all, here, static_cast<int>(base + most) * devices - use.wholeFree);
        // From the largest down: what it is made of is still that of the nodes before.
        for (std::size_t total = best.size(); total-- > 1;)
            for (std::size_t gain = 1; gain <= std::min(total, static_cast<std::size_t>(most));
                 ++gain) {
                const auto& rest = best[total - gain];
                const auto& freed = freeing[(static_cast<std::size_t>(base) + gain) *
                                                static_cast<std::size_t>(devices) -
                                            static_cast<std::size_t>(use.wholeFree)];
                if (!rest || !freed)
                    continue;
                VictimSet with = joined(*rest, *freed);
                if (cheaper(state, all, with, best[total]))
                    best[total] = std::move(with);
            }
    }
    answer.set = std::move(best.back());
    return answer;
}

}  // namespace apportion
