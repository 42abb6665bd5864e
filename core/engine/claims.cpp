// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/claims.h"

#include <algorithm>

namespace apportion {
namespace {

// Takes one workload off the books, not off its nodes: bounds do not ask where it runs.
class Unbooked {
public:
    Unbooked(EngineState& state, const Job& job) : state_(state), job_(job) { book(-1); }
    Unbooked(const Unbooked&) = delete;
    Unbooked& operator=(const Unbooked&) = delete;
    ~Unbooked() { book(+1); }

private:
    void book(int sign) {
        if (job_.spec->idle)
            state_.books.placeIdle(state_.tree, job_.leaf, job_.gpu(), sign);
        else
            state_.books.place(state_.tree, state_.startOf(job_), sign);
    }
    EngineState& state_;
    const Job& job_;
};

}  // namespace

Claims::Claims(EngineState& state, WorkloadId taker)
    : state_(state),
      taker_(state.jobs[taker]),
      takerId_(taker),
      sides_(static_cast<std::size_t>(state.tree.size())) {
    bool deserved = !taker_.spec->idle;
    bool share = deserved;
    state.books.chargesAfter(state.tree, taker_.leaf, taker_.gpu(), [&](BranchId id, Gpu charge) {
        deserved = deserved && charge <= state_.tree[id].guarantee;
        share = share && charge <= state_.shareOf(id);
        path_.push_back(id);
        deserved_.push_back(deserved);
        shares_.push_back(share);
    });
}

bool Claims::anyClaim() const {
    return deserved_.front() || shares_.front();
}

bool Claims::anyPolicy() const {
    const QuotaPolicy& policy = state_.policy(taker_.quota);
    return policy.childPreemption || policy.priorityPreemption ||
           (policy.selfPreemption && policy.selfPreemption->high.contains(taker_.priority()));
}

Gpu Claims::bound(BranchId branch, bool deserved) const {
    const Gpu guarantee = state_.tree[branch].guarantee;
    return deserved ? guarantee : std::max(guarantee, state_.shareOf(branch));
}

const Claims::Side& Claims::side(BranchId leaf) {
    auto& known = sides_[static_cast<std::size_t>(leaf)];
    if (known)
        return *known;
    Side side;
    const Tree& tree = state_.tree;
    // Up to the level at which the taker's path runs beside.
    BranchId top = leaf;
    std::size_t step = path_.size();
    for (; top != kNoBranch; top = tree[top].parent) {
        for (std::size_t i = 0; i < path_.size(); ++i)
            if (tree[path_[i]].parent == tree[top].parent && path_[i] != top)
                step = i;
        if (step < path_.size())
            break;
    }
    if (leaf != taker_.leaf && top != kNoBranch) {
        side.top = top;
        side.deserved = deserved_[step];
        side.claim = deserved_[step] || shares_[step];
        side.saturation = {state_.books[top].placed.sum(), state_.shareOf(top)};
        side.aboveBound = true;
        for (BranchId id = leaf;; id = tree[id].parent) {
            if (state_.books[id].charge <= bound(id, side.deserved))
                side.aboveBound = false;
            if (id == top)
                break;
        }
    }
    known = side;
    return *known;
}

// The policies by which the victim, once it waits, could take from the taker while that runs. Asked
// with the taker not placed and the victims off the books: what is placed then is what would remain
// if the taker were taken again.
bool Claims::couldTakeBack(const Job& victim) const {
    const Tree& tree = state_.tree;
    const QuotaPolicy& policy = state_.policy(victim.quota);
    const bool sameQuota = victim.quota == taker_.quota;
    if (policy.priorityPreemption && sameQuota && taker_.preemptible &&
        victim.priority() > taker_.priority())
        return true;
    const BranchId quota = tree.branchOf(victim.quota);
    if (policy.childPreemption && !sameQuota && tree.contains(quota, taker_.leaf) &&
        policy.childPreemption->priorities.contains(taker_.priority()) &&
        policy.childPreemption->modules.test(static_cast<std::size_t>(taker_.module())))
        return true;
    const auto& self = policy.selfPreemption;
    if (!self || !self->high.contains(victim.priority()) ||
        !self->low.contains(taker_.priority()) ||
        !self->modules.test(static_cast<std::size_t>(taker_.module())))
        return false;
    if (sameQuota)
        return self->scope != PreemptionScope::siblings;
    if (self->scope == PreemptionScope::quota)
        return false;
    for (const BranchId sibling : tree.levelOf(quota)) {
        if (sibling == quota || tree[sibling].own || !tree.contains(sibling, taker_.leaf))
            continue;
        return self->mayTakeGuaranteed || keepsGuarantees(taker_.leaf, sibling);
    }
    return false;
}

bool Claims::keepsGuarantees(BranchId from, BranchId top) const {
    for (BranchId id = from;; id = state_.tree[id].parent) {
        if (state_.books[id].placed.sum() < state_.tree[id].guarantee)
            return false;
        if (id == top)
            return true;
    }
}

// Whether the scope of the taker's self-level policy reaches the victim across siblings.
bool Claims::mayTakeSiblings(const Job& victim, BranchId& top) const {
    const BranchId quota = state_.tree.branchOf(taker_.quota);
    for (const BranchId sibling : state_.tree.levelOf(quota)) {
        if (sibling == quota || state_.tree[sibling].own ||
            !state_.tree.contains(sibling, victim.leaf))
            continue;
        top = sibling;
        return true;
    }
    return false;
}

std::optional<Candidate> Claims::classify(WorkloadId id, NotTakeable* why) {
    const Job& victim = state_.jobs[id];
    const auto no = [why](NotTakeable reason) {
        if (why)
            *why = reason;
        return std::nullopt;
    };
    if (state_.pass != 0 && victim.startedInPass == state_.pass)
        return no(NotTakeable::startedNow);
    Candidate candidate;
    candidate.id = id;
    candidate.rule = taker_.quota;
    if (victim.lastTaker == takerId_)
        return no(NotTakeable::sameTakerAgain);

    NotTakeable against = NotTakeable::outsidePolicy;
    const Side& beside = side(victim.leaf);
    if (beside.claim && !victim.preemptible) {
        against = NotTakeable::notPreemptible;
    } else if (beside.claim && !beside.aboveBound) {
        against = NotTakeable::atBound;
    } else if (beside.claim) {
        const Unbooked gone(state_, victim);
        if (!couldTakeBack(victim)) {
            candidate.victimClass = VictimClass::reclaim;
            candidate.saturation = beside.saturation;
            candidate.deserved = beside.deserved;
            candidate.top = beside.top;
            return candidate;
        }
        against = NotTakeable::couldTakeItBack;
    } else if (victim.leaf != taker_.leaf) {
        against = NotTakeable::noClaim;
    }

    const QuotaPolicy& policy = state_.policy(taker_.quota);
    const bool sameQuota = victim.quota == taker_.quota;
    if (const auto& self = policy.selfPreemption;
        self && self->high.contains(taker_.priority()) && self->low.contains(victim.priority()) &&
        self->modules.test(static_cast<std::size_t>(victim.module()))) {
        candidate.victimClass = VictimClass::selfLevel;
        if (sameQuota && self->scope != PreemptionScope::siblings)
            return candidate;
        BranchId top = kNoBranch;
        if (!sameQuota && self->scope != PreemptionScope::quota && mayTakeSiblings(victim, top)) {
            const Unbooked gone(state_, victim);
            if (self->mayTakeGuaranteed || keepsGuarantees(victim.leaf, top)) {
                candidate.top = top;
                candidate.keepsGuarantee = !self->mayTakeGuaranteed;
                return candidate;
            }
            against = NotTakeable::atBound;
        }
    }
    if (policy.priorityPreemption && sameQuota && victim.preemptible &&
        victim.priority() < taker_.priority()) {
        candidate.victimClass = VictimClass::selfLevel;
        return candidate;
    }
    if (const auto& child = policy.childPreemption;
        child && !sameQuota &&
        state_.tree.contains(state_.tree.branchOf(taker_.quota), victim.leaf) &&
        child->priorities.contains(victim.priority()) &&
        child->modules.test(static_cast<std::size_t>(victim.module()))) {
        candidate.victimClass = VictimClass::childLevel;
        return candidate;
    }
    return no(against);
}

std::vector<Candidate> Claims::candidates() {
    std::vector<Candidate> found;
    const bool policy = anyPolicy();
    for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf) {
        const auto& running = state_.runningAt[static_cast<std::size_t>(leaf)];
        if (running.empty() || state_.tree[leaf].group != taker_.group)
            continue;
        if (!policy && (!side(leaf).claim || !side(leaf).aboveBound))
            continue;
        for (const WorkloadId id : running)
            if (const auto candidate = classify(id))
                found.push_back(*candidate);
    }
    return found;
}

bool Claims::holds(const std::vector<Candidate>& all, const std::vector<std::size_t>& set) {
    for (const std::size_t member : set) {
        const Candidate& candidate = all[member];
        const Job& victim = state_.jobs[candidate.id];
        if (candidate.keepsGuarantee && !keepsGuarantees(victim.leaf, candidate.top))
            return false;
        if (candidate.victimClass != VictimClass::reclaim)
            continue;
        for (BranchId id = victim.leaf;; id = state_.tree[id].parent) {
            // The largest of the set at or below goes last, and may go through the bound.
            const Job* largest = &victim;
            for (const std::size_t other : set) {
                const Job& job = state_.jobs[all[other].id];
                if (!job.spec->idle && state_.tree.contains(id, job.leaf) &&
                    job.gpu() > largest->gpu())
                    largest = &job;
            }
            state_.books.place(state_.tree, state_.startOf(*largest), +1);
            const Gpu charge = state_.books[id].charge;
            state_.books.place(state_.tree, state_.startOf(*largest), -1);
            if (charge <= bound(id, candidate.deserved))
                return false;
            if (id == candidate.top)
                break;
        }
        if (couldTakeBack(victim))
            return false;
    }
    return true;
}

}  // namespace apportion
