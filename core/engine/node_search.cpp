// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/node_search.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/engine/freeing_table.h"
#include "core/engine/thresholds.h"

namespace apportion {
namespace {

// In place of a node: the devices of all nodes that the taker may use.
constexpr NodeId kAllNodes = -1;

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
                    if (state_.fleet.eligible(seat.node, taker_.slot()))
                        mine.insert(seat.node);
            for (const NodeId node : mine)
                for (const std::size_t index : membersOf(giver))
                    nodes[node].push_back(index);
        }
        return nodes;
    }

    // The cheapest way to free what the taker lacks there, whatever binds besides.
    std::optional<VictimSet> room(NodeId node, const std::vector<std::size_t>& here) const {
        return freeingTable(state_, all_, itemsOn(node, giversOf(all_, here)), needOn(node)).back();
    }

    // Of all nodes together.
    std::optional<SubsetAnswer> devices(const std::vector<Giver>& givers) {
        constexpr std::size_t kMostCells = 100'000;
        const int need = needOn(kAllNodes);
        if (need <= 0 || static_cast<std::size_t>(need) * givers.size() > kMostCells)
            return std::nullopt;
        const std::vector<FreeingItems> items = itemsOn(kAllNodes, givers);
        const auto loose = freeingTable(state_, all_, items, need).back();
        if (!loose || accept(*loose))
            return SubsetAnswer{loose};
        const auto capped = underLeafBounds(items, need);
        if (!capped || accept(*capped))
            return SubsetAnswer{capped};
        return std::nullopt;
    }

    // The least set by keys (d) to (i) that makes room on the node, out of `active`; with `bound`,
    // if it is less than that.
    std::optional<VictimSet> cheapestOn(NodeId node, const std::vector<std::size_t>& active,
                                        const VictimSet* bound = nullptr) {
        best_.reset();
        if (bound)
            best_ = *bound;
        improved_ = false;
        searchNode(node, giversOf(all_, active));
        return improved_ ? std::exchange(best_, std::nullopt) : std::nullopt;
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
        if (node == kAllNodes) {
            int need = taker_.least();
            for (const NodeId each : state_.fleet.nodesOf(taker_.group()))
                if (state_.fleet.eligible(each, taker_.slot()))
                    need -= state_.fleet.use(each).wholeFree;
            return need;
        }
        return static_cast<int>(taker_.slot().request.gpu / kOneGpu) -
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
                if (node == kAllNodes ? state_.fleet.eligible(seat.node, taker_.slot())
                                      : seat.node == node)
                    devices += static_cast<int>(seat.devices.size());
        return devices;
    }

    bool onlyDevicesMatter(NodeId node, const std::vector<Giver>& here) const {
        const NodeUse& use = state_.fleet.use(node);
        const Resources& request = taker_.slot().request;
        if (taker_.slot().fraction() || request.gpu == 0 ||
            (use.cpuBound && use.cpuFree < request.cpu) ||
            (use.memoryBound && use.memoryFree < request.memory))
            return false;
        return std::all_of(here.begin(), here.end(), [this](const Giver& giver) {
            return job(giver.front().front()).slot().request.gpu >= kOneGpu;
        });
    }

    bool better(const VictimSet& set) const { return cheaper(state_, all_, set, best_); }

    bool accept(const VictimSet& set) {
        Lifted lifted(state_);
        liftAll(lifted, all_, set.each());
        if (!trial_.feasible(all_, set.each()))
            return false;
        best_ = set;
        return improved_ = true;
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
        const SubsetAnswer answer = leastSubset(trial_, all_, active, best_);
        proven_ = proven_ && answer.proven;
        if (answer.set && better(*answer.set)) {
            best_ = answer.set;
            improved_ = true;
        }
    }

    Trial& trial_;
    EngineState& state_;
    const Job& taker_;
    const std::vector<Candidate>& all_;
    std::optional<VictimSet> best_;
    bool improved_ = false;
    bool proven_ = true;
};

// Whether so much is freed on one node that a replica might fit: an upper bound that grows by one
// candidate at a time.
class NodeMeter {
public:
    NodeMeter(const EngineState& state, const Job& taker, NodeId node)
        : state_(state),
          taker_(taker),
          node_(node),
          shared_(state.fleet.use(node).used.size(), false),
          fits_(state.fleet.slots(node, taker.slot()) > 0),
          devices_(state.fleet.use(node).wholeFree) {}

    void add(const Candidate& candidate) {
        const Job& victim = state_.job(candidate.id);
        const bool shares = victim.slot().fraction() || victim.elastic();
        for (const Seat& seat : seatsOf(victim, candidate)) {
            if (seat.node != node_)
                continue;
            for (const int device : seat.devices) {
                // Several may free one device, and each of them counts it once.
                auto seen = shared_[static_cast<std::size_t>(device)];
                devices_ += shares && seen ? 0 : 1;
                shared_[static_cast<std::size_t>(device)] = true;
            }
            fits_ = fits_ || taker_.slot().fraction() || taker_.slot().request.gpu == 0 ||
                    devices_ * kOneGpu >= taker_.slot().request.gpu;
        }
    }
    bool enough() const { return fits_; }

private:
    const EngineState& state_;
    const Job& taker_;
    NodeId node_;
    std::vector<bool> shared_;
    bool fits_;
    int devices_;
};

// Keys (a) to (c), where smaller is better.
struct Outlook {
    VictimClass highest = VictimClass::idle;
    Fraction saturation{1, 0};
    int priority = 0;

    static Outlook of(const EngineState& state, const std::vector<Candidate>& all,
                      const VictimSet& set) {
        Outlook outlook;
        for (const std::size_t index : set.members) {
            const Candidate& candidate = all[index];
            outlook.highest = std::max(outlook.highest, candidate.victimClass);
            if (candidate.victimClass == VictimClass::reclaim)
                outlook.saturation = std::min(outlook.saturation, candidate.saturation);
            if (candidate.victimClass >= VictimClass::reclaim)
                outlook.priority = std::max(outlook.priority, state.job(candidate.id).effective);
        }
        return outlook;
    }
    friend std::strong_ordering operator<=>(const Outlook& a, const Outlook& b) {
        if (const auto order = a.highest <=> b.highest; order != 0)
            return order;
        if (const auto order = b.saturation <=> a.saturation; order != 0)
            return order;
        return a.priority <=> b.priority;
    }
};

// Rule 19 for a taker of one replica: the nodes by what they promise, so that the search ends where
// no node can be better than what was found.
class NodesInTurn {
public:
    NodesInTurn(Trial& trial, const std::vector<Candidate>& all,
                const std::vector<std::size_t>& from)
        : trial_(trial), state_(trial.state()), all_(all), search_(trial, all) {
        for (auto& [node, here] : search_.byNode(from))
            if (const auto promise = promiseOf(node, here))
                nodes_.push_back({*promise, node, std::move(here), false});
        // Of equal promise those first that the tables decide: they are quick, and what they find
        // bounds the search on the others.
        for (Node& node : nodes_)
            node.shares = std::any_of(node.here.begin(), node.here.end(), [&](std::size_t index) {
                return state_.job(all_[index].id).slot().fraction();
            });
        std::stable_sort(nodes_.begin(), nodes_.end(), [](const Node& a, const Node& b) {
            const auto order = a.promise <=> b.promise;
            return order != 0 ? order < 0 : !a.shares && b.shares;
        });
    }

    bool proven() const { return search_.proven(); }

    // The least set; or the least that lacks one of `best`.
    std::optional<VictimSet> least(const VictimSet* best = nullptr) {
        std::optional<VictimSet> found;
        for (const Node& node : nodes_) {
            if (found && node.promise > Outlook::of(state_, all_, *found))
                break;
            std::vector<std::size_t> shared;  // of the best, on this node
            if (best)
                for (const std::size_t index : node.here)
                    if (std::find(best->members.begin(), best->members.end(), index) !=
                        best->members.end())
                        shared.push_back(index);
            // Where not all of the best sit, every set lacks one of them.
            if (!best || shared.size() < best->members.size()) {
                keep(leastOn(node, node.here, found), found);
                continue;
            }
            for (const std::size_t index : shared)
                keep(leastOn(node, withoutCandidate(all_, node.here, index), found), found);
        }
        return found;
    }

private:
    struct Node {
        Outlook promise;
        NodeId id = -1;
        std::vector<std::size_t> here;
        bool shares = false;  // devices among several
    };

    void keep(std::optional<VictimSet> set, std::optional<VictimSet>& found) const {
        if (set && (!found || compareSets(state_, all_, *set, *found).order < 0))
            found = std::move(set);
    }

    // If it can be less than what was found elsewhere.
    std::optional<VictimSet> leastOn(const Node& node, const std::vector<std::size_t>& here,
                                     const std::optional<VictimSet>& found) {
        auto meter = [&] { return NodeMeter(state_, trial_.taker(), node.id); };
        auto cheapest = [&](const std::vector<std::size_t>& some) -> std::optional<VictimSet> {
            // Thresholds that let in less have failed: what is found now stands at these.
            auto order = std::strong_ordering::less;
            if (found)
                order = outlookOf(some) <=> Outlook::of(state_, all_, *found);
            if (order > 0 || !mayGo(node.id, some))
                return std::nullopt;
            return search_.cheapestOn(node.id, some, order == 0 ? &*found : nullptr);
        };
        return Thresholds(state_, all_, meter, cheapest).least(here);
    }

    // The first thresholds from which the node might do; nothing if it never does.
    std::optional<Outlook> promiseOf(NodeId node, const std::vector<std::size_t>& here) const {
        std::optional<Outlook> promise;
        auto meter = [&] { return NodeMeter(state_, trial_.taker(), node); };
        // Stops at the first set of candidates that is looked at.
        auto cheapest = [&](const std::vector<std::size_t>& some) -> std::optional<VictimSet> {
            promise = outlookOf(some);
            return VictimSet{};
        };
        Thresholds(state_, all_, meter, cheapest).least(here);
        return promise;
    }

    Outlook outlookOf(const std::vector<std::size_t>& some) const {
        VictimSet all;
        all.members.assign(some.begin(), some.end());
        return Outlook::of(state_, all_, all);
    }

    // Necessary: what the leaves may lose here by rule 14 covers what is missing.
    bool mayGo(NodeId node, const std::vector<std::size_t>& some) {
        return state_.fleet.use(node).free + trial_.claims().mayGive(all_, some) >=
               trial_.taker().slot().request.gpu;
    }

    Trial& trial_;
    const EngineState& state_;
    const std::vector<Candidate>& all_;
    NodeSearch search_;
    std::vector<Node> nodes_;
};

}  // namespace

OneNodeAnswer leastOnOneNode(Trial& trial, const std::vector<Candidate>& all,
                             const std::vector<std::size_t>& from, bool runnerUp) {
    NodesInTurn nodes(trial, all, from);
    OneNodeAnswer answer;
    answer.set = nodes.least();
    answer.proven = nodes.proven();
    if (answer.set && runnerUp)
        answer.runnerUp = nodes.least(&*answer.set);
    return answer;
}

std::optional<VictimSet> leastWithoutOneOf(Trial& trial, const std::vector<Candidate>& all,
                                           const std::vector<std::size_t>& from,
                                           const VictimSet& best) {
    return NodesInTurn(trial, all, from).least(&best);
}

std::optional<SubsetAnswer> cheapestDevices(Trial& trial, const std::vector<Candidate>& all,
                                            const std::vector<std::size_t>& active) {
    return NodeSearch(trial, all).devices(giversOf(all, active));
}

std::optional<VictimSet> cheapestRoom(Trial& trial, const std::vector<Candidate>& all,
                                      const std::vector<std::size_t>& active) {
    const Job& taker = trial.taker();
    if (trial.state().fleet.roomFor(taker.group(), taker.slot(), 1))
        return std::nullopt;  // there is room with nobody gone
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
