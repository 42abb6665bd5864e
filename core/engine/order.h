// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 9: who is asked next. The next one comes up from the leaves: at each level the child whose
// candidate would leave it with the lowest (placed + request)/share; ties by placed/share, then the
// first created; among shares of 0 the first created. Where child-level preemption is on, the own
// part goes before the children.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/engine/fraction.h"
#include "core/engine/state.h"

namespace apportion {

struct Pick {
    BranchId leaf = kNoBranch;
    WorkloadId id = kNobody;
    Gpu request = 0;
};

class Order {
public:
    // `candidate` names whom a leaf would ask next, and for how much.
    using CandidateOf = std::function<std::optional<Pick>(BranchId leaf)>;
    Order(const EngineState& state, GroupId group, CandidateOf candidate)
        : state_(state),
          group_(group),
          candidate_(std::move(candidate)),
          picks_(static_cast<std::size_t>(state.tree.size())),
          known_(picks_.size(), false) {}

    std::optional<Pick> next() { return best(state_.tree.topLevel(group_)); }
    // What was picked at a leaf or above it may have changed.
    void forget(BranchId leaf) {
        for (BranchId id = leaf; id != kNoBranch; id = state_.tree[id].parent)
            known_[static_cast<std::size_t>(id)] = false;
    }

private:
    std::optional<Pick> pick(BranchId branch) {
        const auto at = static_cast<std::size_t>(branch);
        if (!known_[at]) {
            known_[at] = true;
            const Branch& shape = state_.tree[branch];
            picks_[at] = shape.leaf() ? candidate_(branch) : best(shape.level);
        }
        return picks_[at];
    }

    std::optional<Pick> best(const std::vector<BranchId>& level) {
        std::optional<Pick> best;
        Fraction bestAfter;
        Fraction bestBefore;
        for (const BranchId branch : level) {
            const auto here = pick(branch);
            if (!here)
                continue;
            if (state_.tree[branch].own && state_.tree.childPreemption(branch))
                return here;
            const Gpu placed = state_.books[branch].placed.sum();
            const Gpu share = state_.shareOf(branch);
            const Fraction after{placed + here->request, share};
            const Fraction before{placed, share};
            if (!best || after < bestAfter || (after == bestAfter && before < bestBefore)) {
                best = here;
                bestAfter = after;
                bestBefore = before;
            }
        }
        return best;
    }

    const EngineState& state_;
    GroupId group_;
    CandidateOf candidate_;
    std::vector<std::optional<Pick>> picks_;  // by branch, where known_
    std::vector<bool> known_;
};

}  // namespace apportion
