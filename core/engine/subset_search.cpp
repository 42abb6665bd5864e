// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/subset_search.h"

#include <algorithm>

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
          best_(std::move(start)) {}

    SubsetAnswer run() {
        sort();
        if (!best_)
            best_ = firstGuess();
        descend(0, VictimSet{});
        return {best_, steps_ <= kMostSteps};
    }

private:
    const EngineState& state() const { return trial_.state(); }
    const Job& job(std::size_t index) const { return state().job(all_[index].id); }

    // Node by node, so that a node's fate is decided in one stretch; there the cheapest first.
    void sort() {
        std::sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
            const NodeId left = job(a).seats.front().node;
            const NodeId right = job(b).seats.front().node;
            if (left != right)
                return left < right;
            if (all_[a].victimClass != all_[b].victimClass)
                return all_[a].victimClass < all_[b].victimClass;
            if (job(a).gpu() != job(b).gpu())
                return job(a).gpu() < job(b).gpu();
            if (*job(a).start != *job(b).start)
                return *job(a).start > *job(b).start;
            return a < b;
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
        if (trial_.feasible(all_, chosen.members)) {
            if (!best_ || compareCosts(state(), all_, chosen, *best_).order < 0)
                best_ = chosen;
            return;
        }
        if (at == order_.size() || !possible(at))
            return;
        const std::size_t index = order_[at];
        VictimSet with = chosen;
        with.add(state(), all_, index);
        lifted_.take(all_[index].id);
        descend(at + 1, with);
        lifted_.putBack();
        descend(at + 1, chosen);
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
    int steps_ = 0;
};

}  // namespace

SubsetAnswer leastSubset(Trial& trial, const std::vector<Candidate>& all,
                         std::vector<std::size_t> active, std::optional<VictimSet> start) {
    return Search(trial, all, std::move(active), std::move(start)).run();
}

}  // namespace apportion
