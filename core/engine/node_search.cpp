// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/node_search.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/freeing_table.h"
#include "core/engine/room_meter.h"
#include "core/engine/thresholds.h"

namespace apportion {
namespace {

class NodeSearch {
public:
    NodeSearch(Trial& trial, const std::vector<Candidate>& all)
        : trial_(trial), state_(trial.state()), taker_(trial.taker()), all_(all) {}

    bool proven() const { return proven_; }

    // Which candidates sit (in part) on which nodes that the taker may use.
    std::map<NodeId, std::vector<std::size_t>> byNode(const std::vector<std::size_t>& some) const {
        std::map<NodeId, std::vector<std::size_t>> nodes;
        for (const Giver& giver : giversOf(all_, some)) {
            std::set<NodeId> mine;
            for (const std::size_t index : giver.back())
                for (const Seat& seat : seatsOf(job(index), all_[index]))
                    if (state_.fleet.eligible(seat.node, taker_.slot))
                        mine.insert(seat.node);
            for (const NodeId node : mine)
                for (const std::size_t index : membersOf(giver))
                    nodes[node].push_back(index);
        }
        return nodes;
    }

    // The cheapest way to free what the taker lacks there, whatever binds besides.
    // Nobody where there is room already.
    std::optional<VictimSet> room(NodeId node, const std::vector<std::size_t>& here) const {
        if (needOn(node) <= 0)
            return VictimSet{};
        return freeingTable(state_, all_, itemsOn(node, giversOf(all_, here)), needOn(node)).back();
    }

    // The least set by keys (d) to (i) that makes room on the node, out of `active`.
    std::optional<VictimSet> cheapestOn(NodeId node, const std::vector<std::size_t>& active) {
        best_.reset();
        searchNode(node, giversOf(all_, active));
        return best_;
    }

private:
    const Job& job(std::size_t index) const { return state_.jobs[all_[index].id]; }

    // The replicas, in their order, and the whole.
    static std::vector<std::size_t> membersOf(const Giver& giver) {
        std::vector<std::size_t> members;
        for (const Way& way : giver)
            for (const std::size_t index : way)
                if (std::find(members.begin(), members.end(), index) == members.end())
                    members.push_back(index);
        return members;
    }

    void searchNode(NodeId node, const std::vector<Giver>& here) {
        if (!onlyDevicesMatter(node, here)) {
            searchOneByOne(here);
            return;
        }
        const int need = needOn(node);
        const std::vector<FreeingItems> givers = itemsOn(node, here);
        int held = 0;
        for (const FreeingItems& ways : givers)
            held += ways.back().devices;
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

    int needOn(NodeId node) const {
        return static_cast<int>(taker_.slot.request.gpu / kOneGpu) -
               state_.fleet.use(node).wholeFree;
    }

    std::vector<FreeingItems> itemsOn(NodeId node, const std::vector<Giver>& here) const {
        std::vector<FreeingItems> givers;
        for (const Giver& giver : here) {
            FreeingItems ways;
            for (const Way& way : giver)
                ways.push_back({way, devicesOn(node, way)});
            givers.push_back(std::move(ways));
        }
        return givers;
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
        for (const Giver& giver : here)
            for (const std::size_t index : membersOf(giver))
                active.push_back(index);
        const SubsetAnswer answer = leastSubset(trial_, all_, active, std::nullopt);
        proven_ = proven_ && answer.proven;
        if (answer.set && better(*answer.set))
            best_ = answer.set;
    }

    Trial& trial_;
    EngineState& state_;
    const Job& taker_;
    const std::vector<Candidate>& all_;
    std::optional<VictimSet> best_;
    bool proven_ = true;
};

// Whether a node could give a set that is less than `best` by keys (a) to (c), or equal.
class Rival {
public:
    Rival(const EngineState& state, const Job& taker, const std::vector<Candidate>& all,
          const VictimSet& best)
        : state_(state), taker_(taker), all_(all) {
        for (const std::size_t index : best.members) {
            const Candidate& candidate = all[index];
            class_ = std::max(class_, candidate.victimClass);
            if (candidate.victimClass == VictimClass::reclaim)
                saturation_ = std::min(saturation_, candidate.saturation);
            if (candidate.victimClass >= VictimClass::reclaim)
                priority_ = std::max(priority_, state.job(candidate.id).effective);
        }
    }

    bool on(NodeId node, const std::vector<std::size_t>& here) const {
        const auto enough = [&](const auto& counts) {
            RoomMeter meter(state_, taker_, node);
            for (const std::size_t index : here)
                if (counts(all_[index]))
                    meter.add(all_[index]);
            return meter.enough();
        };
        const auto reclaimed = [](const Candidate& each) {
            return each.victimClass == VictimClass::reclaim;
        };
        return enough([&](const Candidate& each) {
                   return each.victimClass <= class_ &&
                          (!reclaimed(each) || each.saturation >= saturation_) &&
                          (each.victimClass < VictimClass::reclaim ||
                           state_.job(each.id).effective <= priority_);
               }) ||
               enough([&](const Candidate& each) {
                   return each.victimClass <= class_ &&
                          (!reclaimed(each) || each.saturation > saturation_);
               }) ||
               enough([&](const Candidate& each) { return each.victimClass < class_; });
    }

private:
    const EngineState& state_;
    const Job& taker_;
    const std::vector<Candidate>& all_;
    VictimClass class_ = VictimClass::idle;
    Fraction saturation_{1, 0};
    int priority_ = 0;
};

}  // namespace

SubsetAnswer leastOnOneNode(Trial& trial, const std::vector<Candidate>& all,
                            const std::vector<std::size_t>& from) {
    const EngineState& state = trial.state();
    NodeSearch search(trial, all);
    std::optional<VictimSet> best;
    for (const auto& [node, here] : search.byNode(from)) {
        RoomMeter everybody(state, trial.taker(), node);
        for (const std::size_t index : here)
            everybody.add(all[index]);
        if (!everybody.enough() ||
            (best && !Rival(state, trial.taker(), all, *best).on(node, here)))
            continue;
        const NodeId only = node;
        auto meter = [&] { return RoomMeter(state, trial.taker(), only); };
        auto cheapest = [&](const std::vector<std::size_t>& some) {
            return search.cheapestOn(only, some);
        };
        auto set = Thresholds(state, all, meter, cheapest).least(here);
        if (set && (!best || compareSets(state, all, *set, *best).order < 0))
            best = std::move(set);
    }
    return {best, search.proven()};
}

std::optional<VictimSet> cheapestRoom(Trial& trial, const std::vector<Candidate>& all,
                                      const std::vector<std::size_t>& active) {
    const NodeSearch search(trial, all);
    std::optional<VictimSet> best;
    for (const auto& [node, here] : search.byNode(active)) {
        auto set = search.room(node, here);
        if (set && cheaper(trial.state(), all, *set, best))
            best = std::move(set);
    }
    return best;
}

}  // namespace apportion
