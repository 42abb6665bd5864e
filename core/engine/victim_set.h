// SPDX-License-Identifier: GPL-3.0-or-later
// A set of victims and the order among sets: keys (a) to (i) of rule 19.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/fraction.h"
#include "core/engine/state.h"

namespace apportion {

// In the order of preference of rule 19.
enum class VictimClass : std::uint8_t { idle, elastic, reclaim, selfLevel, childLevel };
inline constexpr int kVictimClasses = 5;

struct Candidate {
    WorkloadId id = kNobody;
    VictimClass victimClass = VictimClass::reclaim;
    Fraction saturation{1, 0};    // class reclaim: placed/share just below the common level
    bool deserved = false;        // class reclaim: the taker's claim is a deserved one
    BranchId top = kNoBranch;     // just below the common level, on the victim's side
    bool keepsGuarantee = false;  // class self-level across siblings: G is kept up to `top`
    QuotaId rule = 0;             // where the rule was set; for reclaim the taker's quota
};

// Sums of the keys, so that a set grows by one at constant cost; keys (h) and (i) are compared from
// the members only where all others are equal.
struct VictimSet {
    std::vector<std::size_t> members;  // indexes of candidates
    std::array<Gpu, kVictimClasses> gpu{};
    int count = 0;  // of class 0, 2, 3 and 4
    std::array<int, kHighestPriority + 1> priorities{};
    GpuTime lost = 0;

    void add(const EngineState& state, const std::vector<Candidate>& all, std::size_t index);
};

// Which key decides between two sets, and for whom.
struct SetOrder {
    std::strong_ordering order = std::strong_ordering::equal;
    char key = 0;  // 'a' … 'i'; 0 = equal
};

// Keys (d) to (i): what is left to compare once the thresholds (a) to (c) are equal.
SetOrder compareCosts(const EngineState& state, const std::vector<Candidate>& all,
                      const VictimSet& a, const VictimSet& b);
// Keys (a) to (i).
SetOrder compareSets(const EngineState& state, const std::vector<Candidate>& all,
                     const VictimSet& a, const VictimSet& b);

}  // namespace apportion
