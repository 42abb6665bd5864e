// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/gang_search.h"

#include <algorithm>
#include <map>

#include "core/engine/freeing_table.h"
#include "core/engine/gang_bound.h"
#include "core/engine/node_options.h"

namespace apportion {
namespace {

bool spans(std::span<const Seat> seats) {
    return std::any_of(seats.begin(), seats.end(),
                       [&](const Seat& seat) { return seat.node != seats.front().node; });
}

class GangSearch {
public:
    GangSearch(Trial& trial, const std::vector<Candidate>& all,
               const std::vector<std::size_t>& active, bool relaxed, int most)
        : trial_(trial),
          state_(trial.state()),
          taker_(trial.taker()),
          all_(all),
          relaxed_(relaxed),
          most_(most),
          lifted_(state_) {
        for (const Giver& giver : giversOf(all, active)) {
            const std::size_t only = giver.front().front();
            if (giver.size() > 1 || spans(seatsOf(state_.jobs[all[only].id], all[only])))
                spanning_.push_back(giver);
            else
                local_.push_back(only);
        }
        for (const std::size_t index : active)
            if (all[index].victimClass == VictimClass::reclaim)
                bounds_[all[index].leaf] =
                    trial.claims().excess(all[index].leaf, all[index].deserved);
        anyIdle_ = std::any_of(active.begin(), active.end(), [&](std::size_t index) {
            return all[index].victimClass == VictimClass::idle;
        });
        oneClass_ = std::all_of(active.begin(), active.end(), [&](std::size_t index) {
            return all[index].victimClass == all[active.front()].victimClass;
        });
    }

    SubsetAnswer run() {
        decideSpanning(0, VictimSet{});
        const bool proven = steps_ <= most_ && !cut_;
        if (!proven && !relaxed_)  // what is relaxed counts only where it is proven
            takeOneByOne();
        return {best_, proven, steps_};
    }

private:
    struct Leaf {
        // All that may go there goes by rule 14: it may lose so much at most, if the largest of all
        // goes through the bound.
        bool bounded = false;
        Gpu most = 0;
        Gpu excess = 0;  // what it has beyond its bound, where it has one
        Gpu taken = 0;   // by all that is chosen, and the largest of it
        Gpu largest = 0;
        bool reclaimed = false;  // some of it by rule 14
    };

    std::int64_t slots() const {
        std::int64_t sum = 0;
        for (const NodeId node : state_.fleet.nodesOf(taker_.group()))
            sum += state_.fleet.slots(node, taker_.slot());
        return sum;
    }

    void decideSpanning(std::size_t at, const VictimSet& chosen) {
        if (++steps_ > most_ || beyondBest(chosen.gpu, chosen.count, 0) || !holds(chosen))
            return;
        if (at == spanning_.size()) {
            decideNodes(chosen);
            return;
        }
        decideSpanning(at + 1, chosen);
        for (const Way& way : spanning_[at]) {
            VictimSet with = chosen;
            for (const std::size_t index : way)
                with.add(state_, all_, index);
            liftAll(lifted_, all_, way);
            decideSpanning(at + 1, with);
            for (std::size_t i = 0; i < way.size(); ++i)
                lifted_.putBack();
        }
    }

    void decideNodes(const VictimSet& chosen) {
        const std::int64_t missing = taker_.least() - slots();
        if (missing <= 0) {
            keep(chosen);
            return;
        }
        NodeOptions nodes(state_, taker_, all_, local_, static_cast<int>(missing));
        cut_ = cut_ || nodes.cut();
        steps_ += nodes.steps();
        if (nodes.size() == 0)
            return;
        const std::vector<std::optional<Gpu>> mayLose = boundLeaves(nodes, chosen);
        const GangBound priced(nodes, mayLose, static_cast<int>(missing));
        base_ = &chosen;
        descend({nodes, priced}, 0, static_cast<int>(missing), {chosen.gpu, chosen.count, 0});
    }

    // What each leaf of the nodes has lost by what is chosen already; what it may lose besides at
    // most: those that span nodes are decided, so who of them stays is nobody's largest.
    std::vector<std::optional<Gpu>> boundLeaves(const NodeOptions& nodes, const VictimSet& chosen) {
        std::vector<std::optional<Gpu>> mayLose;
        leaves_.clear();
        for (const BranchId id : nodes.leaves()) {
            Leaf leaf;
            const auto bound = bounds_.find(id);
            leaf.excess = bound != bounds_.end() ? bound->second : 0;
            leaf.bounded = bound != bounds_.end();
            Gpu largest = 0;
            const auto here = [&](std::size_t index) {
                const bool counts =
                    all_[index].leaf == id && all_[index].victimClass != VictimClass::idle;
                leaf.bounded =
                    leaf.bounded && (!counts || all_[index].victimClass == VictimClass::reclaim);
                return counts;
            };
            for (const std::size_t index : chosen.members)
                if (here(index)) {
                    leaf.taken += all_[index].gpu;
                    leaf.largest = std::max(leaf.largest, all_[index].gpu);
                    leaf.reclaimed =
                        leaf.reclaimed || all_[index].victimClass == VictimClass::reclaim;
                }
            for (const std::size_t index : local_)
                if (here(index))
                    largest = std::max(largest, all_[index].gpu);
            mayLose.emplace_back();
            if (leaf.bounded) {
                leaf.most = leaf.excess - 1 + std::max(largest, leaf.largest);
                mayLose.back() = leaf.most - leaf.taken;
            }
            leaves_.push_back(leaf);
        }
        return mayLose;
    }

    // Some set, where the search met its bound: before it found any, or the best.
    void takeOneByOne() {
        std::vector<Way> ways;
        for (const Giver& giver : spanning_)
            ways.push_back(giver.back());
        for (const std::size_t index : local_)
            ways.push_back({index});
        std::erase_if(ways, [this](const Way& way) { return !makesRoom(way); });
        // The cheapest first, and the largest: fewer do then, and one of each branch may go through
        // its bound.
        std::stable_sort(ways.begin(), ways.end(), [this](const Way& a, const Way& b) {
            return compareCosts(state_, all_, setOf(a), setOf(b)).order < 0;
        });
        takeInOrder(ways);
        std::stable_sort(ways.begin(), ways.end(),
                         [this](const Way& a, const Way& b) { return gpuOf(a) > gpuOf(b); });
        takeInOrder(ways);
    }
    // Whoever may go beside those before him goes until there is room; then, the last first, stays
    // who is not needed for it.
    void takeInOrder(const std::vector<Way>& ways) {
        std::vector<Way> taken;
        bool does = false;
        {
            VictimSet chosen;
            Lifted lifted(state_);
            for (auto way = ways.begin(); way != ways.end() && !does; ++way) {
                const VictimSet with = joined(chosen, setOf(*way));
                liftAll(lifted, all_, *way);
                if (holds(with)) {
                    chosen = with;
                    taken.push_back(*way);
                    does = makesWay();
                } else {
                    for (std::size_t i = 0; i < way->size(); ++i)
                        lifted.putBack();
                }
            }
        }
        if (!does)
            return;
        for (std::size_t i = taken.size(); i-- > 0;) {
            const Way way = taken[i];
            taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
            Lifted lifted(state_);
            const VictimSet rest = liftTogether(lifted, taken);
            if (!makesWay() || !holds(rest))
                taken.insert(taken.begin() + static_cast<std::ptrdiff_t>(i), way);
        }
        Lifted lifted(state_);
        keep(liftTogether(lifted, taken));
    }
    bool makesWay() {
        return state_.fleet.freeOnReady(taker_.group()) >= taker_.requestGpu() &&
               trial_.allowed() && trial_.placed();
    }
    VictimSet liftTogether(Lifted& lifted, const std::vector<Way>& ways) {
        VictimSet set;
        for (const Way& way : ways) {
            set = joined(set, setOf(way));
            liftAll(lifted, all_, way);
        }
        return set;
    }
    VictimSet setOf(const Way& way) const {
        VictimSet set;
        for (const std::size_t index : way)
            set.add(state_, all_, index);
        return set;
    }
    Gpu gpuOf(const Way& way) const {
        Gpu gpu = 0;
        for (const std::size_t index : way)
            gpu += all_[index].gpu;
        return gpu;
    }
    bool makesRoom(const Way& way) const {
        return std::any_of(way.begin(), way.end(), [this](std::size_t index) {
            const auto seats = seatsOf(state_.jobs[all_[index].id], all_[index]);
            return std::any_of(seats.begin(), seats.end(), [this](const Seat& seat) {
                return state_.fleet.eligible(seat.node, taker_.slot());
            });
        });
    }

    // The nodes to choose among, and what bounds the choice.
    struct Choosing {
        const NodeOptions& nodes;
        const GangBound& priced;
    };
    // Of all that is chosen: what the bounds ask for.
    struct Sums {
        std::array<Gpu, kVictimClasses> gpu{};
        int count = 0;
        GangBound::Cost price = 0;  // of options of nodes
    };

    void descend(const Choosing& choosing, std::size_t at, int missing, const Sums& sums) {
        if (missing <= 0) {
            keepOptions();
            return;
        }
        if (++steps_ > most_ || at == choosing.nodes.size() ||
            !reachable(choosing, at, missing, sums))
            return;
        for (const NodeOption& option : choosing.nodes[at]) {
            Sums with = sums;
            for (std::size_t i = 0; i < with.gpu.size(); ++i)
                with.gpu[i] += option.set.gpu[i];
            with.count += option.set.count;
            with.price += choosing.priced.priceOf(option);
            if (beyondBest(with.gpu, with.count, 0))
                continue;
            const std::size_t before = lost_.size();
            if (lose(option)) {
                options_.push_back(&option);
                descend(choosing, at + 1, missing - option.gain, with);
                options_.pop_back();
            }
            for (; lost_.size() > before; lost_.pop_back())
                leaves_[lost_.back().first] = lost_.back().second;
        }
        descend(choosing, at + 1, missing, sums);
    }

    // Whether every leaf stays above its bound with all gone but the largest. `lost_` tells what
    // the leaves were.
    bool lose(const NodeOption& option) {
        bool keeps = true;
        for (const LeafLoss& loss : option.losses) {
            Leaf& leaf = leaves_[loss.leaf];
            lost_.emplace_back(loss.leaf, leaf);
            leaf.taken += loss.gpu;
            leaf.largest = std::max(leaf.largest, loss.largest);
            leaf.reclaimed = leaf.reclaimed || loss.reclaimed;
            keeps = keeps && (!leaf.reclaimed || leaf.taken - leaf.largest < leaf.excess);
        }
        return keeps;
    }

    void keepOptions() {
        VictimSet chosen = *base_;
        for (const NodeOption* option : options_)
            chosen = joined(chosen, option->set);
        if (!cheaper(state_, all_, chosen, best_))
            return;
        Lifted lifted(state_);
        for (const NodeOption* option : options_)
            liftAll(lifted, all_, option->set.each());
        keep(chosen);
    }

    void keep(const VictimSet& chosen) {
        if (!cheaper(state_, all_, chosen, best_) || !holds(chosen) ||
            (!relaxed_ && !trial_.allowed()) || !trial_.placed())
            return;
        best_ = chosen;
    }

    bool holds(const VictimSet& chosen) {
        return chosen.members.empty() || trial_.claims().holds(all_, chosen.each());
    }

    // Key (d) only grows; `more` is what must still be taken at least, told apart by class only
    // where there is one.
    bool beyondBest(const std::array<Gpu, kVictimClasses>& gpu, int count, Gpu more) const {
        if (!best_)
            return false;
        for (std::size_t i = kVictimClasses; i-- > 0;) {
            const Gpu taken = gpu[i] + (oneClass_ && gpu[i] > 0 ? more : 0);
            if (taken != best_->gpu[i])
                return taken > best_->gpu[i];
        }
        return count > best_->count;
    }

    bool reachable(const Choosing& choosing, std::size_t at, int missing, const Sums& sums) const {
        const auto least = choosing.nodes.leastGpu(at, missing);
        if (!least || beyondBest(sums.gpu, sums.count, *least) ||
            !choosing.priced.mayReach(at, missing, sums.price))
            return false;
        Gpu mayGo = 0;
        bool bounded = !anyIdle_;  // idle work is outside the books
        for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
            if (!leaves_[leaf].bounded) {
                bounded = false;
                continue;
            }
            const Gpu most = leaves_[leaf].most - leaves_[leaf].taken;
            if (choosing.nodes.leastGpuOf(leaf, at, missing) > most)
                return false;
            mayGo += std::max<Gpu>(0, most);
        }
        return !bounded || *least <= mayGo;
    }

    Trial& trial_;
    EngineState& state_;
    const Job& taker_;
    const std::vector<Candidate>& all_;
    bool relaxed_;
    int most_;          // steps
    bool cut_ = false;  // not all ways of a node were looked at
    std::vector<Giver> spanning_;
    std::vector<std::size_t> local_;
    std::map<BranchId, Gpu> bounds_;  // of leaves with a bound: what they have beyond it
    bool oneClass_ = true;
    bool anyIdle_ = false;
    Lifted lifted_;
    std::optional<VictimSet> best_;
    // While nodes are decided: what is chosen besides, which of their options, and what the leaves
    // lose by all of it.
    const VictimSet* base_ = nullptr;
    std::vector<const NodeOption*> options_;
    std::vector<Leaf> leaves_;
    std::vector<std::pair<std::size_t, Leaf>> lost_;
    int steps_ = 0;
};

}  // namespace

bool onlyDevicesMatter(const EngineState& state, const Job& taker,
                       const std::vector<Candidate>& all, const std::vector<std::size_t>& active) {
    if (taker.slot().request.gpu < kOneGpu)
        return false;
    for (const NodeId node : state.fleet.nodesOf(taker.group())) {
        const NodeUse& use = state.fleet.use(node);
        if ((use.cpuBound && taker.slot().request.cpu > 0) ||
            (use.memoryBound && taker.slot().request.memory > 0))
            return false;
    }
    return std::all_of(active.begin(), active.end(), [&](std::size_t index) {
        return state.job(all[index].id).slot().request.gpu >= kOneGpu;
    });
}

SubsetAnswer leastForGang(Trial& trial, const std::vector<Candidate>& all,
                          const std::vector<std::size_t>& active, bool relaxed, int most) {
    SubsetAnswer answer = GangSearch(trial, all, active, relaxed, most).run();
    constexpr int kOfOneStep = 4;  // it takes as long as so many of the search over subsets
    trial.state().searched += answer.steps * kOfOneStep;
    return answer;
}

}  // namespace apportion
