// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/claims.h"

#include <algorithm>
#include <map>

namespace apportion {
namespace {

// Takes a part of a workload off the books, not off its nodes: bounds do not ask where it runs.
class Unbooked {
public:
    Unbooked(EngineState& state, const Candidate& part)
        : state_(state), what_(state.placedBy(state.job(part.id), part.replica)) {
        state_.books.place(state_.tree, what_, -1);
    }
    Unbooked(const Unbooked&) = delete;
    Unbooked& operator=(const Unbooked&) = delete;
    ~Unbooked() { state_.books.place(state_.tree, what_, +1); }

private:
    EngineState& state_;
    Start what_;
};

bool names(const ModuleSet& modules, const Job& job) {
    return modules.test(static_cast<std::size_t>(job.module()));
}

}  // namespace

bool mayTake(const EngineState& state, const Job& taker) {
    if (taker.idle())
        return false;
    const QuotaPolicy& policy = state.policy(taker.quota());
    if (policy.childPreemption || policy.priorityPreemption ||
        (policy.selfPreemption && policy.selfPreemption->high.contains(taker.priority())) ||
        state.idleRunning[static_cast<std::size_t>(taker.group())] > 0)
        return true;
    const Gpu most = std::max(state.tree[taker.leaf()].guarantee, state.shareOf(taker.leaf()));
    const Gpu placed = state.books[taker.leaf()].placed.sum() + taker.requestGpu();
    if (std::max(state.tree[taker.leaf()].keep, placed) <= most)
        return true;
    const auto& beside = state.runningAt[static_cast<std::size_t>(taker.leaf())];
    return state.elasticRunning > 0 &&
           std::any_of(beside.begin(), beside.end(), [&](WorkloadId id) {
               const Job& job = state.job(id);
               return job.elastic() && static_cast<int>(job.seats().size()) > job.least();
           });
}

Instant protectedUntil(const EngineState& state, const Job& taker, const Job& victim) {
    if (!state.protects)
        return *victim.start();
    // The victim's branch just below the level where both sides meet; inside one quota that quota.
    BranchId below = victim.leaf();
    while (state.tree[below].parent != kNoBranch &&
           !state.tree.contains(state.tree[below].parent, taker.leaf()))
        below = state.tree[below].parent;
    return *victim.start() + state.minRuntimeAt(state.tree[below].quota);
}

Claims::Claims(EngineState& state, WorkloadId taker)
    : state_(state), taker_(state.jobs[taker]), takerId_(taker) {
    bool deserved = !taker_.idle();
    bool share = deserved;
    state.books.chargesAfter(state.tree, taker_.leaf(), taker_.requestGpu(),
                             [&](BranchId id, Gpu charge) {
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
    const QuotaPolicy& policy = state_.policy(taker_.quota());
    return policy.childPreemption || policy.priorityPreemption ||
           (policy.selfPreemption && policy.selfPreemption->high.contains(taker_.priority()));
}

Gpu Claims::bound(BranchId branch, bool deserved) const {
    const Gpu guarantee = state_.tree[branch].guarantee;
    return deserved ? guarantee : std::max(guarantee, state_.shareOf(branch));
}

void Claims::spareShares(bool on) {
    if (std::exchange(sparesShares_, on) != on)
        sides_.clear();
}

bool Claims::reachesBelowShares() {
    if (!deserved_.front())
        return false;
    const bool spares = sparesShares_;
    spareShares(false);
    const Leaves leaves = reclaimable();
    const bool reaches = std::any_of(leaves.begin(), leaves.end(), [this](BranchId leaf) {
        if (!side(leaf).deserved)
            return false;
        const BranchId top = side(leaf).top;
        for (BranchId id = leaf;; id = state_.tree[id].parent) {
            if (state_.shareOf(id) > state_.tree[id].guarantee)
                return true;
            if (id == top)
                return false;
        }
    });
    spareShares(spares);
    return reaches;
}

const Claims::Side& Claims::side(BranchId leaf) {
    if (sides_.empty())
        sides_.resize(static_cast<std::size_t>(state_.tree.size()));
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
    if (leaf != taker_.leaf() && top != kNoBranch) {
        side.top = top;
        side.deserved = deserved_[step];
        side.claim = deserved_[step] || shares_[step];
        side.saturation = {state_.books[top].placed.sum(), state_.shareOf(top)};
        side.aboveBound = true;
        for (BranchId id = leaf;; id = tree[id].parent) {
            if (excess(id, side.deserved) <= 0)
                side.aboveBound = false;
            if (id == top)
                break;
        }
    }
    known = side;
    return *known;
}

// The policies by which the victim, once it waits, could take from the taker while that runs. Asked
// with the taker not placed and the victim off the books: what is placed then is what would remain
// if the taker were taken again.
bool Claims::couldTakeBack(const Job& victim, const Candidate& part) const {
    const Tree& tree = state_.tree;
    const QuotaPolicy& policy = state_.policy(victim.quota());
    const bool sameQuota = victim.quota() == taker_.quota();
    if (policy.priorityPreemption && sameQuota && taker_.preemptible() &&
        victim.priority() > taker_.priority())
        return true;
    const BranchId quota = tree.branchOf(victim.quota());
    if (policy.childPreemption && !sameQuota && tree.contains(quota, taker_.leaf()) &&
        policy.childPreemption->priorities.contains(taker_.priority()) &&
        names(policy.childPreemption->modules, taker_))
        return true;
    const auto& self = policy.selfPreemption;
    if (!self || !self->high.contains(victim.priority()) ||
        !self->low.contains(taker_.priority()) || !names(self->modules, taker_))
        return false;
    if (sameQuota)
        return self->scope != PreemptionScope::siblings;
    if (self->scope == PreemptionScope::quota)
        return false;
    for (const BranchId sibling : tree.levelOf(quota)) {
        if (sibling == quota || tree[sibling].own || !tree.contains(sibling, taker_.leaf()))
            continue;
        if (self->mayTakeGuaranteed)
            return true;
        const Unbooked gone(state_, part);
        return keepsGuarantees(taker_.leaf(), sibling);
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
bool Claims::siblingOf(const Job& victim, BranchId& sibling) const {
    const BranchId quota = state_.tree.branchOf(taker_.quota());
    for (const BranchId each : state_.tree.levelOf(quota)) {
        if (each == quota || state_.tree[each].own || !state_.tree.contains(each, victim.leaf()))
            continue;
        sibling = each;
        return true;
    }
    return false;
}

Candidate Claims::part(WorkloadId id, int replica) const {
    Candidate part;
    fill(part, id, replica);
    return part;
}

void Claims::fill(Candidate& part, WorkloadId id, int replica) const {
    const Job& victim = state_.jobs[id];
    part.id = id;
    part.replica = replica;
    part.gpu = replica == kWhole ? victim.heldGpu() : victim.slot().request.gpu;
    part.lost = state_.lostWork(victim, replica);
    part.start = state_.since(victim, replica);
    part.leaf = victim.leaf();
    part.rule = taker_.quota();
}

void Claims::reclaim(Candidate& part, const Side& beside) {
    part.byReclaim = true;
    part.saturation = beside.saturation;
    part.deserved = beside.deserved;
    part.top = beside.top;
}

bool Claims::reclaims(const Job& victim, Candidate& part, NotTakeable& against) {
    const Side& beside = side(victim.leaf());
    if (!beside.claim) {
        if (victim.leaf() != taker_.leaf())
            against = NotTakeable::noClaim;
        return false;
    }
    against = !victim.preemptible() ? NotTakeable::notPreemptible
              : !beside.aboveBound  ? NotTakeable::atBound
                                    : NotTakeable::couldTakeItBack;
    if (!victim.preemptible() || !beside.aboveBound || couldTakeBack(victim, part))
        return false;
    reclaim(part, beside);
    return true;
}

bool Claims::takesBySelfLevel(const Job& victim, Candidate& part, NotTakeable& against) {
    const QuotaPolicy& policy = state_.policy(taker_.quota());
    const bool sameQuota = victim.quota() == taker_.quota();
    if (const auto& self = policy.selfPreemption; self && self->high.contains(taker_.priority()) &&
                                                  self->low.contains(victim.priority()) &&
                                                  names(self->modules, victim)) {
        BranchId sibling = kNoBranch;
        if (sameQuota && self->scope != PreemptionScope::siblings)
            return part.bySelf = true;
        if (!sameQuota && self->scope != PreemptionScope::quota && siblingOf(victim, sibling)) {
            const Unbooked gone(state_, part);
            if (self->mayTakeGuaranteed || keepsGuarantees(victim.leaf(), sibling)) {
                part.sibling = sibling;
                part.keepsGuarantee = !self->mayTakeGuaranteed;
                return part.bySelf = true;
            }
            against = NotTakeable::atBound;
        }
    }
    if (policy.priorityPreemption && sameQuota && victim.preemptible() &&
        victim.priority() < taker_.priority())
        return part.bySelf = true;
    return false;
}

bool Claims::takesByChildLevel(const Job& victim) const {
    const auto& child = state_.policy(taker_.quota()).childPreemption;
    return child && victim.quota() != taker_.quota() &&
           state_.tree.contains(state_.tree.branchOf(taker_.quota()), victim.leaf()) &&
           child->priorities.contains(victim.priority()) && names(child->modules, victim);
}

std::optional<Candidate> Claims::classify(WorkloadId id, NotTakeable* why) {
    const Job& victim = state_.jobs[id];
    const auto no = [why](NotTakeable reason) {
        if (why)
            *why = reason;
        return std::nullopt;
    };
    if (startedNow(victim))
        return no(NotTakeable::startedNow);
    if (taker_.idle())
        return no(NotTakeable::noClaim);  // it runs in free room only
    Candidate candidate = part(id, kWhole);
    if (victim.idle()) {
        candidate.victimClass = VictimClass::idle;
        candidate.freely = true;
        return candidate;
    }
    if (victim.lastTaker() == takerId_)
        return no(NotTakeable::sameTakerAgain);

    NotTakeable against = NotTakeable::outsidePolicy;
    const bool safe = protectedUntil(state_, taker_, victim) > state_.now;
    if (reclaims(victim, candidate, against)) {
        if (!safe) {
            candidate.victimClass = VictimClass::reclaim;
            return candidate;
        }
        candidate.byReclaim = false;
        candidate.saturation = {1, 0};
        against = NotTakeable::minimumRuntime;
    }
    if (takesBySelfLevel(victim, candidate, against)) {
        if (!safe) {
            candidate.victimClass = VictimClass::selfLevel;
            return candidate;
        }
        candidate.bySelf = false;
        against = NotTakeable::minimumRuntime;
    }
    if (!takesByChildLevel(victim))
        return no(against);
    candidate.victimClass = VictimClass::childLevel;
    candidate.freely = true;
    return candidate;
}

void Claims::reclaimFrom(BranchId leaf, WorkloadId spared, std::vector<Candidate>& found) {
    const Side beside = side(leaf);
    const QuotaPolicy& policy = state_.policy(state_.tree[leaf].quota);
    const bool takesBack =
        policy.priorityPreemption || policy.childPreemption || policy.selfPreemption;
    for (const WorkloadId id : state_.runningAt[static_cast<std::size_t>(leaf)]) {
        const Job& victim = state_.jobs[id];
        if (id == spared || startedNow(victim) || victim.lastTaker() == takerId_ ||
            !victim.preemptible() || protectedUntil(state_, taker_, victim) > state_.now)
            continue;
        // Where it lies: there are many, and a copy waits for what was just written.
        Candidate& candidate = found.emplace_back();
        fill(candidate, id, kWhole);
        if (takesBack && couldTakeBack(victim, candidate))
            found.pop_back();
        else
            reclaim(candidate, beside);
    }
}

std::optional<Candidate> Claims::classifyReplica(WorkloadId id, int replica) {
    const Job& victim = state_.jobs[id];
    if (startedNow(victim))
        return std::nullopt;
    Candidate candidate = part(id, replica);
    candidate.victimClass = VictimClass::elastic;
    NotTakeable against = NotTakeable::outsidePolicy;
    candidate.freely = victim.leaf() == taker_.leaf() || takesByChildLevel(victim);
    const bool reclaimed = reclaims(victim, candidate, against);
    const bool self = takesBySelfLevel(victim, candidate, against);
    // Only class 2 counts in key (b).
    candidate.saturation = {1, 0};
    if (!candidate.freely && !reclaimed && !self)
        return std::nullopt;
    return candidate;
}

std::optional<Candidate> Claims::underPolicy(WorkloadId id, PreemptionLevel level,
                                             NotTakeable& why) {
    const Job& victim = state_.jobs[id];
    why = NotTakeable::outsidePolicy;
    if (victim.idle())
        return std::nullopt;  // it goes first under any policy
    Candidate candidate = part(id, kWhole);
    if (level == PreemptionLevel::child) {
        candidate.victimClass = VictimClass::childLevel;
        candidate.freely = true;
        return takesByChildLevel(victim) ? std::optional(candidate) : std::nullopt;
    }
    candidate.victimClass = VictimClass::selfLevel;
    const bool allowed = takesBySelfLevel(victim, candidate, why);
    if (protectedUntil(state_, taker_, victim) <= state_.now)
        return allowed ? std::optional(candidate) : std::nullopt;
    if (allowed)
        why = NotTakeable::minimumRuntime;
    std::optional<Candidate> replicas;
    for (const int replica : state_.extraReplicas(victim)) {
        Candidate one = part(id, replica);
        one.victimClass = VictimClass::elastic;
        if (NotTakeable against{}; !takesBySelfLevel(victim, one, against))
            break;
        if (!replicas) {
            replicas = one;
            continue;
        }
        replicas->gpu += one.gpu;
        replicas->lost += one.lost;
    }
    return replicas;
}

Claims::Leaves Claims::reclaimable() {
    Leaves leaves;
    if (!anyClaim())
        return leaves;
    for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf)
        if (!state_.runningAt[static_cast<std::size_t>(leaf)].empty() &&
            state_.tree[leaf].group == taker_.group() &&
            state_.books[leaf].charge > state_.tree[leaf].guarantee &&  // no bound lies below it
            isReclaimable(leaf))
            leaves.push_back(leaf);
    return leaves;
}

std::vector<Candidate> Claims::candidates() {
    std::vector<Candidate> found;
    std::int64_t looked = 0;
    const bool policy = anyPolicy();
    const bool anyIdle = state_.idleRunning[static_cast<std::size_t>(taker_.group())] > 0;
    for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf) {
        const auto& running = state_.runningAt[static_cast<std::size_t>(leaf)];
        if (running.empty() || state_.tree[leaf].group != taker_.group())
            continue;
        if (!policy && !anyIdle && (leaf != taker_.leaf() || state_.elasticRunning == 0) &&
            !isReclaimable(leaf))
            continue;
        looked += static_cast<std::int64_t>(running.size());
        for (const WorkloadId id : running) {
            if (state_.elasticRunning > 0)
                for (const int replica : state_.extraReplicas(state_.jobs[id])) {
                    const auto candidate = classifyReplica(id, replica);
                    if (!candidate)
                        break;
                    found.push_back(*candidate);
                }
            if (const auto candidate = classify(id))
                found.push_back(*candidate);
        }
    }
    // Measured: of the search over subsets one step takes as long as four looks; who is found is
    // lifted and set down again, at least once.
    constexpr std::int64_t kLooksOfAStep = 4;
    constexpr std::int64_t kOfOneFound = 2;
    state_.searched +=
        looked / kLooksOfAStep + static_cast<std::int64_t>(found.size()) * kOfOneFound;
    return found;
}

Gpu Claims::mayGive(const std::vector<Candidate>& all, const std::vector<std::size_t>& some) const {
    struct Loss {
        Gpu held = 0;
        Gpu largest = 0;
        bool bounded = true;
        bool deserved = false;
    };
    std::map<BranchId, Loss> losses;
    for (const std::size_t index : everythingOf(all, some)) {
        const Candidate& candidate = all[index];
        Loss& loss = losses[candidate.leaf];
        loss.held += candidate.gpu;
        loss.largest = std::max(loss.largest, candidate.gpu);
        loss.bounded = loss.bounded && candidate.victimClass == VictimClass::reclaim;
        loss.deserved = candidate.deserved;
    }
    Gpu most = 0;
    for (const auto& [leaf, loss] : losses)
        most += loss.bounded ? std::min(loss.held, excess(leaf, loss.deserved) - 1 + loss.largest)
                             : loss.held;
    return most;
}

// Rule 14 for one of a set that is off the books: every branch on its side stays above its bound
// with all gone but the largest, which goes last and may go through it.
bool Claims::keepsBounds(const Candidate& member, const std::vector<Candidate>& all,
                         std::span<const std::size_t> set) {
    const bool deserved =
        member.deserved && !(sparesShares_ && member.victimClass == VictimClass::reclaim);
    for (BranchId id = member.leaf;; id = state_.tree[id].parent) {
        const Candidate* largest = &member;
        for (const std::size_t other : set)
            if (const Candidate& each = all[other]; each.gpu > largest->gpu &&
                                                    each.victimClass != VictimClass::idle &&
                                                    state_.tree.contains(id, each.leaf))
                largest = &each;
        Gpu charge = 0;
        state_.books.chargesAfter(state_.tree, largest->leaf, largest->gpu,
                                  [&](BranchId above, Gpu after) {
                                      if (above == id)
                                          charge = after;
                                  });
        if (charge <= bound(id, deserved))
            return false;
        if (id == member.top)
            return true;
    }
}

bool Claims::holds(const std::vector<Candidate>& all, std::span<const std::size_t> set) {
    // Nothing but its leaf, its size and its bound tells one from another in keepsBounds().
    const auto keptBefore = [&](const Candidate& member, std::size_t place) {
        return std::any_of(
            set.begin(), set.begin() + static_cast<std::ptrdiff_t>(place), [&](std::size_t index) {
                const Candidate& before = all[index];
                return before.byReclaim && !before.freely && !before.bySelf &&
                       before.leaf == member.leaf && before.gpu == member.gpu &&
                       before.top == member.top && before.deserved == member.deserved &&
                       before.victimClass == member.victimClass;
            });
    };
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Candidate& member = all[set[i]];
        if (member.freely || (member.bySelf && (!member.keepsGuarantee ||
                                                keepsGuarantees(member.leaf, member.sibling))))
            continue;
        if (!member.byReclaim || (!keptBefore(member, i) && !keepsBounds(member, all, set)))
            return false;
    }
    return true;
}

}  // namespace apportion
