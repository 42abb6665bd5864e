// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 14 to 18: who may take from whom. One object answers for one taker, as things stand when it
// is made.
#pragma once

#include <optional>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "core/engine/policy_reach.h"
#include "core/engine/victim_set.h"

namespace apportion {

// Why a running workload may not be taken.
enum class NotTakeable {
    sameTakerAgain,
    notPreemptible,
    noClaim,
    atBound,
    couldTakeItBack,
    outsidePolicy,
    startedNow,
    minimumRuntime,
};

// Whether there is anything by which the taker might take: a claim or a policy, idle work, replicas
// beside it that can be spared. Cheap.
bool mayTake(const EngineState& state, const Job& taker);

// Rule 18: until when a workload that runs is safe from 14, 15 and consolidation for this taker.
Instant protectedUntil(const EngineState& state, const Job& taker, const Job& victim);

class Claims {
public:
    // The state is changed for trials only and always put back.
    Claims(EngineState& state, WorkloadId taker);

    bool anyClaim() const;   // rule 14 gives it something against somebody
    bool anyPolicy() const;  // 15 or 16 name it

    // Key (a2) of rule 19: while set, a deserved claim reclaims from nobody below a share. Classes
    // do not depend on it.
    void spareShares(bool on);
    // Whether that leaves out anything that rule 14 allows.
    bool reachesBelowShares();

    // The first class that allows all of it alone; nothing if none does. `why` tells what stands
    // against.
    std::optional<Candidate> classify(WorkloadId id, NotTakeable* why = nullptr);
    // All that run at a leaf of reclaimable() but `spared`, as classify() has them where rule 14
    // alone lets them go.
    void reclaimFrom(BranchId leaf, WorkloadId spared, std::vector<Candidate>& found);
    // One of its replicas beyond minReplicas (class elastic).
    std::optional<Candidate> classifyReplica(WorkloadId id, int replica);
    // By the taker's policy of this level alone, whatever else would allow it: all of a workload,
    // or where rule 18 protects that, its replicas beyond minReplicas together. `why` as above.
    std::optional<Candidate> underPolicy(WorkloadId id, PreemptionLevel level, NotTakeable& why);
    // Leaves where rule 14 may take from: somebody runs there, above the bound; how saturated the
    // branch of such a leaf is just below the common level.
    using Leaves = boost::container::small_vector<BranchId, 16>;
    Leaves reclaimable();
    Fraction saturation(BranchId leaf) { return side(leaf).saturation; }
    // Whether rule 14 takes from the leaf at all, as spareShares() has it.
    bool isReclaimable(BranchId leaf) { return side(leaf).claim && side(leaf).aboveBound; }
    // All that run in the taker's group and may be taken, in file order within each leaf: replicas
    // of a workload, the youngest first, then the whole.
    std::vector<Candidate> candidates();

    // The conditions on a set as a whole: bounds of 14 and guarantees of 15 along every victim's
    // side. The set must be off the books.
    bool holds(const std::vector<Candidate>& all, std::span<const std::size_t> set);

    // What all of them may give together at most: of a leaf with a bound of 14, what it holds
    // beyond it, and the largest, which may go through it. Necessary, not enough.
    Gpu mayGive(const std::vector<Candidate>& all, const std::vector<std::size_t>& some) const;

    // How far a branch stands above its bound: what is charged there beyond it.
    Gpu excess(BranchId branch, bool deserved) const {
        return state_.books[branch].charge - bound(branch, deserved && !sparesShares_);
    }

private:
    // What rule 14 says of everybody at one leaf.
    struct Side {
        bool claim = false;
        bool aboveBound = false;
        bool deserved = false;
        BranchId top = kNoBranch;
        Fraction saturation{1, 0};
    };
    const Side& side(BranchId leaf);
    static void reclaim(Candidate& part, const Side& beside);
    Gpu bound(BranchId branch, bool deserved) const;
    bool startedNow(const Job& victim) const {
        return state_.pass != 0 && victim.startedInPass() == state_.pass;
    }
    Candidate part(WorkloadId id, int replica) const;
    void fill(Candidate& part, WorkloadId id, int replica) const;
    // Rules 14, 15 and 16 for a part alone, without 18 and 26: fills in what binds.
    bool reclaims(const Job& victim, Candidate& part, NotTakeable& against);
    bool takesBySelfLevel(const Job& victim, Candidate& part, NotTakeable& against);
    bool takesByChildLevel(const Job& victim) const;
    bool couldTakeBack(const Job& victim, const Candidate& part) const;
    bool siblingOf(const Job& victim, BranchId& sibling) const;
    bool keepsGuarantees(BranchId from, BranchId top) const;
    bool keepsBounds(const Candidate& member, const std::vector<Candidate>& all,
                     std::span<const std::size_t> set);

    EngineState& state_;
    const Job& taker_;
    WorkloadId takerId_;
    // Of the taker's branches, from its leaf upwards.
    template <typename T>
    using Path = boost::container::small_vector<T, 8>;
    Path<BranchId> path_;
    Path<bool> deserved_;  // charge + request <= G from the leaf up to here
    Path<bool> shares_;    // charge + request <= share from the leaf up to here
    bool sparesShares_ = false;
    // By leaf; empty = none was asked for.
    boost::container::small_vector<std::optional<Side>, 32> sides_;
};

}  // namespace apportion
