// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/books.h"

#include <algorithm>

namespace apportion {

Books::Books(const Tree& tree)
    : books_(at(tree.size())),
      groupCharge_(at(tree.groups()), 0),
      groupIdle_(at(tree.groups()), 0),
      groupPending_(at(tree.groups()), 0) {
    recharge(tree);
}

Gpu Books::chargeAbove(const Tree& tree, BranchId id, Gpu placed, Gpu level, Gpu children) {
    const Branch& branch = tree[id];
    if (tree.childPreemption(id))
        return std::max({branch.keep, placed, children});
    return std::max(branch.keep, level);
}

void Books::recharge(const Tree& tree) {
    // Leaves first: every branch after all that stand below it.
    std::vector<BranchId> order;
    for (GroupId group = 0; group < tree.groups(); ++group) {
        std::vector<BranchId> stack(tree.topLevel(group));
        while (!stack.empty()) {
            const BranchId id = stack.back();
            stack.pop_back();
            order.push_back(id);
            stack.insert(stack.end(), tree[id].level.begin(), tree[id].level.end());
        }
    }
    std::reverse(order.begin(), order.end());
    for (const BranchId id : order) {
        BranchBook& book = books_[at(id)];
        book.levelCharge = 0;
        book.childrenCharge = 0;
        for (const BranchId child : tree[id].level) {
            book.levelCharge += books_[at(child)].charge;
            if (!tree[child].own)
                book.childrenCharge += books_[at(child)].charge;
        }
        book.charge = chargeOf(tree, id, book.placed.sum(), book.levelCharge, book.childrenCharge);
    }
    for (GroupId group = 0; group < tree.groups(); ++group) {
        groupCharge_[at(group)] = 0;
        for (const BranchId root : tree.topLevel(group))
            groupCharge_[at(group)] += books_[at(root)].charge;
    }
}

void Books::place(const Tree& tree, const Start& start, int sign) {
    if (start.idle) {
        placeIdle(tree, start.leaf, start.total.gpu, sign);
        return;
    }
    Gpu delta = 0;
    bool fromOwn = false;
    for (BranchId id = start.leaf; id != kNoBranch; id = tree[id].parent) {
        BranchBook& book = books_[at(id)];
        (start.preemptible ? book.placed.preemptible : book.placed.nonPreemptible) +=
            sign * start.total.gpu;
        book.cpu += sign * start.total.cpu;
        book.memory += sign * start.total.memory;
        book.levelCharge += delta;
        if (!fromOwn)
            book.childrenCharge += delta;
        const Gpu after =
            chargeOf(tree, id, book.placed.sum(), book.levelCharge, book.childrenCharge);
        delta = after - book.charge;
        book.charge = after;
        fromOwn = tree[id].own;
    }
    groupCharge_[at(tree[start.leaf].group)] += delta;
}

void Books::placeIdle(const Tree& tree, BranchId leaf, Gpu gpu, int sign) {
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent)
        books_[at(id)].idle += sign * gpu;
    groupIdle_[at(tree[leaf].group)] += sign * gpu;
}

void Books::wait(const Tree& tree, BranchId leaf, Gpu gpu, bool idle, int sign) {
    groupPending_[at(tree[leaf].group)] += sign;
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent) {
        books_[at(id)].pendingWorkloads += sign;
        if (!idle)
            books_[at(id)].waiting += sign * gpu;
    }
}

void Books::want(const Tree& tree, BranchId leaf, Gpu gpu, bool preemptible) {
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent) {
        Held& wanted = books_[at(id)].wanted;
        (preemptible ? wanted.preemptible : wanted.nonPreemptible) += gpu;
    }
}

void Books::shift(const Tree& tree, BranchId leaf, Gpu gpu, bool idle) {
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent)
        (idle ? books_[at(id)].idleShift : books_[at(id)].shift) += gpu;
}

}  // namespace apportion
