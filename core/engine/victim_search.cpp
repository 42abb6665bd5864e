// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/victim_search.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/engine/freeing_table.h"
#include "core/engine/gang_search.h"
#include "core/engine/node_cover.h"
#include "core/engine/node_search.h"
#include "core/engine/reclaim_search.h"
#include "core/engine/room_meter.h"
#include "core/engine/subset_search.h"
#include "core/engine/thresholds.h"

namespace apportion {

bool Trial::onlyRoomMissing() const {
    Gpu kept = 0;
    for (const BranchId root : state_.tree.topLevel(taker_.group()))
        kept += state_.tree[root].keep;
    bool only = true;
    state_.books.eachBroken(state_.tree, state_.startOf(taker_), state_.capacityFor(taker_),
                            [&](const BrokenBound& bound) {
                                only = only && bound.kind == BoundKind::capacity && kept == 0;
                            });
    return only;
}

bool Trial::placed() const {
    std::vector<Seat> seats;
    if (!state_.fleet.takeAll(taker_.group(), taker_.slot(), taker_.least(), seats))
        return false;
    std::for_each(seats.rbegin(), seats.rend(),
                  [this](const Seat& seat) { state_.fleet.giveBack(seat, taker_.slot()); });
    return true;
}

namespace {

class VictimSearch {
public:
    VictimSearch(EngineState& state, WorkloadId taker)
        : state_(state),
          trial_(state, taker),
          all_(trial_.claims().candidates()),
          roomOnly_(trial_.onlyRoomMissing()) {}

    VictimAnswer run() {
        std::vector<std::size_t> everyone(all_.size());
        std::iota(everyone.begin(), everyone.end(), std::size_t{0});
        const Found found =
            trial_.claims().reachesBelowShares() ? sparingShares(everyone) : search(everyone);
        VictimAnswer answer;
        answer.proven = proven_;
        answer.steps = proven_ ? 0 : steps_;
        if (found.best)
            answer.choice = choiceOf(*found.best, found.second);
        return answer;
    }

private:
    struct Found {
        std::optional<VictimSet> best;
        std::optional<VictimSet> second;  // the least that lacks one of the best
    };

    const Job& job(std::size_t index) const { return state_.jobs[all_[index].id]; }
    bool onOneNode() const { return roomOnly_ && trial_.taker().least() == 1; }

    // All keys but (a2), as the claims are set to spare shares or not.
    Found search(const std::vector<std::size_t>& from) {
        if (onOneNode()) {
            OneNodeAnswer answer = leastOnOneNode(trial_, all_, from, state_.keepRunnerUp);
            proven_ = proven_ && answer.proven;
            return {std::move(answer.set), std::move(answer.runnerUp)};
        }
        Found found{least(from), std::nullopt};
        if (found.best && state_.keepRunnerUp)
            found.second = lacking(*found.best, from);
        return found;
    }

    // The next best set lacks at least one of the best: more than all of it is never needed.
    std::optional<VictimSet> lacking(const VictimSet& best, const std::vector<std::size_t>& from) {
        const bool proven = proven_;
        auto second =
            onOneNode() ? leastWithoutOneOf(trial_, all_, from, best) : runnerUp(best, from);
        proven_ = proven;  // what is said of the answer, not of the next best
        return second;
    }

    // Key (a2): of sets of one highest class, those that push nobody below a share come first.
    Found sparingShares(const std::vector<std::size_t>& everyone) {
        Claims& claims = trial_.claims();
        claims.spareShares(true);
        std::vector<std::size_t> from = everyone;
        std::erase_if(from, [&](std::size_t index) {
            return all_[index].victimClass == VictimClass::reclaim &&
                   !claims.isReclaimable(all_[index].leaf);
        });
        Found found = search(from);
        claims.spareShares(false);
        if (!reclaimsAtMost(found.best)) {
            Found other = search(everyone);
            markBelowShare(other.best);
            markBelowShare(other.second);
            // The same set, if it beats those that push somebody below a share in all other keys.
            if (found.best && other.best && found.best->members == other.best->members)
                other.best.reset();
            if (keepLess(found.best, other.best))
                keepLess(found.second, other.best);
            keepLess(found.second, other.second);
        } else if (state_.keepRunnerUp && !reclaimsAtMost(found.second)) {
            auto other = lacking(*found.best, everyone);
            markBelowShare(other);
            keepLess(found.second, other);
        }
        return found;
    }

    bool reclaimsAtMost(const std::optional<VictimSet>& set) const {
        return set && std::all_of(set->members.begin(), set->members.end(), [this](auto member) {
                   return all_[member].victimClass <= VictimClass::reclaim;
               });
    }

    void markBelowShare(std::optional<VictimSet>& set) const {
        if (set)
            set->belowShare = std::any_of(
                set->members.begin(), set->members.end(),
                [this](auto member) { return all_[member].victimClass == VictimClass::reclaim; });
    }

    // The less of both comes first; `other` gets what it was. True if there is an `other` then.
    bool keepLess(std::optional<VictimSet>& least, std::optional<VictimSet>& other) const {
        if (other && (!least || compareSets(state_, all_, *other, *least).order < 0))
            std::swap(least, other);
        return other.has_value();
    }

    VictimChoice choiceOf(const VictimSet& best, const std::optional<VictimSet>& second) const {
        VictimChoice choice;
        choice.proven = proven_;
        for (const std::size_t member : best.members)
            choice.victims.push_back(all_[member]);
        std::stable_sort(choice.victims.begin(), choice.victims.end(),
                         [](const Candidate& a, const Candidate& b) { return a.id < b.id; });
        if (!second)
            return choice;
        // Where the best is not proven the next may be better: then none is known to be worse.
        const SetOrder order = compareSets(state_, all_, best, *second);
        if (order.order > 0)
            return choice;
        choice.worseBy = order.key;
        for (const std::size_t member : second->members)
            choice.runnerUp.push_back(all_[member].id);
        std::sort(choice.runnerUp.begin(), choice.runnerUp.end());
        choice.runnerUp.erase(std::unique(choice.runnerUp.begin(), choice.runnerUp.end()),
                              choice.runnerUp.end());
        return choice;
    }

    std::optional<VictimSet> runnerUp(const VictimSet& best,
                                      const std::vector<std::size_t>& everyone) {
        constexpr std::size_t kMost = 8;  // of a larger set the first few are tried
        std::optional<VictimSet> second;
        for (std::size_t i = 0; i < std::min(best.members.size(), kMost); ++i) {
            const auto set = least(withoutCandidate(all_, everyone, best.members[i]));
            if (set && (!second || compareSets(state_, all_, *set, *second).order < 0))
                second = set;
        }
        return second;
    }

    // The steps of one question, over all thresholds. Each of them gets some.
    struct Budget {
        int left = 0;

        template <typename Ask>
        SubsetAnswer run(Ask&& ask) {
            constexpr int kLeast = 2'000;
            SubsetAnswer answer = ask(std::max(left, kLeast));
            left -= answer.steps;
            return answer;
        }
    };

    // Keys (a) to (i) over `from`.
    std::optional<VictimSet> least(const std::vector<std::size_t>& from) {
        gang_ = {kMostGangSteps};
        subset_ = {kMostSubsetSteps};
        if (from.empty())
            return std::nullopt;
        if (!mightDo(from))
            return std::nullopt;
        auto meter = [this] { return RoomMeter(state_, trial_.taker()); };
        auto best = [this](const std::vector<std::size_t>& active) { return cheapest(active); };
        return Thresholds(state_, all_, meter, best).least(from);
    }

    // Necessary: with all of them gone, the taker is allowed and there is room. Who leaves a
    // cordoned node takes its capacity along, so the capacity is that of before.
    bool mightDo(const std::vector<std::size_t>& active) {
        if (roomOnly_) {
            RoomMeter meter(state_, trial_.taker());
            for (const std::size_t index : active)
                meter.add(all_[index]);
            return meter.enough();
        }
        const Gpu capacity = state_.capacityFor(trial_.taker());
        Lifted lifted(state_);
        liftAll(lifted, all_, everythingOf(all_, active));
        return state_.books.allowed(state_.tree, state_.startOf(trial_.taker()), capacity) &&
               trial_.placed();
    }

    // Necessary: what the leaves may lose by rule 14, with the free GPUs, covers the request.
    bool enoughMayGo(const std::vector<std::size_t>& active) {
        return state_.fleet.freeOnReady(trial_.taker().group()) +
                   trial_.claims().mayGive(all_, active) >=
               trial_.taker().requestGpu();
    }

    // Keys (d) to (i).
    std::optional<VictimSet> cheapest(const std::vector<std::size_t>& active) {
        if (roomOnly_ ? !enoughMayGo(active) : !mightDo(active))
            return std::nullopt;
        // The least that makes room is the least of all where it keeps every bound.
        std::optional<VictimSet> start;
        const bool devices = onlyDevicesMatter(state_, trial_.taker(), all_, active);
        if (trial_.taker().least() == 1) {
            if (devices)
                if (auto room = cheapestRoom(trial_, all_, active); room && feasible(*room))
                    return room;
        } else {
            const CoverAnswer cover = cheapestCover(state_, trial_.taker(), all_, active);
            const bool does = cover.set && feasible(*cover.set);
            if (cover.exact && (does || !cover.set))
                return cover.set;
            if (does)
                start = cover.set;
            if (devices && trial_.taker().slot().request.gpu == kOneGpu)
                if (auto answer = cheapestDevices(trial_, all_, active))
                    return answer->set;
            if (devices) {
                if (auto answer = cheapestForGang(active))
                    return answer->set;
                const SubsetAnswer answer = gang_.run(
                    [&](int most) { return leastForGang(trial_, all_, active, false, most); });
                if (answer.set && cheaper(state_, all_, *answer.set, start))
                    start = answer.set;
            }
        }
        const SubsetAnswer answer = subset_.run(
            [&](int most) { return leastSubset(trial_, all_, active, std::move(start), most); });
        proven_ = proven_ && answer.proven;
        return answer.set;
    }

    // Where the search over gangs has the last word.
    std::optional<SubsetAnswer> cheapestForGang(const std::vector<std::size_t>& active) {
        SubsetAnswer answer = gang_.run(
            [&](int most) { return leastForGang(trial_, all_, active, !roomOnly_, most); });
        if (roomOnly_) {
            proven_ = proven_ && answer.proven;
            if (!answer.proven)
                steps_ = kMostGangSteps;
            return answer;
        }
        if (answer.proven && (!answer.set || feasible(*answer.set)))
            return answer;
        return std::nullopt;
    }

    bool feasible(const VictimSet& set) {
        Lifted lifted(state_);
        liftAll(lifted, all_, set.each());
        return trial_.feasible(all_, set.each());
    }

    EngineState& state_;
    Trial trial_;
    std::vector<Candidate> all_;
    bool roomOnly_;
    bool proven_ = true;
    Budget gang_;
    Budget subset_;
    int steps_ = kMostSubsetSteps;
};

}  // namespace

namespace {

SetOrder compareVictims(const EngineState& state, const ReclaimAnswer& a, const ReclaimAnswer& b) {
    std::vector<Candidate> all = a.victims;
    all.insert(all.end(), b.victims.begin(), b.victims.end());
    VictimSet left;
    VictimSet right;
    for (std::size_t i = 0; i < all.size(); ++i)
        (i < a.victims.size() ? left : right).add(state, all, i);
    left.belowShare = a.belowShare;
    right.belowShare = b.belowShare;
    return compareSets(state, all, left, right);
}

// By reclaim alone, where that is all there is. The next best set lacks one of the best.
std::optional<VictimAnswer> chooseByReclaim(EngineState& state, WorkloadId taker) {
    Trial trial(state, taker);
    auto best = leastReclaim(trial);
    if (!best)
        return std::nullopt;
    VictimAnswer answer;
    if (best->victims.empty())
        return answer;
    VictimChoice choice;
    ReclaimAnswer second;
    for (std::size_t i = 0; state.keepRunnerUp && i < best->victims.size(); ++i) {
        auto other = leastReclaim(trial, best->victims[i].id);
        if (!other)
            return std::nullopt;
        if (!other->victims.empty() &&
            (second.victims.empty() || compareVictims(state, *other, second).order < 0))
            second = std::move(*other);
    }
    if (!second.victims.empty()) {
        choice.worseBy = compareVictims(state, *best, second).key;
        for (const Candidate& victim : second.victims)
            choice.runnerUp.push_back(victim.id);
        std::sort(choice.runnerUp.begin(), choice.runnerUp.end());
    }
    choice.victims = std::move(best->victims);
    std::sort(choice.victims.begin(), choice.victims.end(),
              [](const Candidate& a, const Candidate& b) { return a.id < b.id; });
    answer.choice = std::move(choice);
    return answer;
}

// Whoever has neither a claim nor a policy takes idle work alone, and replicas that can be spared
// beside it. Idle work stands in the way of room only, so most who wait are told no by numbers.
bool findsNobody(EngineState& state, WorkloadId taker) {
    const Claims claims(state, taker);
    const Job& job = state.jobs[taker];
    if (claims.anyClaim() || claims.anyPolicy() || state.elasticRunning > 0)
        return false;
    if (state.fleet.freeOnReady(job.group()) + state.books.groupIdle(job.group()) <
        job.requestGpu())
        return true;
    bool bounded = false;
    state.books.eachBroken(
        state.tree, state.startOf(job), state.capacityFor(job),
        [&](const BrokenBound& bound) { bounded = bounded || bound.branch != kNoBranch; });
    return bounded;
}

}  // namespace

VictimAnswer chooseVictims(EngineState& state, WorkloadId taker) {
    if (findsNobody(state, taker))
        return {};
    if (auto answer = chooseByReclaim(state, taker))
        return std::move(*answer);
    return VictimSearch(state, taker).run();
}

}  // namespace apportion
