// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 5 over the whole tree: the capacity of a group divided among its roots, then every quota's
// share among its level.
#include "core/engine/share_division.h"
#include "core/engine/state.h"

namespace apportion {

void EngineState::divideShares() {
    settleCapped();
    std::vector<Gpu> shares(static_cast<std::size_t>(tree.size()), 0);
    for (GroupId group = 0; group < tree.groups(); ++group)
        divideLevel(tree.topLevel(group), fleet.capacity(group), shares);
    if (shares == share)
        return;
    share = std::move(shares);
    ++stamp;
}

void EngineState::divideLevel(const std::vector<BranchId>& level, Gpu amount,
                              std::vector<Gpu>& shares) const {
    std::vector<Gpu> asked(static_cast<std::size_t>(tree.size()), 0);
    std::vector<Claimant> claimants;
    claimants.reserve(level.size());
    for (const BranchId id : level) {
        const Branch& branch = tree[id];
        claimants.push_back({branch.guarantee, branch.weight, branch.rank, branch.keep,
                             requestable(id, asked), branch.own && tree.childPreemption(id)});
    }
    const std::vector<Gpu> given = apportion::divideLevel(amount, claimants);
    for (std::size_t i = 0; i < level.size(); ++i)
        shares[static_cast<std::size_t>(level[i])] = given[i];
    for (const BranchId id : level)
        if (!tree[id].leaf())
            divideLevel(tree[id].level, shares[static_cast<std::size_t>(id)], shares);
}

}  // namespace apportion
