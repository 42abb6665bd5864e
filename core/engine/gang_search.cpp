// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/gang_search.h"

#include <algorithm>
#include <map>

#include "core/engine/freeing_table.h"
#include "core/engine/node_options.h"

namespace apportion {
namespace {

constexpr int kMostSteps = kMostGangSteps;

bool spans(std::span<const Seat> seats) {
    return std::any_of(seats.begin(), seats.end(),
                       [&](const Seat& seat) { return seat.node != seats.front().node; });
}

class GangSearch {
public:
    GangSearch(Trial& trial, const std::vector<Candidate>& all,
               const std::vector<std::size_t>& active, bool relaxed)
        : trial_(trial),
          state_(trial.state()),
          taker_(trial.taker()),
          all_(all),
          relaxed_(relaxed),
          lifted_(state_) {
        for (const Giver& giver : giversOf(all, active)) {
            const std::size_t only = giver.front().front();
            if (giver.size() > 1 || spans(seatsOf(state_.jobs[all[only].id], all[only])))
                spanning_.push_back(giver);
            else
                local_.push_back(only);
        }
        for (const std::size_t index : active)
            if (all[index].victimClass == VictimClass::reclaim) {
                Bound& bound = bounds_[all[index].leaf];
                bound.excess = trial.claims().excess(all[index].leaf, all[index].deserved);
            }
        // Whatever the class: the largest of all that go may go through the bound.
        for (const std::size_t index : active)
            if (const auto bound = bounds_.find(all[index].leaf);
                bound != bounds_.end() && all[index].victimClass != VictimClass::idle)
                bound->second.largest = std::max(bound->second.largest, all[index].gpu);
        anyIdle_ = std::any_of(active.begin(), active.end(), [&](std::size_t index) {
            return all[index].victimClass == VictimClass::idle;
        });
        oneClass_ = std::all_of(active.begin(), active.end(), [&](std::size_t index) {
            return all[index].victimClass == all[active.front()].victimClass;
        });
    }

    SubsetAnswer run() {
        decideSpanning(0, VictimSet{});
        return {best_, steps_ <= kMostSteps && !cut_};
    }

private:
    struct Bound {
        Gpu excess = 0;   // what the leaf has beyond its bound
        Gpu largest = 0;  // of its candidates
    };

    std::int64_t slots() const {
        std::int64_t sum = 0;
        for (const NodeId node : state_.fleet.nodesOf(taker_.group))
            sum += state_.fleet.slots(node, taker_.slot);
        return sum;
    }

    void decideSpanning(std::size_t at, const VictimSet& chosen) {
        if (++steps_ > kMostSteps || beyondBest(chosen, 0) || !holds(chosen))
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
        descend(nodes, 0, static_cast<int>(missing), chosen);
    }

    void descend(const NodeOptions& nodes, std::size_t at, int missing, const VictimSet& chosen) {
        if (missing <= 0) {
            keep(chosen);
            return;
        }
        if (++steps_ > kMostSteps || at == nodes.size() || !reachable(nodes, at, missing, chosen))
            return;
        for (const NodeOption& option : nodes[at]) {
            const VictimSet with = joined(chosen, option.set);
            if (beyondBest(with, 0) || !leavesHold(with))
                continue;
            liftAll(lifted_, all_, option.set.members);
            if (trial_.claims().holds(all_, with.members))
                descend(nodes, at + 1, missing - option.gain, with);
            for (std::size_t i = 0; i < option.set.members.size(); ++i)
                lifted_.putBack();
        }
        descend(nodes, at + 1, missing, chosen);
    }

    void keep(const VictimSet& chosen) {
        if (!cheaper(state_, all_, chosen, best_) || !holds(chosen) ||
            (!relaxed_ && !trial_.allowed()) || !trial_.placed())
            return;
        best_ = chosen;
    }

    bool holds(const VictimSet& chosen) {
        return chosen.members.empty() || trial_.claims().holds(all_, chosen.members);
    }

    // Key (d) only grows; `more` is what must still be taken at least, told apart by class only
    // where there is one.
    bool beyondBest(const VictimSet& set, Gpu more) const {
        if (!best_)
            return false;
        for (std::size_t i = kVictimClasses; i-- > 0;) {
            const Gpu taken = set.gpu[i] + (oneClass_ && set.gpu[i] > 0 ? more : 0);
            if (taken != best_->gpu[i])
                return taken > best_->gpu[i];
        }
        return set.count > best_->count;
    }

    std::map<BranchId, Gpu> takenByLeaf(const VictimSet& set) const {
        std::map<BranchId, Gpu> taken;
        for (const std::size_t index : set.members)
            if (all_[index].victimClass != VictimClass::idle)
                taken[all_[index].leaf] += all_[index].gpu;
        return taken;
    }

    // Even if the largest candidate of a leaf were the one that goes through its bound.
    bool leavesHold(const VictimSet& set) const {
        for (const auto& [leaf, taken] : takenByLeaf(set))
            if (const auto bound = bounds_.find(leaf);
                bound != bounds_.end() && taken - bound->second.largest >= bound->second.excess)
                return false;
        return true;
    }

    bool reachable(const NodeOptions& nodes, std::size_t at, int missing,
                   const VictimSet& chosen) const {
        const auto least = nodes.leastGpu(at, missing);
        if (!least || beyondBest(chosen, *least))
            return false;
        const auto taken = takenByLeaf(chosen);
        Gpu mayGo = 0;
        bool bounded = !anyIdle_;  // idle work is outside the books
        for (const BranchId leaf : nodes.leaves()) {
            const auto bound = bounds_.find(leaf);
            if (bound == bounds_.end()) {
                bounded = false;
                continue;
            }
            const auto here = taken.find(leaf);
            const Gpu gone = here == taken.end() ? 0 : here->second;
            const Gpu most = bound->second.excess - 1 + bound->second.largest - gone;
            if (nodes.leastGpuOf(leaf, at, missing) > most)
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
    bool cut_ = false;  // not all ways of a node were looked at
    std::vector<Giver> spanning_;
    std::vector<std::size_t> local_;
    std::map<BranchId, Bound> bounds_;
    bool oneClass_ = true;
    bool anyIdle_ = false;
    Lifted lifted_;
    std::optional<VictimSet> best_;
    int steps_ = 0;
};

}  // namespace

bool onlyDevicesMatter(const EngineState& state, const Job& taker,
                       const std::vector<Candidate>& all, const std::vector<std::size_t>& active) {
    if (taker.slot.request.gpu < kOneGpu)
        return false;
    for (const NodeId node : state.fleet.nodesOf(taker.group)) {
        const NodeUse& use = state.fleet.use(node);
        if ((use.cpuBound && taker.slot.request.cpu > 0) ||
            (use.memoryBound && taker.slot.request.memory > 0))
            return false;
    }
    return std::all_of(active.begin(), active.end(), [&](std::size_t index) {
        return state.job(all[index].id).slot.request.gpu >= kOneGpu;
    });
}

SubsetAnswer leastForGang(Trial& trial, const std::vector<Candidate>& all,
                          const std::vector<std::size_t>& active, bool relaxed) {
    return GangSearch(trial, all, active, relaxed).run();
}

}  // namespace apportion
