// SPDX-License-Identifier: GPL-3.0-or-later
// Min-cost covering: table[f] = the cheapest victims that free at least f devices of one node.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/victim_set.h"

namespace apportion {

using FreeingTable = std::vector<std::optional<VictimSet>>;  // by devices freed

// One way in which a workload can give, and the devices of the node that it frees.
struct FreeingItem {
    Way way;
    int devices = 0;
};

// The ways of one workload: at most one is taken.
using FreeingItems = std::vector<FreeingItem>;

VictimSet joined(const VictimSet& a, const VictimSet& b);

bool cheaper(const EngineState& state, const std::vector<Candidate>& all, const VictimSet& a,
             const std::optional<VictimSet>& b);

// `below`: sets that take so many GPUs or more are left out; nothing = no cap.
FreeingTable freeingTable(const EngineState& state, const std::vector<Candidate>& all,
                          const std::vector<FreeingItems>& givers, int most,
                          std::optional<Gpu> below = std::nullopt);

// Both together, for disjoint items.
FreeingTable joined(const EngineState& state, const std::vector<Candidate>& all,
                    const FreeingTable& a, const FreeingTable& b);

}  // namespace apportion
