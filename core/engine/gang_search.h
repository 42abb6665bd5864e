// SPDX-License-Identifier: GPL-3.0-or-later
// The least victims for a gang over several nodes, by branch and bound: first which of the victims
// that span nodes or can give in several ways go, then node by node which of its few minimal ways
// to make room is used. Bounded below, for what is still to be freed, by the cheapest remaining
// nodes in all and per leaf.
#pragma once

#include "core/engine/subset_search.h"
#include "core/engine/victim_search.h"

namespace apportion {

inline constexpr int kMostGangSteps = 40'000;

// Whether this search applies: whole devices on both sides, nothing but devices short.
bool onlyDevicesMatter(const EngineState& state, const Job& taker,
                       const std::vector<Candidate>& all, const std::vector<std::size_t>& active);

// onlyDevicesMatter(). `relaxed`: without the bounds of rule 3; then no set that keeps them can be
// less. Else the least of the sets that have nobody to spare for room, which is the least of all
// where the taker is allowed by rule 3 as things stand. `most`: steps. Beyond them some set, if one
// is found by taking one workload after the other.
SubsetAnswer leastForGang(Trial& trial, const std::vector<Candidate>& all,
                          const std::vector<std::size_t>& active, bool relaxed,
                          int most = kMostGangSteps);

}  // namespace apportion
