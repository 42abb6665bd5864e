// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/outranked.h"

namespace apportion {

namespace {

bool hasSurplus(const EngineState& state, BranchId id) {
    return state.shareOf(id) > state.tree[id].guarantee;
}

std::optional<Outranked> outrankedIn(const EngineState& state, BranchId self) {
    const Tree& tree = state.tree;
    // An own part has no rank to be changed.
    if (tree[self].own || hasSurplus(state, self))
        return std::nullopt;
    BranchId lowest = kNoBranch;
    for (const BranchId id : tree.levelOf(self))
        if (hasSurplus(state, id) && (lowest == kNoBranch || tree[id].rank < tree[lowest].rank))
            lowest = id;
    if (lowest == kNoBranch || tree[lowest].rank <= tree[self].rank)
        return std::nullopt;
    return Outranked{tree[self].quota, tree[lowest].quota, tree[lowest].rank};
}

}  // namespace

std::optional<Outranked> outrankedAt(const EngineState& state, BranchId leaf) {
    for (BranchId id = leaf; id != kNoBranch; id = state.tree[id].parent)
        if (auto found = outrankedIn(state, id))
            return found;
    return std::nullopt;
}

}  // namespace apportion
