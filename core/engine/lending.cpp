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

// In proportion to what each has, as much at most and in whole GPUs: the largest remainders get the
// rest of it, ties to the first. Nobody holds a part of a GPU, but where the amount or what the
// lenders have is a part of one. Calls each(lender, its part).
template <typename Each>
void divide(const std::vector<Lender>& lenders, Gpu Lender::*has, Gpu amount, Each&& each) {
    Gpu all = 0;
    for (const Lender& lender : lenders)
        all += lender.*has;
    amount = std::min(amount, all);
    std::vector<Gpu> parts;
    std::vector<std::size_t> order;
    Gpu left = amount;
    for (const Lender& lender : lenders) {
        order.push_back(parts.size());
        parts.push_back(all == 0 ? 0 : amount * (lender.*has) / all / kOneGpu * kOneGpu);
        left -= parts.back();
    }
    // What it is short of its exact part, in 1/all.
    const auto missing = [&](std::size_t i) { return amount * (lenders[i].*has) - parts[i] * all; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return missing(a) > missing(b); });
    while (left > 0)
        for (const std::size_t i : order) {
            const Gpu more = std::min({kOneGpu, left, lenders[i].*has - parts[i]});
            parts[i] += more;
            left -= more;
        }
    for (std::size_t i = 0; i < lenders.size(); ++i)
        each(lenders[i], parts[i]);
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
    // What is kept back from others the quota above may use by its policy.
    std::vector<Gpu> ofAbove;
    divide(lenders, &Lender::idle, above,
           [&](const Lender&, Gpu part) { ofAbove.push_back(part); });
    for (std::size_t i = 0; i < lenders.size(); ++i)
        lenders[i].lendable = std::max<Gpu>(0, lenders[i].lendable - ofAbove[i]);
    auto part = ofAbove.begin();
    divide(
        lenders, &Lender::lendable, lent - std::min(lent, above),
        [&](const Lender& lender, Gpu byOthers) {
            known_[static_cast<std::size_t>(lender.quota)] = {{*part + byOthers, *part}, moment_};
            ++part;
        });
}

}  // namespace apportion
