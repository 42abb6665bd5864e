// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 5 over the whole tree: the capacity of a group divided among its roots, then every quota's
// share among its level. What changes at a leaf changes what is requestable on its path, and a
// level is divided anew only where that could matter.
#pragma once

#include <utility>
#include <vector>

#include <boost/container/flat_set.hpp>

#include "core/engine/books.h"
#include "core/engine/fleet.h"
#include "core/engine/share_division.h"
#include "core/engine/tree.h"

namespace apportion {

class Entitlement {
public:
    Entitlement() = default;
    explicit Entitlement(const Tree& tree);

    Gpu share(BranchId id) const { return share_[at(id)]; }
    // What is placed or wanted at a leaf changed.
    void touch(BranchId leaf) {
        if (!touched_[at(leaf)])
            list_.push_back(leaf);
        touched_[at(leaf)] = true;
    }
    // Sizes or policies changed.
    void forgetAll() { all_ = true; }

    bool upToDate(const Fleet& fleet) const {
        return list_.empty() && !all_ && capacityAsOf_ == fleet.capacityVersion();
    }
    // Brings all shares up to date; the branches whose share changed, valid until the next call.
    const std::vector<BranchId>& divide(const Tree& tree, const Books& books, const Fleet& fleet);

private:
    static std::size_t at(int id) { return static_cast<std::size_t>(id); }
    void takeCapacities(const Tree& tree, const Fleet& fleet);
    Gpu requestable(const Tree& tree, const Books& books, BranchId id) const;
    void bringUp(const Tree& tree, const Books& books, BranchId leaf);
    // The level of a branch must be divided anew.
    void mark(const Tree& tree, BranchId member);
    void divideLevel(const Tree& tree, const std::vector<BranchId>& level, Gpu amount);

    std::vector<Gpu> share_;        // by branch
    std::vector<Gpu> requestable_;  // by branch
    std::vector<Gpu> ofLevel_;      // sum of what its level may request, by the branch above
    std::vector<int> depth_;
    std::vector<Gpu> capacity_;  // that was divided last, by group
    std::uint64_t capacityAsOf_ = 0;
    std::vector<char> touched_;
    std::vector<BranchId> list_;
    std::vector<BranchId> changed_;  // kept for its memory, as the next
    std::vector<Claimant> claimants_;
    // To divide: depth and first member.
    boost::container::flat_set<std::pair<int, BranchId>> levels_;
    bool all_ = true;
};

}  // namespace apportion
