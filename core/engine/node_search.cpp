// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/node_search.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/freeing_table.h"

namespace apportion {
namespace {

class NodeSearch {
public:
    NodeSearch(Trial& trial, const std::vector<Candidate>& all,
               const std::vector<std::size_t>& active)
        : trial_(trial), state_(trial.state()), taker_(trial.taker()), all_(all) {
        for (const std::size_t index : active) {
            NodeId last = -1;
            for (const Seat& seat : job(index).seats)
                if (seat.node != last && state_.fleet.eligible(seat.node, taker_.slot)) {
                    auto& here = onNode_[seat.node];
                    if (here.empty() || here.back() != index)
                        here.push_back(index);
                    last = seat.node;
                }
        }
    }

    SubsetAnswer run() {
        for (const auto& [node, here] : onNode_)
            searchNode(node, here);
        return {best_, proven_};
    }

private:
    const Job& job(std::size_t index) const { return state_.jobs[all_[index].id]; }

    void searchNode(NodeId node, const std::vector<std::size_t>& here) {
        if (!onlyDevicesMatter(node, here)) {
            searchOneByOne(here);
            return;
        }
        const int need =
            static_cast<int>(taker_.slot.request.gpu / kOneGpu) - state_.fleet.use(node).wholeFree;
        std::vector<FreeingItem> items;
        int held = 0;
        for (const std::size_t index : here) {
            int devices = 0;
            for (const Seat& seat : job(index).seats)
                if (seat.node == node)
                    devices += static_cast<int>(job(index).slot.request.gpu / kOneGpu);
            items.push_back({index, devices});
            held += devices;
        }
        if (held < need)
            return;
        // Without any bound on what a leaf may lose; with the bounds of the leaves; all bounds.
        const auto loose = freeingTable(state_, all_, items, need).back();
        if (!loose || !better(*loose))
            return;
        if (accept(*loose))
            return;
        const auto capped = underLeafBounds(items, need);
        if (!capped || !better(*capped))
            return;
        if (!accept(*capped))
            searchOneByOne(here);
    }

    bool onlyDevicesMatter(NodeId node, const std::vector<std::size_t>& here) const {
        const NodeUse& use = state_.fleet.use(node);
        const Resources& request = taker_.slot.request;
        if (taker_.slot.fraction() || request.gpu == 0 ||
            (use.cpuBound && use.cpuFree < request.cpu) ||
            (use.memoryBound && use.memoryFree < request.memory))
            return false;
        return std::all_of(here.begin(), here.end(), [this](std::size_t index) {
            return job(index).slot.request.gpu >= kOneGpu;
        });
    }

    bool better(const VictimSet& set) const { return cheaper(state_, all_, set, best_); }

    bool accept(const VictimSet& set) {
        Lifted lifted(state_);
        for (const std::size_t index : set.members)
            lifted.take(all_[index].id);
        if (!trial_.feasible(all_, set.members))
            return false;
        best_ = set;
        return true;
    }

    // What a leaf's victims take, less the largest of them, stays below what it holds beyond its
    // bound. For each size that may be the largest that is a plain cap.
    std::optional<VictimSet> underLeafBounds(const std::vector<FreeingItem>& items, int need) {
        std::map<BranchId, std::vector<FreeingItem>> byLeaf;
        for (const FreeingItem& item : items)
            byLeaf[job(item.candidate).leaf].push_back(item);
        std::optional<FreeingTable> all;
        for (const auto& [leaf, mine] : byLeaf) {
            FreeingTable table = leafTable(leaf, mine, need);
            all = all ? joined(state_, all_, *all, table) : std::move(table);
        }
        return all->back();
    }

    FreeingTable leafTable(BranchId leaf, const std::vector<FreeingItem>& items, int need) {
        std::set<Gpu> sizes;
        bool reclaims = false;
        bool oneClass = true;
        for (const FreeingItem& item : items) {
            sizes.insert(job(item.candidate).gpu());
            reclaims = reclaims || all_[item.candidate].victimClass == VictimClass::reclaim;
            oneClass = oneClass && all_[item.candidate].victimClass ==
                                       all_[items.front().candidate].victimClass;
        }
        // Mixed classes at one leaf: the cap does not follow the order of costs.
        if (!reclaims || !oneClass)
            return freeingTable(state_, all_, items, need);
        const Gpu excess = trial_.claims().excess(leaf, all_[items.front().candidate].deserved);
        FreeingTable best(static_cast<std::size_t>(need) + 1);
        for (const Gpu largest : sizes) {
            std::vector<FreeingItem> smaller;
            for (const FreeingItem& item : items)
                if (job(item.candidate).gpu() <= largest)
                    smaller.push_back(item);
            FreeingTable table = freeingTable(state_, all_, smaller, need, excess + largest);
            for (std::size_t i = 0; i < best.size(); ++i)
                if (table[i] && cheaper(state_, all_, *table[i], best[i]))
                    best[i] = std::move(table[i]);
        }
        return best;
    }

    void searchOneByOne(const std::vector<std::size_t>& here) {
        const SubsetAnswer answer = leastSubset(trial_, all_, here, std::nullopt);
        proven_ = proven_ && answer.proven;
        if (answer.set && better(*answer.set))
            best_ = answer.set;
    }

    Trial& trial_;
    EngineState& state_;
    const Job& taker_;
    const std::vector<Candidate>& all_;
    std::map<NodeId, std::vector<std::size_t>> onNode_;
    std::optional<VictimSet> best_;
    bool proven_ = true;
};

}  // namespace

SubsetAnswer leastOnOneNode(Trial& trial, const std::vector<Candidate>& all,
                            const std::vector<std::size_t>& active) {
    return NodeSearch(trial, all, active).run();
}

}  // namespace apportion
