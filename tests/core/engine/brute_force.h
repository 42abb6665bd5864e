// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19 by trying every set: of each workload nothing, its youngest replicas, or all of it.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/engine/victim_search.h"

namespace apportion::testing {

inline bool startsInFreeRoom(EngineState state, WorkloadId taker) {
    const Job& job = state.job(taker);
    std::vector<Seat> seats;
    return state.books.allowed(state.tree, state.startOf(job), state.capacityFor(job)) &&
           state.fleet.takeAll(job.group(), job.slot(), job.least(), seats);
}

// Keys (a) to (i) of one set, as the page has them; not the engine's own order. The smaller is the
// better set.
struct Keys {
    int highestClass = -1;                  // a
    bool belowShare = false;                // a2
    Fraction lowest{1, 0};                  // b, the higher the better
    int priority = 0;                       // c
    std::array<Gpu, kVictimClasses> gpu{};  // d, from class 4 down
    std::vector<int> priorities;            // e is how many, f is which
    GpuTime lost = 0;                       // g
    std::vector<Instant> starts;            // h, the later the better
    std::vector<std::string> names;         // i

    Keys(const EngineState& state, const std::vector<Candidate>& all,
         std::span<const std::size_t> members, bool below)
        : belowShare(below) {
        for (const std::size_t member : members) {
            const Candidate& victim = all[member];
            const Job& job = state.job(victim.id);
            const auto victimClass = static_cast<int>(victim.victimClass);
            highestClass = std::max(highestClass, victimClass);
            if (victim.victimClass == VictimClass::reclaim && victim.saturation < lowest)
                lowest = victim.saturation;
            if (victimClass >= 2)
                priority = std::max(priority, job.effective);
            gpu[static_cast<std::size_t>(kVictimClasses - 1 - victimClass)] += victim.gpu;
            if (victimClass != 1)
                priorities.push_back(job.effective);
            lost += victim.lost;
            starts.push_back(victim.start);
            std::string name = state.name(victim.id);
            if (victim.replica != kWhole) {
                const std::string place =
                    std::to_string(job.marks()[static_cast<std::size_t>(victim.replica)].place);
                name += "#" + std::string(4 - place.size(), '0') + place;
            }
            names.push_back(std::move(name));
        }
        std::sort(priorities.rbegin(), priorities.rend());
        std::sort(starts.rbegin(), starts.rend());
        std::sort(names.begin(), names.end());
    }

    bool operator<(const Keys& b) const {
        const Keys& a = *this;
        if (a.highestClass != b.highestClass)
            return a.highestClass < b.highestClass;
        if (a.belowShare != b.belowShare)
            return b.belowShare;
        if (a.lowest < b.lowest || b.lowest < a.lowest)
            return b.lowest < a.lowest;
        const auto front = [](const Keys& k) {
            return std::tuple(k.priority, k.gpu, k.priorities.size(), k.priorities, k.lost);
        };
        if (front(a) != front(b))
            return front(a) < front(b);
        return a.starts != b.starts ? b.starts < a.starts : a.names < b.names;
    }
};

class BruteForce {
public:
    BruteForce(EngineState& state, WorkloadId taker)
        : state_(state), trial_(state, taker), all_(trial_.claims().candidates()) {
        std::vector<std::size_t> everyone(all_.size());
        for (std::size_t i = 0; i < all_.size(); ++i)
            everyone[i] = i;
        givers_ = giversOf(all_, everyone);
    }

    std::size_t candidates() const { return all_.size(); }
    // How many sets there are, up to a bound.
    std::size_t sets(std::size_t most) const {
        std::size_t sets = 1;
        for (const Giver& giver : givers_)
            if ((sets *= giver.size() + 1) > most)
                return most + 1;
        return sets;
    }
    const std::vector<Candidate>& all() const { return all_; }
    Trial& trial() { return trial_; }

    std::optional<VictimSet> least() {
        best_.reset();
        Lifted lifted(state_);
        descend(0, {}, lifted);
        return best_;
    }

private:
    void descend(std::size_t giver, const VictimSet& set, Lifted& lifted) {
        if (giver == givers_.size()) {
            // What pushes nobody below a share is at least as good.
            if (set.members.empty() || !better(set, false) || !trial_.feasible(all_, set.each()))
                return;
            const bool below = !sparesShares(set);
            if (better(set, below)) {
                best_ = set;
                best_->belowShare = below;
            }
            return;
        }
        descend(giver + 1, set, lifted);
        for (const Way& way : givers_[giver]) {
            VictimSet with = set;
            for (const std::size_t index : way) {
                with.add(state_, all_, index);
                lifted.take(all_[index].id, all_[index].replica);
            }
            descend(giver + 1, with, lifted);
            for (std::size_t i = 0; i < way.size(); ++i)
                lifted.putBack();
        }
    }

    bool better(const VictimSet& set, bool below) const {
        return !best_ || Keys(state_, all_, set.each(), below) <
                             Keys(state_, all_, best_->each(), best_->belowShare);
    }

    // With the set off the books: it keeps the bounds of a share claim as well.
    bool sparesShares(const VictimSet& set) {
        trial_.claims().spareShares(true);
        const bool holds = trial_.claims().holds(all_, set.each());
        trial_.claims().spareShares(false);
        return holds;
    }

    EngineState& state_;
    Trial trial_;
    std::vector<Candidate> all_;
    std::vector<Giver> givers_;
    std::optional<VictimSet> best_;
};

}  // namespace apportion::testing
