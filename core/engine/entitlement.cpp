// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/entitlement.h"

#include <algorithm>

#include "core/engine/state.h"

namespace apportion {

Entitlement::Entitlement(const Tree& tree)
    : share_(at(tree.size()), 0),
      requestable_(at(tree.size()), 0),
      ofLevel_(at(tree.size()), 0),
      depth_(at(tree.size()), 0),
      capacity_(at(tree.groups()), 0),
      touched_(at(tree.size()), false) {
    for (BranchId id = 0; id < tree.size(); ++id)
        for (BranchId above = tree[id].parent; above != kNoBranch; above = tree[above].parent)
            ++depth_[at(id)];
}

Gpu Entitlement::requestable(const Tree& tree, const Books& books, BranchId id) const {
    const Branch& branch = tree[id];
    const bool on = tree.quotaOf(id).policy.overQuota == OverQuota::on;
    Gpu asked = ofLevel_[at(id)];
    if (branch.leaf()) {
        const BranchBook& book = books[id];
        const Gpu fixed = book.placed.nonPreemptible + book.wanted.nonPreemptible;
        const Gpu other = book.placed.preemptible + book.wanted.preemptible;
        asked = on ? std::min(fixed, branch.guarantee) + other
                   : std::min(fixed + other, branch.guarantee);
    } else if (!on) {
        asked = std::min(asked, branch.guarantee);
    }
    return branch.limit.gpu ? std::min(asked, *branch.limit.gpu) : asked;
}

void Entitlement::mark(const Tree& tree, BranchId member) {
    levels_.emplace(depth_[at(member)], tree.levelOf(member).front());
}

void Entitlement::bringUp(const Tree& tree, const Books& books, BranchId leaf) {
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent) {
        const Gpu before = requestable_[at(id)];
        const Gpu after = requestable(tree, books, id);
        if (after == before)
            return;
        requestable_[at(id)] = after;
        // Who wanted more than the share and still wants no less has it still, as long as the
        // first step gives the same: what is wanted beyond the share weighs nothing.
        const Branch& branch = tree[id];
        const auto claim = [&branch](Gpu wanted) {
            return std::min(branch.guarantee, std::max(wanted, branch.keep));
        };
        if (claim(before) != claim(after) || before <= share_[at(id)] || after < share_[at(id)])
            mark(tree, id);
        if (branch.parent != kNoBranch)
            ofLevel_[at(branch.parent)] += after - before;
    }
}

void Entitlement::divideLevel(const Tree& tree, const std::vector<BranchId>& level, Gpu amount) {
    claimants_.clear();
    for (const BranchId id : level) {
        const Branch& branch = tree[id];
        claimants_.push_back({branch.guarantee, branch.weight, branch.rank, branch.keep,
                              requestable_[at(id)], branch.own && tree.childPreemption(id)});
    }
    const OfLevel<Gpu> given = apportion::divideLevel(amount, claimants_);
    for (std::size_t i = 0; i < level.size(); ++i) {
        if (given[i] == share_[at(level[i])])
            continue;
        share_[at(level[i])] = given[i];
        changed_.push_back(level[i]);
        if (!tree[level[i]].leaf())
            mark(tree, tree[level[i]].level.front());
    }
}

const std::vector<BranchId>& Entitlement::divide(const Tree& tree, const Books& books,
                                                 const Fleet& fleet) {
    changed_.clear();
    if (all_) {
        std::fill(requestable_.begin(), requestable_.end(), 0);
        std::fill(ofLevel_.begin(), ofLevel_.end(), 0);
        list_.clear();
        for (BranchId id = 0; id < tree.size(); ++id) {
            mark(tree, id);
            if (tree[id].leaf())
                list_.push_back(id);
        }
        all_ = false;
    }
    for (const BranchId leaf : list_) {
        touched_[at(leaf)] = false;
        bringUp(tree, books, leaf);
    }
    list_.clear();
    takeCapacities(tree, fleet);
    while (!levels_.empty()) {
        const BranchId first = levels_.begin()->second;
        levels_.erase(levels_.begin());
        const BranchId above = tree[first].parent;
        divideLevel(tree, tree.levelOf(first),
                    above == kNoBranch ? capacity_[at(tree[first].group)] : share_[at(above)]);
    }
    return changed_;
}

void Entitlement::takeCapacities(const Tree& tree, const Fleet& fleet) {
    if (std::exchange(capacityAsOf_, fleet.capacityVersion()) == fleet.capacityVersion())
        return;
    const auto groups = static_cast<GroupId>(capacity_.size());
    for (GroupId group = 0; group < groups; ++group)
        if (const Gpu capacity = fleet.capacity(group); capacity != capacity_[at(group)]) {
            capacity_[at(group)] = capacity;
            mark(tree, tree.topLevel(group).front());
        }
}

void EngineState::divideShares() {
    if (!caps.people().empty())
        settleCapped();
    if (entitlement.upToDate(fleet))
        return;
    for (const BranchId id : entitlement.divide(tree, books, fleet)) {
        sleep.reshared(*this, id);
        sleep.wakeClaimants(*this, tree[id].group);
    }
}

}  // namespace apportion
