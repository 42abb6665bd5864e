// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/tree.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace apportion {

Tree::Tree(std::vector<Quota> quotas, const std::vector<GroupId>& groupOfRoot)
    : quotas_(std::move(quotas)),
      byName_(std::bit_ceil(2 * quotas_.size() + 2), kFree),
      branches_(quotas_.size()) {
    for (QuotaId id = 0; id < quotas_.size(); ++id)
        if (QuotaId& slot = byName_[slotOf(quotas_[id].name)]; slot == kFree)
            slot = id;
    for (QuotaId id = 0; id < quotas_.size(); ++id) {
        Branch& branch = branches_[id];
        branch.quota = id;
        if (const auto above = parent(id)) {
            branch.parent = branchOf(*above);
            branches_[*above].level.push_back(branchOf(id));
        } else {
            branch.group = groupOfRoot[id];
            const auto group = static_cast<std::size_t>(branch.group);
            if (topLevels_.size() <= group)
                topLevels_.resize(group + 1);
            topLevels_[group].push_back(branchOf(id));
            groups_ = static_cast<int>(topLevels_.size());
        }
    }
    for (QuotaId id = 0; id < quotas_.size(); ++id) {
        if (branches_[id].level.empty())
            continue;
        const BranchId own = size();
        Branch part;
        part.quota = id;
        part.own = true;
        part.parent = branchOf(id);
        branches_.push_back(std::move(part));
        branches_[id].ownPart = own;
        branches_[id].level.insert(branches_[id].level.begin(), own);
    }
    // A child may stand before its parent in the file: the group comes from the root.
    for (Branch& branch : branches_) {
        BranchId root = branch.parent;
        while (root != kNoBranch && branches_[at(root)].parent != kNoBranch)
            root = branches_[at(root)].parent;
        if (root != kNoBranch)
            branch.group = branches_[at(root)].group;
    }
    derive();
}

std::optional<QuotaId> Tree::find(std::string_view name) const {
    const QuotaId found = byName_[slotOf(name)];
    return found == kFree ? std::nullopt : std::optional(found);
}

std::size_t Tree::slotOf(std::string_view name) const {
    const std::size_t last = byName_.size() - 1;
    std::size_t at = std::hash<std::string_view>()(name) & last;
    while (byName_[at] != kFree && quotas_[byName_[at]].name != name)
        at = (at + 1) & last;
    return at;
}

std::optional<QuotaId> Tree::parent(QuotaId id) const {
    if (quotas_[id].parent.empty())
        return std::nullopt;
    return find(quotas_[id].parent);
}

BranchId Tree::leafOf(QuotaId id) const {
    const Branch& branch = branches_[id];
    return branch.leaf() ? branchOf(id) : branch.ownPart;
}

const std::vector<BranchId>& Tree::levelOf(BranchId id) const {
    const Branch& branch = branches_[at(id)];
    return branch.parent == kNoBranch ? topLevel(branch.group) : branches_[at(branch.parent)].level;
}

bool Tree::contains(BranchId above, BranchId below) const {
    while (below != kNoBranch && below != above)
        below = branches_[at(below)].parent;
    return below == above;
}

void Tree::change(QuotaId id, Quota quota) {
    quotas_[id] = std::move(quota);
    derive();
}

namespace {

// Depth first from the roots: what is derived from above comes before what is derived from below.
void visit(const std::vector<Branch>& branches, BranchId id, std::vector<BranchId>& order) {
    order.push_back(id);
    for (const BranchId child : branches[static_cast<std::size_t>(id)].level)
        visit(branches, child, order);
}

}  // namespace

void Tree::derive() {
    std::vector<BranchId> order;
    for (const auto& level : topLevels_)
        for (const BranchId root : level)
            visit(branches_, root, order);

    queueing_.resize(branches_.size());
    for (const BranchId id : order) {
        Branch& branch = branches_[at(id)];
        const Quota& quota = quotas_[branch.quota];
        queueing_[at(id)] = quota.policy.queueing;
        Limit limit = quota.policy.limit;
        if (branch.parent != kNoBranch) {
            const Limit& inherited = branches_[at(branch.parent)].limit;
            if (branch.own)
                limit = inherited;
            if (!limit.gpu)
                limit.gpu = inherited.gpu;
            if (!limit.cpu)
                limit.cpu = inherited.cpu;
            if (!limit.memory)
                limit.memory = inherited.memory;
        }
        branch.limit = limit;
        if (branch.own) {
            Gpu rest = quota.guaranteed.gpu;
            for (const BranchId sibling : branches_[at(branch.parent)].level)
                if (sibling != id)
                    rest -= quotas_[branches_[at(sibling)].quota].guaranteed.gpu;
            branch.weight = rest;
            branch.rank = 0;
            branch.guarantee = quota.policy.childPreemption ? quota.guaranteed.gpu : rest;
        } else {
            branch.guarantee = quota.guaranteed.gpu;
            branch.weight =
                quota.policy.weight ? *quota.policy.weight * kOneGpu : quota.guaranteed.gpu;
            branch.rank = quota.policy.rank;
        }
    }
    std::reverse(order.begin(), order.end());
    for (const BranchId id : order) {
        Branch& branch = branches_[at(id)];
        const Quota& quota = quotas_[branch.quota];
        branch.keep = 0;
        if (!branch.own && quota.policy.lend)
            branch.keep = std::max<Gpu>(0, quota.guaranteed.gpu - *quota.policy.lend);
        Gpu below = 0;
        for (const BranchId child : branch.level)
            below += branches_[at(child)].keep;
        branch.keep = std::max(branch.keep, below);
    }
}

}  // namespace apportion
