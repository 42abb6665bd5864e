// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/kept_back.h"

#include <string>
#include <utility>

namespace apportion {

bool keepsItself(const Tree& tree, const Books& books, BranchId branch) {
    const BranchBook& book = books[branch];
    const Gpu below = tree.childPreemption(branch) ? book.childrenCharge : book.levelCharge;
    return tree[branch].leaf() || below < book.charge;
}

namespace {

void collectKeepers(const Tree& tree, const Books& books, BranchId id,
                    std::vector<QuotaId>& found) {
    const BranchBook& book = books[id];
    if (book.charge <= book.placed.sum())
        return;
    if (keepsItself(tree, books, id)) {
        found.push_back(tree[id].quota);
        return;
    }
    for (const BranchId each : tree[id].level)
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
