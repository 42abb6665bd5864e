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
        for (const Giver& giver : giversOf(all, active)) {
            std::set<NodeId> nodes;
            for (const std::size_t index : giver.back())
                for (const Seat& seat : seatsOf(job(index), all[index]))
                    if (state_.fleet.eligible(seat.node, taker_.slot))
                        nodes.insert(seat.node);
            for (const NodeId node : nodes)
                onNode_[node].push_back(giver);
        }
    }

    SubsetAnswer run() {
        for (const auto& [node, here] : onNode_)
            searchNode(node, here);
        return {best_, proven_};
    }

private:
    const Job& job(std::size_t index) const { return state_.jobs[all_[index].id]; }

    void searchNode(NodeId node, const std::vector<Giver>& here) {
        if (!onlyDevicesMatter(node, here)) {
            searchOneByOne(here);
            return;
        }
        const int need =
            static_cast<int>(taker_.slot.request.gpu / kOneGpu) - state_.fleet.use(node).wholeFree;
        std::vector<FreeingItems> givers;
        int held = 0;
        for (const Giver& giver : here) {
            FreeingItems ways;
            for (const Way& way : giver)
                ways.push_back({way, devicesOn(node, way)});
            held += ways.back().devices;
            givers.push_back(std::move(ways));
        }
        if (held < need)
            return;
        // Without any bound on what a leaf may lose; with the bounds of the leaves; all bounds.
        const auto loose = freeingTable(state_, all_, givers, need).back();
        if (!loose || !better(*loose))
            return;
        if (accept(*loose))
            return;
        const auto capped = underLeafBounds(givers, need);
        if (!capped || !better(*capped))
            return;
        if (!accept(*capped))
            searchOneByOne(here);
    }

    int devicesOn(NodeId node, const Way& way) const {
        int devices = 0;
        for (const std::size_t index : way)
            for (const Seat& seat : seatsOf(job(index), all_[index]))
                if (seat.node == node)
                    devices += static_cast<int>(seat.devices.size());
        return devices;
    }

    bool onlyDevicesMatter(NodeId node, const std::vector<Giver>& here) const {
        const NodeUse& use = state_.fleet.use(node);
        const Resources& request = taker_.slot.request;
        if (taker_.slot.fraction() || request.gpu == 0 ||
            (use.cpuBound && use.cpuFree < request.cpu) ||
            (use.memoryBound && use.memoryFree < request.memory))
            return false;
        return std::all_of(here.begin(), here.end(), [this](const Giver& giver) {
            return job(giver.front().front()).slot.request.gpu >= kOneGpu;
        });
    }

    bool better(const VictimSet& set) const { return cheaper(state_, all_, set, best_); }

    bool accept(const VictimSet& set) {
        Lifted lifted(state_);
        liftAll(lifted, all_, set.members);
        if (!trial_.feasible(all_, set.members))
            return false;
        best_ = set;
        return true;
    }

    // What a leaf's victims take, less the largest of them, stays below what it holds beyond its
    // bound. For each size that may be the largest that is a plain cap.
    std::optional<VictimSet> underLeafBounds(const std::vector<FreeingItems>& givers, int need) {
        std::map<BranchId, std::vector<FreeingItems>> byLeaf;
        for (const FreeingItems& ways : givers)
            byLeaf[all_[ways.front().way.front()].leaf].push_back(ways);
        std::optional<FreeingTable> all;
        for (const auto& [leaf, mine] : byLeaf) {
            FreeingTable table = leafTable(leaf, mine, need);
            all = all ? joined(state_, all_, *all, table) : std::move(table);
        }
        return all->back();
    }

    FreeingTable leafTable(BranchId leaf, const std::vector<FreeingItems>& givers, int need) {
        std::set<Gpu> sizes;
        const Candidate& first = all_[givers.front().front().way.front()];
        bool oneClass = true;
        for (const FreeingItems& ways : givers)
            for (const FreeingItem& item : ways)
                for (const std::size_t index : item.way) {
                    sizes.insert(all_[index].gpu);
                    oneClass = oneClass && all_[index].victimClass == first.victimClass;
                }
        // Mixed classes at one leaf: the cap does not follow the order of costs.
        if (first.victimClass != VictimClass::reclaim || !oneClass)
            return freeingTable(state_, all_, givers, need);
        const Gpu excess = trial_.claims().excess(leaf, first.deserved);
        FreeingTable best(static_cast<std::size_t>(need) + 1);
        for (const Gpu largest : sizes) {
            std::vector<FreeingItems> smaller;
            for (const FreeingItems& ways : givers)
                if (all_[ways.front().way.front()].gpu <= largest)
                    smaller.push_back(ways);
            FreeingTable table = freeingTable(state_, all_, smaller, need, excess + largest);
            for (std::size_t i = 0; i < best.size(); ++i)
                if (table[i] && cheaper(state_, all_, *table[i], best[i]))
                    best[i] = std::move(table[i]);
        }
        return best;
    }

    void searchOneByOne(const std::vector<Giver>& here) {
        std::vector<std::size_t> active;
        for (const Giver& giver : here) {
            // The replicas, in their order, and the whole.
            std::vector<std::size_t> mine;
            for (const Way& way : giver)
                for (const std::size_t index : way)
                    if (std::find(mine.begin(), mine.end(), index) == mine.end())
                        mine.push_back(index);
            active.insert(active.end(), mine.begin(), mine.end());
        }
        const SubsetAnswer answer = leastSubset(trial_, all_, active, std::nullopt);
        proven_ = proven_ && answer.proven;
        if (answer.set && better(*answer.set))
            best_ = answer.set;
    }

    Trial& trial_;
    EngineState& state_;
    const Job& taker_;
    const std::vector<Candidate>& all_;
    std::map<NodeId, std::vector<Giver>> onNode_;
    std::optional<VictimSet> best_;
    bool proven_ = true;
};

}  // namespace

SubsetAnswer leastOnOneNode(Trial& trial, const std::vector<Candidate>& all,
                            const std::vector<std::size_t>& active) {
    return NodeSearch(trial, all, active).run();
}

}  // namespace apportion
