// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/lending.h"

#include <algorithm>

namespace apportion {
namespace {

struct Lender {
    BranchId quota = kNoBranch;
    Gpu idle = 0;  // guarantee that it does not use itself
};

// In proportion to what is idle, rounded down; what is left goes to the first. Calls each(lender,
// its part).
template <typename Each>
void divide(const std::vector<Lender>& lenders, Gpu idle, Gpu amount, Each&& each) {
    const auto floorOf = [&](const Lender& lender) {
        return idle == 0 ? 0 : amount * lender.idle / idle;
    };
    Gpu left = amount;
    for (const Lender& lender : lenders)
        left -= floorOf(lender);
    for (const Lender& lender : lenders) {
        const Gpu part = floorOf(lender);
        const Gpu more = std::min(left, lender.idle - part);
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
    Gpu idle = 0;
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
        lenders.push_back({id, std::max<Gpu>(0, guarantee - placed)});
        idle += lenders.back().idle;
    }
    const BranchId parent = tree[member].parent;
    const Gpu whole = parent == kNoBranch ? state.fleet.capacity(tree[member].group)
                                          : tree.quotaOf(parent).guaranteed.gpu;
    const Gpu unassigned = std::max<Gpu>(0, whole - assigned);
    const Gpu lent = std::clamp<Gpu>(beyond + ownPlaced - unassigned, 0, idle);
    const Gpu above = std::clamp<Gpu>(ownPlaced - unassigned, 0, lent);
    divide(lenders, idle, lent, [this](const Lender& lender, Gpu part) {
        known_[static_cast<std::size_t>(lender.quota)] = {{part, 0}, moment_};
    });
    divide(lenders, idle, above, [this](const Lender& lender, Gpu part) {
        known_[static_cast<std::size_t>(lender.quota)].part.above = part;
    });
}

}  // namespace apportion
