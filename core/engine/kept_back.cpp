// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/kept_back.h"

#include <string>
#include <utility>

namespace apportion {

namespace {

void collectKeepers(const Tree& tree, const Books& books, BranchId id,
                    std::vector<QuotaId>& found) {
    const BranchBook& book = books[id];
    if (book.charge <= book.placed.sum())
        return;
    const Branch& branch = tree[id];
    // Its own keep, where those of its level do not reach as far.
    const Gpu below = tree.childPreemption(id) ? book.childrenCharge : book.levelCharge;
    if (branch.leaf() || below < book.charge) {
        found.push_back(branch.quota);
        return;
    }
    for (const BranchId each : branch.level)
        collectKeepers(tree, books, each, found);
}

}  // namespace

std::vector<QuotaId> keepersAt(const Tree& tree, const Books& books, BranchId branch) {
    std::vector<QuotaId> found;
    collectKeepers(tree, books, branch, found);
    return found;
}

std::vector<QuotaId> keepersOf(const Tree& tree, const Books& books, GroupId group) {
    std::vector<QuotaId> found;
    for (const BranchId root : tree.topLevel(group))
        collectKeepers(tree, books, root, found);
    return found;
}

void addKeptBack(std::vector<Argument>& arguments, const Tree& tree,
                 const std::vector<QuotaId>& keepers, Gpu held, Gpu charge) {
    std::vector<std::string> names;
    names.reserve(keepers.size());
    for (const QuotaId keeper : keepers)
        names.push_back(tree.quota(keeper).name);
    arguments.push_back({"kept", Value::ofGpu(charge - held)});
    arguments.push_back({"keepers", Value::ofList(std::move(names))});
}

}  // namespace apportion
