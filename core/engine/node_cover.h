// SPDX-License-Identifier: GPL-3.0-or-later
// The cheapest way to make room, node by node: for every node a table "so many devices freed ->
// cheapest victims", joined over the nodes to "so many replicas more -> cheapest victims". Exact as
// long as every victim sits on one node and nothing but whole devices stands in the way.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/victim_search.h"

namespace apportion {

struct CoverAnswer {
    std::optional<VictimSet> set;
    // False where victims span nodes or share devices, the taker is a fraction, or CPU or memory
    // is short: the set is then only a good start.
    bool exact = true;
};

CoverAnswer cheapestCover(const EngineState& state, const Job& taker,
                          const std::vector<Candidate>& all,
                          const std::vector<std::size_t>& active);

}  // namespace apportion
