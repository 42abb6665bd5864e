// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/subset_search.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/node_cover.h"

namespace apportion {
namespace {

constexpr int kMostSteps = 60'000;

class Search {
public:
    Search(Trial& trial, const std::vector<Candidate>& all, std::vector<std::size_t> active,
           std::optional<VictimSet> start)
        : trial_(trial),
          all_(all),
          order_(std::move(active)),
          lifted_(trial.state()),
          best_(std::move(start)),
          roomOnly_(trial.onlyRoomMissing()) {}

    SubsetAnswer run() {
        if (roomOnly_)
            keepUseful();
        sort();
        if (!best_)
            best_ = firstGuess();
        descend(0, VictimSet{});
        return {best_, steps_ <= kMostSteps};
    }

private:
    const EngineState& state() const { return trial_.state(); }
    const Job& job(std::size_t index) const { return state().job(all_[index].id); }

    // Where only room is missing, victims serve on nodes that can take more replicas with all
    // candidates gone than now; the others are in vain.
    void keepUseful() {
        const auto nodesOf = [this](std::size_t index) {
            std::vector<NodeId> nodes;
            for (const Seat& seat : job(index).seats)
                if (nodes.empty() || nodes.back() != seat.node)
                    nodes.push_back(seat.node);
            return nodes;
        };
        std::map<NodeId, int> slots;
        for (const std::size_t index : order_)
            for (const NodeId node : nodesOf(index))
                slots[node] = state().fleet.slots(node, trial_.taker().slot);
        std::set<NodeId> useful;
        {
            Lifted gone(trial_.state());
            for (const std::size_t index : order_)
                gone.take(all_[index].id);
            for (const auto& [node, before] : slots)
                if (state().fleet.slots(node, trial_.taker().slot) > before)
                    useful.insert(node);
        }
        std::erase_if(order_, [&](std::size_t index) {
            const auto nodes = nodesOf(index);
            return std::none_of(nodes.begin(), nodes.end(),
                                [&](NodeId node) { return useful.contains(node); });
        });
    }

    bool oneNode(std::size_t index) const {
        const auto& seats = job(index).seats;
        return std::all_of(seats.begin(), seats.end(),
                           [&](const Seat& seat) { return seat.node == seats.front().node; });
    }

    // Same in every key but (g) to (i), on the same node: the better of two goes first, so a set
    // with the worse alone is never the least. `order_` has the better before the worse.
    bool twins(std::size_t a, std::size_t b) const {
        const Job& left = job(a);
        const Job& right = job(b);
        return all_[a].victimClass == all_[b].victimClass && left.leaf == right.leaf &&
               left.slot == right.slot && left.spec->replicas == right.spec->replicas &&
               left.priority() == right.priority() && left.effective == right.effective &&
               left.module() == right.module() && left.preemptible == right.preemptible &&
               left.slot.request.gpu >= kOneGpu && oneNode(a) && oneNode(b) &&
               left.seats.front().node == right.seats.front().node;
    }

    // Who spans nodes first, then node by node, so that a node's fate is decided in one stretch;
    // there the cheapest first.
    void sort() {
        std::sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
            const NodeId left = oneNode(a) ? job(a).seats.front().node : -1;
            const NodeId right = oneNode(b) ? job(b).seats.front().node : -1;
            if (left != right)
                return left < right;
            if (all_[a].victimClass != all_[b].victimClass)
                return all_[a].victimClass < all_[b].victimClass;
            if (job(a).gpu() != job(b).gpu())
                return job(a).gpu() < job(b).gpu();
            const GpuTime lostA = state().lostWork(job(a));
            const GpuTime lostB = state().lostWork(job(b));
            if (lostA != lostB)
                return lostA < lostB;
            if (*job(a).start != *job(b).start)
                return *job(a).start > *job(b).start;
            return job(a).spec->name < job(b).spec->name;
        });
    }

    // Lowest class and priority first, newest first, until it does; then whoever is not needed goes
    // back. A start for the bound, and the answer where the steps do not suffice.
    std::optional<VictimSet> firstGuess() {
        std::vector<std::size_t> greedy = order_;
        std::stable_sort(greedy.begin(), greedy.end(), [this](std::size_t a, std::size_t b) {
            if (all_[a].victimClass != all_[b].victimClass)
                return all_[a].victimClass < all_[b].victimClass;
            if (job(a).effective != job(b).effective)
                return job(a).effective < job(b).effective;
            return *job(a).start > *job(b).start;
        });
        std::vector<std::size_t> chosen;
        bool done = false;
        for (const std::size_t index : greedy) {
            chosen.push_back(index);
            done = feasible(chosen);
            if (done)
                break;
        }
        if (!done)
            return std::nullopt;
        for (std::size_t i = chosen.size(); i-- > 0;) {
            std::vector<std::size_t> without = chosen;
            without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
            if (feasible(without))
                chosen = std::move(without);
        }
        VictimSet set;
        for (const std::size_t index : chosen)
            set.add(state(), all_, index);
        return set;
    }

    bool feasible(const std::vector<std::size_t>& set) {
        Lifted lifted(trial_.state());
        for (const std::size_t index : set)
            lifted.take(all_[index].id);
        return trial_.feasible(all_, set);
    }

    bool worse(const VictimSet& set) const {
        if (!best_)
            return false;
        // Keys (d) and (e) only grow: beyond the best there is nothing to find.
        for (std::size_t i = kVictimClasses; i-- > 0;)
            if (set.gpu[i] != best_->gpu[i])
                return set.gpu[i] > best_->gpu[i];
        return set.count > best_->count;
    }

    void descend(std::size_t at, const VictimSet& chosen) {
        if (++steps_ > kMostSteps || worse(chosen))
            return;
        // What a set may not take, no larger set may.
        if (!chosen.members.empty() && !trial_.claims().holds(all_, chosen.members))
            return;
        if (trial_.allowed() && trial_.placed()) {
            if (!best_ || compareCosts(state(), all_, chosen, *best_).order < 0)
                best_ = chosen;
            return;
        }
        if (at == order_.size() || inVain(at, chosen) || !possible(at))
            return;
        const std::size_t index = order_[at];
        if (!leftTwinOut(at, chosen)) {
            VictimSet with = chosen;
            with.add(state(), all_, index);
            lifted_.take(all_[index].id);
            descend(at + 1, with);
            lifted_.putBack();
        }
        descend(at + 1, chosen);
    }

    bool leftTwinOut(std::size_t at, const VictimSet& chosen) const {
        return at > 0 && twins(order_[at - 1], order_[at]) &&
               (chosen.members.empty() || chosen.members.back() != order_[at - 1]);
    }

    // A node was left behind whose victims made no room for a further replica.
    bool inVain(std::size_t at, const VictimSet& chosen) const {
        if (!roomOnly_ || chosen.members.empty())
            return false;
        const std::size_t last = chosen.members.back();
        const NodeId node = job(last).seats.front().node;
        if (!oneNode(last) || job(order_[at]).seats.front().node == node)
            return false;
        const Slot& slot = trial_.taker().slot;
        const int now = state().fleet.slots(node, slot);
        trial_.state().lower(all_[last].id);
        const int without = state().fleet.slots(node, slot);
        trial_.state().lift(all_[last].id);
        return now == without;
    }

    // Whether all that is undecided together could make room.
    bool possible(std::size_t at) const {
        return roomMightDo(state(), trial_.taker(), all_,
                           {order_.begin() + static_cast<std::ptrdiff_t>(at), order_.end()});
    }

    Trial& trial_;
    const std::vector<Candidate>& all_;
    std::vector<std::size_t> order_;
    Lifted lifted_;
    std::optional<VictimSet> best_;
    bool roomOnly_;
    int steps_ = 0;
};

}  // namespace

SubsetAnswer leastSubset(Trial& trial, const std::vector<Candidate>& all,
                         std::vector<std::size_t> active, std::optional<VictimSet> start) {
    return Search(trial, all, std::move(active), std::move(start)).run();
}

}  // namespace apportion
