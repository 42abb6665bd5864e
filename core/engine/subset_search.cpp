// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/subset_search.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/engine/room_meter.h"

namespace apportion {
namespace {

class Search {
public:
    Search(Trial& trial, const std::vector<Candidate>& all, const std::vector<std::size_t>& active,
           std::optional<VictimSet> start, int most)
        : trial_(trial),
          most_(most),
          all_(all),
          order_(giversOf(all, active)),
          lifted_(trial.state()),
          best_(std::move(start)),
          roomOnly_(trial.onlyRoomMissing()) {}

    SubsetAnswer run() {
        const Job& taker = trial_.taker();
        if (taker.least() > 1 || state().fleet.roomFor(taker.group(), taker.slot(), 1))
            for (const NodeId node : state().fleet.nodesOf(taker.group()))
                slots_ += state().fleet.slots(node, taker.slot());
        if (roomOnly_)
            keepUseful();
        sort();
        if (!best_)
            best_ = firstGuess();
        descend(0, VictimSet{});
        return {best_, steps_ <= most_, steps_};
    }

private:
    const EngineState& state() const { return trial_.state(); }
    const Job& job(std::size_t index) const { return state().job(all_[index].id); }
    // What stands for a giver in comparisons: its first way's first.
    const Candidate& first(const Giver& giver) const { return all_[giver.front().front()]; }

    std::set<NodeId> nodesOf(const Giver& giver) const {
        std::set<NodeId> nodes;
        for (const std::size_t index : giver.back())
            for (const Seat& seat : seatsOf(job(index), all_[index]))
                nodes.insert(seat.node);
        return nodes;
    }

    // Where only room is missing, victims serve on nodes that can take more replicas with all
    // candidates gone than now; the others are in vain.
    void keepUseful() {
        std::map<NodeId, int> slots;
        for (const Giver& giver : order_)
            for (const NodeId node : nodesOf(giver))
                slots[node] = state().fleet.slots(node, trial_.taker().slot());
        std::set<NodeId> useful;
        {
            Lifted gone(trial_.state());
            for (const Giver& giver : order_)
                liftAll(gone, all_, giver.back());
            for (const auto& [node, before] : slots)
                if (state().fleet.slots(node, trial_.taker().slot()) > before)
                    useful.insert(node);
        }
        std::erase_if(order_, [&](const Giver& giver) {
            const auto nodes = nodesOf(giver);
            return std::none_of(nodes.begin(), nodes.end(),
                                [&](NodeId node) { return useful.contains(node); });
        });
    }

    // The only node it gives on; -1 where it has several, or several ways.
    NodeId onlyNode(const Giver& giver) const {
        const auto nodes = nodesOf(giver);
        return giver.size() == 1 && nodes.size() == 1 ? *nodes.begin() : -1;
    }

    // Same in every key but (g) to (i), on the same node: the better of two goes first, so a set
    // with the worse alone is never the least. `order_` has the better before the worse.
    bool twins(const Giver& a, const Giver& b) const {
        const Job& left = job(a.front().front());
        const Job& right = job(b.front().front());
        return first(a).victimClass == first(b).victimClass && left.leaf() == right.leaf() &&
               left.slot() == right.slot() && left.seats().size() == right.seats().size() &&
               left.priority() == right.priority() && left.effective == right.effective &&
               left.module() == right.module() && left.preemptible() == right.preemptible() &&
               left.slot().request.gpu >= kOneGpu && onlyNode(a) >= 0 && onlyNode(a) == onlyNode(b);
    }

    // Who spans nodes first, then node by node, so that a node's fate is decided in one stretch;
    // there the cheapest first.
    void sort() {
        std::sort(order_.begin(), order_.end(), [this](const Giver& a, const Giver& b) {
            const NodeId leftNode = onlyNode(a);
            const NodeId rightNode = onlyNode(b);
            if (leftNode != rightNode)
                return leftNode < rightNode;
            const Candidate& left = first(a);
            const Candidate& right = first(b);
            if (left.victimClass != right.victimClass)
                return left.victimClass < right.victimClass;
            if (left.gpu != right.gpu)
                return left.gpu < right.gpu;
            if (left.lost != right.lost)
                return left.lost < right.lost;
            if (left.start != right.start)
                return left.start > right.start;
            return state().namedBefore(left.id, right.id);
        });
    }

    // Lowest class and priority first, newest first, whoever may go beside those before him, until
    // it does; then whoever is not needed goes back. A start for the bound, and the answer where
    // the steps do not suffice.
    std::optional<VictimSet> firstGuess() {
        std::vector<Giver> greedy = order_;
        std::stable_sort(greedy.begin(), greedy.end(), [this](const Giver& a, const Giver& b) {
            const Candidate& left = all_[a.back().back()];
            const Candidate& right = all_[b.back().back()];
            if (left.victimClass != right.victimClass)
                return left.victimClass < right.victimClass;
            if (state().job(left.id).effective != state().job(right.id).effective)
                return state().job(left.id).effective < state().job(right.id).effective;
            return left.start > right.start;
        });
        std::vector<Way> chosen;
        bool done = false;
        {
            std::vector<std::size_t> gone;
            Lifted lifted(trial_.state());
            for (auto giver = greedy.begin(); giver != greedy.end() && !done; ++giver) {
                const Way& way = giver->back();
                gone.insert(gone.end(), way.begin(), way.end());
                liftAll(lifted, all_, way);
                if (trial_.claims().holds(all_, gone)) {
                    chosen.push_back(way);
                    done = trial_.allowed() && trial_.placed();
                    continue;
                }
                gone.resize(gone.size() - way.size());
                for (std::size_t i = 0; i < way.size(); ++i)
                    lifted.putBack();
            }
        }
        if (!done)
            return std::nullopt;
        for (std::size_t i = chosen.size(); i-- > 0;) {
            std::vector<Way> without = chosen;
            without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
            if (feasible(without))
                chosen = std::move(without);
        }
        VictimSet set;
        for (const Way& way : chosen)
            for (const std::size_t index : way)
                set.add(state(), all_, index);
        return set;
    }

    bool feasible(const std::vector<Way>& chosen) {
        std::vector<std::size_t> set;
        for (const Way& way : chosen)
            set.insert(set.end(), way.begin(), way.end());
        Lifted lifted(trial_.state());
        liftAll(lifted, all_, set);
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
        steps_ += 1 + costOfStep(at, chosen);
        if (steps_ > most_ || worse(chosen))
            return;
        // What a set may not take, no larger set may.
        if (!chosen.members.empty() && !trial_.claims().holds(all_, chosen.each()))
            return;
        if (trial_.allowed() && trial_.placed()) {
            if (!best_ || compareCosts(state(), all_, chosen, *best_).order < 0)
                best_ = chosen;
            return;
        }
        if (at == order_.size() || inVain(at, chosen) || !possible(at))
            return;
        if (!leftTwinOut(at, chosen))
            for (const Way& way : order_[at]) {
                VictimSet with = chosen;
                for (const std::size_t index : way)
                    with.add(state(), all_, index);
                const auto nodes = nodesOf({way});
                const std::int64_t before = slots_;
                slots_ -= slotsOn(nodes);
                liftAll(lifted_, all_, way);
                slots_ += slotsOn(nodes);
                descend(at + 1, with);
                for (std::size_t i = 0; i < way.size(); ++i)
                    lifted_.putBack();
                slots_ = before;
            }
        descend(at + 1, chosen);
    }

    // What it takes to test a large set, or many who are undecided, counts as further steps.
    int costOfStep(std::size_t at, const VictimSet& chosen) const {
        constexpr std::size_t kOfOneStep = 64;
        const std::size_t size = chosen.members.size();
        return static_cast<int>((size * size + order_.size() - at) / kOfOneStep);
    }

    bool leftTwinOut(std::size_t at, const VictimSet& chosen) const {
        return at > 0 && twins(order_[at - 1], order_[at]) &&
               (chosen.members.empty() || chosen.members.back() != order_[at - 1].front().front());
    }

    // A node was left behind whose victims made no room for a further replica.
    bool inVain(std::size_t at, const VictimSet& chosen) const {
        if (!roomOnly_ || chosen.members.empty())
            return false;
        const Candidate& last = all_[chosen.members.back()];
        const NodeId node = onlyNode({{chosen.members.back()}});
        if (last.replica != kWhole || job(chosen.members.back()).elastic() || node < 0 ||
            onlyNode(order_[at]) == node)
            return false;
        const Slot& slot = trial_.taker().slot();
        const int now = state().fleet.slots(node, slot);
        trial_.state().lower(last.id);
        const int without = state().fleet.slots(node, slot);
        trial_.state().lift(last.id);
        return now == without;
    }

    // Whether all that is undecided together could make room.
    bool possible(std::size_t at) const {
        RoomMeter meter(state(), trial_.taker(), slots_);
        for (std::size_t i = at; i < order_.size() && !meter.enough(); ++i)
            for (const std::size_t index : order_[i].back())
                meter.add(all_[index]);
        return meter.enough();
    }

    std::int64_t slotsOn(const std::set<NodeId>& nodes) const {
        std::int64_t slots = 0;
        for (const NodeId node : nodes)
            slots += state().fleet.slots(node, trial_.taker().slot());
        return slots;
    }

    Trial& trial_;
    int most_;  // steps
    const std::vector<Candidate>& all_;
    std::vector<Giver> order_;
    Lifted lifted_;
    std::optional<VictimSet> best_;
    bool roomOnly_;
    std::int64_t slots_ = 0;  // replicas that fit as things stand in the search
    int steps_ = 0;
};

}  // namespace

SubsetAnswer leastSubset(Trial& trial, const std::vector<Candidate>& all,
                         const std::vector<std::size_t>& active, std::optional<VictimSet> start,
                         int most) {
    SubsetAnswer answer = Search(trial, all, active, std::move(start), most).run();
    trial.state().searched += answer.steps;
    return answer;
}

}  // namespace apportion
