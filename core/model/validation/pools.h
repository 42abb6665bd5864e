// SPDX-License-Identifier: GPL-3.0-or-later
// Which nodes belong to which roots: roots with equal selectors share the nodes these choose,
// roots without one share the nodes that no selector chooses.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/model/node.h"
#include "core/model/quota.h"

namespace apportion::validation {

struct Pool {
    std::optional<NodeSelector> selector;
    std::vector<std::size_t> roots;  // indexes of quotas, in file order
    std::vector<std::size_t> nodes;  // indexes of nodes, in file order
    Gpu capacity = 0;
};

// Two different selectors that choose the same node; the first node of each pair.
struct Overlap {
    std::size_t pool = 0;
    std::size_t other = 0;  // the earlier one
    std::size_t node = 0;
};

struct Pools {
    std::vector<Pool> pools;  // in the order of their first root
    std::vector<Overlap> overlaps;
    std::vector<std::size_t> undivided;  // nodes of no pool

    // The pool of a root; nothing if that quota is no root.
    std::optional<std::size_t> poolOf(std::size_t root) const;
};

Pools divide(const std::vector<Quota>& quotas, const std::vector<Node>& nodes);

}  // namespace apportion::validation
