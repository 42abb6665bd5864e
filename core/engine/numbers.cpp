// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4: the counters of one quota as screens and answers show them.
#include "core/engine/numbers.h"

#include <algorithm>

namespace apportion {
namespace {

// What is there, with work that still stops and without what is booked (rule 11).
Gpu physical(const BranchBook& book) {
    return book.placed.sum() + book.shift;
}

// How a level lends, in its own view: who has idle guarantee, and how much of it is in use by
// others. What is not assigned to anybody is used first.
struct Lending {
    std::vector<BranchId> quotas;  // of the level, without the own part
    std::vector<Gpu> idle;         // guarantee not used by themselves
    Gpu lent = 0;                  // of all idle guarantees together
    Gpu above = 0;                 // the part of `lent` that the own part uses
};

Lending lendingOf(const EngineState& state, BranchId of) {
    Lending lending;
    const Tree& tree = state.tree;
    const bool top = tree[of].parent == kNoBranch;
    Gpu assigned = 0;
    Gpu beyond = 0;
    Gpu idle = 0;
    Gpu ownPlaced = 0;
    for (const BranchId id : tree.levelOf(of)) {
        const Gpu placed = physical(state.books[id]);
        if (tree[id].own) {
            ownPlaced = placed;
            continue;
        }
        const Gpu guarantee = tree.quotaOf(id).guaranteed.gpu;
        assigned += guarantee;
        beyond += std::max<Gpu>(0, placed - guarantee);
        lending.quotas.push_back(id);
        lending.idle.push_back(std::max<Gpu>(0, guarantee - placed));
        idle += lending.idle.back();
    }
    const Gpu whole =
        top ? state.fleet.capacity(tree[of].group) : tree.quotaOf(tree[of].parent).guaranteed.gpu;
    const Gpu unassigned = std::max<Gpu>(0, whole - assigned);
    lending.lent = std::clamp<Gpu>(beyond + ownPlaced - unassigned, 0, idle);
    lending.above = std::clamp<Gpu>(ownPlaced - unassigned, 0, lending.lent);
    return lending;
}

// Part of `amount` for one of several in proportion to their idle guarantees: rounded down, what is
// left to the first.
Gpu partOf(const Lending& lending, Gpu amount, BranchId of) {
    Gpu sum = 0;
    for (const Gpu idle : lending.idle)
        sum += idle;
    if (sum == 0)
        return 0;
    Gpu left = amount;
    std::vector<Gpu> parts;
    for (const Gpu idle : lending.idle) {
        parts.push_back(amount * idle / sum);
        left -= parts.back();
    }
    for (std::size_t i = 0; left > 0 && i < parts.size(); ++i) {
        const Gpu more = std::min(left, lending.idle[i] - parts[i]);
        parts[i] += more;
        left -= more;
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (lending.quotas[i] == of)
            return parts[i];
    return 0;
}

}  // namespace

QuotaNumbers numbersOf(const EngineState& state, QuotaId id) {
    const BranchId branch = state.tree.branchOf(id);
    const Branch& shape = state.tree[branch];
    const BranchBook& book = state.books[branch];
    QuotaNumbers numbers;
    numbers.guaranteed = state.tree.quota(id).guaranteed.gpu;
    numbers.limit = shape.limit.gpu;
    numbers.fairShare = state.shareOf(branch);
    numbers.subtree = physical(book);
    numbers.own = shape.leaf() ? numbers.subtree : physical(state.books[shape.ownPart]);
    numbers.below = numbers.subtree - numbers.own;
    numbers.overQuota = std::max<Gpu>(0, numbers.subtree - numbers.guaranteed);
    numbers.borrowed = numbers.overQuota;
    const Lending lending = lendingOf(state, branch);
    numbers.lent = partOf(lending, lending.lent, branch);
    numbers.above = partOf(lending, lending.above, branch);
    if (!shape.leaf())
        numbers.unassigned = state.tree[shape.ownPart].weight;
    numbers.idle = book.idle + book.idleShift;
    numbers.pending = book.waiting;
    numbers.pendingWorkloads = book.pendingWorkloads;
    return numbers;
}

}  // namespace apportion
