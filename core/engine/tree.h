// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 1 and 2: the quotas as a tree of branches. A branch is a quota, or the own part of a quota
// that has children: an implicit leaf, first among them. A level is the children of one quota with
// its own part, or all roots that divide the same nodes (a group).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/decision.h"
#include "core/model/quota.h"

namespace apportion {

using BranchId = int;
using GroupId = int;
inline constexpr BranchId kNoBranch = -1;

struct Branch {
    QuotaId quota = 0;  // of an own part: the quota it belongs to
    bool own = false;   // the implicit leaf of a quota with children
    BranchId parent = kNoBranch;
    GroupId group = 0;
    std::vector<BranchId> level;  // own part first, then file order; empty = a leaf
    BranchId ownPart = kNoBranch;

    // Of an own part: what the children leave; all of the quota's while child-level preemption is
    // on.
    Gpu guarantee = 0;
    Gpu weight = 0;  // in 1/100; never rounded, so that a guarantee of 0.5 weighs 0.5
    int rank = 0;
    Limit limit;   // effective: own, else inherited
    Gpu keep = 0;  // what is held back from others even while idle

    bool leaf() const { return level.empty(); }
};

class Tree {
public:
    Tree() = default;
    // `groupOfRoot`: one group for each quota that is a root, by quota id; others are ignored.
    Tree(std::vector<Quota> quotas, const std::vector<GroupId>& groupOfRoot);

    const std::vector<Quota>& quotas() const { return quotas_; }
    const Quota& quota(QuotaId id) const { return quotas_[id]; }
    const Quota& quotaOf(BranchId id) const { return quotas_[branches_[at(id)].quota]; }
    // Of a branch's quota; at hand where many leaves are looked at.
    Queueing queueing(BranchId id) const { return queueing_[at(id)]; }
    std::optional<QuotaId> find(std::string_view name) const;
    std::optional<QuotaId> parent(QuotaId id) const;

    int size() const { return static_cast<int>(branches_.size()); }
    const Branch& operator[](BranchId id) const { return branches_[at(id)]; }
    // The branch of a whole quota; its id is the quota's.
    BranchId branchOf(QuotaId id) const { return static_cast<BranchId>(id); }
    // Where workloads submitted on the quota sit.
    BranchId leafOf(QuotaId id) const;
    int groups() const { return groups_; }
    const std::vector<BranchId>& topLevel(GroupId group) const {
        return topLevels_[static_cast<std::size_t>(group)];
    }
    // The level a branch stands in: its parent's, or its group's roots.
    const std::vector<BranchId>& levelOf(BranchId id) const;

    bool childPreemption(BranchId id) const {
        return quotaOf(id).policy.childPreemption.has_value();
    }
    // At or below: `below` may be the branch itself.
    bool contains(BranchId above, BranchId below) const;

    // Sizes and policies may change, the tree's shape may not.
    void change(QuotaId id, Quota quota);

private:
    static std::size_t at(BranchId id) { return static_cast<std::size_t>(id); }
    std::size_t slotOf(std::string_view name) const;  // where it is, or would be
    void derive();  // guarantees, weights, limits and keeps of all branches

    std::vector<Quota> quotas_;
    static constexpr QuotaId kFree = static_cast<QuotaId>(-1);
    std::vector<QuotaId> byName_;   // a hash table, at least half of it free
    std::vector<Branch> branches_;  // quotas first, then own parts
    std::vector<Queueing> queueing_;
    std::vector<std::vector<BranchId>> topLevels_;
    int groups_ = 0;
};

}  // namespace apportion
