// SPDX-License-Identifier: GPL-3.0-or-later
// A set of victims and the order among sets: keys (a), (a2), (b) to (i) of rule 19.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "core/engine/decision.h"
#include "core/engine/fraction.h"
#include "core/engine/state.h"

namespace apportion {

// In the order of preference of rule 19.
enum class VictimClass : std::uint8_t { idle, elastic, reclaim, selfLevel, childLevel };
inline constexpr int kVictimClasses = 5;

// A workload, or one replica of an elastic one, that may go alone.
struct Candidate {
    WorkloadId id = kNobody;
    int replica = kWhole;  // index of its seat
    VictimClass victimClass = VictimClass::reclaim;
    Gpu gpu = 0;  // what goes with it, and what is lost
    GpuTime lost = 0;
    Instant start = 0;
    BranchId leaf = kNoBranch;

    // Under which rules it may go, for those that bind the set as a whole. A whole workload goes by
    // the one of its class; a replica by any.
    bool byReclaim = false;
    bool bySelf = false;
    bool freely = false;          // idle, child-level, or a replica beside the taker
    Fraction saturation{1, 0};    // rule 14: placed/share just below the common level
    bool deserved = false;        // rule 14: the taker's claim is a deserved one
    BranchId top = kNoBranch;     // rule 14: just below the common level, on the victim's side
    bool keepsGuarantee = false;  // rule 15 across siblings: G is kept up to `sibling`
    BranchId sibling = kNoBranch;
    QuotaId rule = 0;  // where the rule was set; for reclaim the taker's quota
};

std::span<const Seat> seatsOf(const Job& job, const Candidate& candidate);

// Sums of the keys, so that a set grows by one at constant cost; keys (h) and (i) are compared from
// the members only where all others are equal.
struct VictimSet {
    boost::container::small_vector<std::size_t, 4> members;  // indexes of candidates
    std::array<Gpu, kVictimClasses> gpu{};
    int count = 0;  // of class 0, 2, 3 and 4
    std::array<int, kHighestPriority + 1> priorities{};
    GpuTime lost = 0;
    bool belowShare = false;  // key (a2): a reclaim of it pushes somebody below a share

    void add(const EngineState& state, const std::vector<Candidate>& all, std::size_t index);
    std::span<const std::size_t> each() const { return {members.data(), members.size()}; }
    // The last that was added.
    void takeBack(const EngineState& state, const std::vector<Candidate>& all);
};

// What one workload can give: some of its replicas, the youngest first, or all of it. Of several
// ways at most one is taken.
using Way = std::vector<std::size_t>;  // indexes of candidates
using Giver = boost::container::small_vector<Way, 1>;

// Of some of the candidates, in their order; candidates of one workload stand together, replicas
// before the whole. Every giver has a way; the last one gives the most.
std::vector<Giver> giversOf(const std::vector<Candidate>& all,
                            const std::vector<std::size_t>& some);
// All that goes if everybody gives the most.
std::vector<std::size_t> everythingOf(const std::vector<Candidate>& all,
                                      const std::vector<std::size_t>& some);

// Without one; of an elastic workload the older replicas cannot go one by one then either.
std::vector<std::size_t> withoutCandidate(const std::vector<Candidate>& all,
                                          std::span<const std::size_t> some, std::size_t gone);

// Takes a set off nodes and books for a trial; `lifted` puts it back.
void liftAll(Lifted& lifted, const std::vector<Candidate>& all, std::span<const std::size_t> set);

// Which key decides between two sets, and for whom.
struct SetOrder {
    std::strong_ordering order = std::strong_ordering::equal;
    char key = 0;  // 'a' … 'i', kBelowShare for (a2); 0 = equal
};

// Keys (d) to (i): what is left to compare once the thresholds (a) to (c) are equal.
SetOrder compareCosts(const EngineState& state, const std::vector<Candidate>& all,
                      const VictimSet& a, const VictimSet& b);
// Keys (a) to (i).
SetOrder compareSets(const EngineState& state, const std::vector<Candidate>& all,
                     const VictimSet& a, const VictimSet& b);

}  // namespace apportion
