// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/lending.h"

#include <algorithm>

namespace apportion {
namespace {

struct Lender {
    BranchId quota = kNoBranch;
    Gpu idle = 0;      // guarantee that it does not use itself
    Gpu lendable = 0;  // of it, what it does not keep back
};

// In proportion to what each has, as much at most, rounded down; what is left goes to the first.
// Calls each(lender, its part).
template <typename Each>
void divide(const std::vector<Lender>& lenders, Gpu Lender::*has, Gpu amount, Each&& each) {
    Gpu all = 0;
    for (const Lender& lender : lenders)
        all += lender.*has;
    amount = std::min(amount, all);
    const auto floorOf = [&](const Lender& lender) {
        return all == 0 ? 0 : amount * lender.*has / all;
    };
    Gpu left = amount;
    for (const Lender& lender : lenders)
        left -= floorOf(lender);
    for (const Lender& lender : lenders) {
        const Gpu part = floorOf(lender);
        const Gpu more = std::min(left, lender.*has - part);
        left -= more;
        each(lender, part + more);
    }
}

}  // namespace

const Lending::Part& Lending::of(const EngineState& state, BranchId quota) {
    known_.resize(static_cast<std::size_t>(state.tree.size()));
    const Known& known = known_[static_cast<std::size_t>(quota)];
    if (known.moment != moment_)
        shareOut(state, quota);
    return known.part;
}

// In the level's own view: who has idle guarantee, and how much of it is in use by others. What is
// not assigned to anybody is used first.
void Lending::shareOut(const EngineState& state, BranchId member) {
    const Tree& tree = state.tree;
    std::vector<Lender> lenders;
    Gpu assigned = 0;
    Gpu beyond = 0;
    Gpu ownPlaced = 0;
    for (const BranchId id : tree.levelOf(member)) {
        const Gpu placed = state.books[id].physical();
        if (tree[id].own) {
            ownPlaced = placed;
            continue;
        }
        const Gpu guarantee = tree.quotaOf(id).guaranteed.gpu;
        assigned += guarantee;
        beyond += std::max<Gpu>(0, placed - guarantee);
        lenders.push_back({id, std::max<Gpu>(0, guarantee - placed),
                           std::max<Gpu>(0, guarantee - std::max(placed, tree[id].keep))});
    }
    const BranchId parent = tree[member].parent;
    const Gpu whole = parent == kNoBranch ? state.fleet.capacity(tree[member].group)
                                          : tree.quotaOf(parent).guaranteed.gpu;
    const Gpu unassigned = std::max<Gpu>(0, whole - assigned);
    const Gpu above = std::max<Gpu>(0, ownPlaced - unassigned);
    const Gpu lent = std::max<Gpu>(0, beyond + ownPlaced - unassigned);
    divide(lenders, &Lender::lendable, lent, [this](const Lender& lender, Gpu part) {
        known_[static_cast<std::size_t>(lender.quota)] = {{part, 0}, moment_};
    });
    // What is kept back from others the quota above may use by its policy.
    divide(lenders, &Lender::idle, above, [this](const Lender& lender, Gpu part) {
        Part& known = known_[static_cast<std::size_t>(lender.quota)].part;
        known = {std::max(known.lent, part), part};
    });
}

}  // namespace apportion
