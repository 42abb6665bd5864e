// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4: the counters of one quota as screens and answers show them.
#include "core/engine/numbers.h"

#include <algorithm>

namespace apportion {

QuotaNumbers numbersOf(const EngineState& state, Lending& lending, QuotaId id) {
    const BranchId branch = state.tree.branchOf(id);
    const Branch& shape = state.tree[branch];
    const BranchBook& book = state.books[branch];
    QuotaNumbers numbers;
    numbers.guaranteed = state.tree.quota(id).guaranteed.gpu;
    numbers.limit = shape.limit.gpu;
    numbers.fairShare = state.shareOf(branch);
    numbers.subtree = book.physical();
    numbers.own = shape.leaf() ? numbers.subtree : state.books[shape.ownPart].physical();
    numbers.below = numbers.subtree - numbers.own;
    numbers.overQuota = std::max<Gpu>(0, numbers.subtree - numbers.guaranteed);
    numbers.borrowed = numbers.overQuota;
    const Lending::Part& part = lending.of(state, branch);
    numbers.lent = part.lent;
    numbers.above = part.above;
    if (!shape.leaf())
        numbers.unassigned = state.tree[shape.ownPart].weight;
    numbers.idle = book.idle + book.idleShift;
    numbers.pending = book.waiting;
    numbers.pendingWorkloads = book.pendingWorkloads;
    return numbers;
}

}  // namespace apportion
