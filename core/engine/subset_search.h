// SPDX-License-Identifier: GPL-3.0-or-later
// The least allowed subset of candidates under all side conditions, by branch and bound over "goes"
// and "stays", with a bound on its steps.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/victim_search.h"

namespace apportion {

// Beyond so many steps a search stops, and what it found is not proven.
inline constexpr int kMostSubsetSteps = 60'000;

struct SubsetAnswer {
    std::optional<VictimSet> set;
    bool proven = true;  // false if the bound on the steps was met
    int steps = 0;       // that were made
};

// `start`, if given, is an allowed set: only a cheaper one replaces it. `most`: steps.
SubsetAnswer leastSubset(Trial& trial, const std::vector<Candidate>& all,
                         const std::vector<std::size_t>& active, std::optional<VictimSet> start,
                         int most = kMostSubsetSteps);

}  // namespace apportion
