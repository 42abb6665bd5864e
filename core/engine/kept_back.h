// SPDX-License-Identifier: GPL-3.0-or-later
// What a charge has beyond what is placed, and for whom: for the sentences alone.
#pragma once

#include <vector>

#include "core/engine/books.h"

namespace apportion {

// Whether a charge beyond what is placed is of the quota's own keep, and not of those below it.
bool keepsItself(const Tree& tree, const Books& books, BranchId branch);

// The quotas at or below the branch whose keep makes its charge larger than what is placed there,
// from above, in file order. Empty = nothing is kept back.
std::vector<QuotaId> keepersAt(const Tree& tree, const Books& books, BranchId branch);

// The same of the roots that share nodes.
std::vector<QuotaId> keepersOf(const Tree& tree, const Books& books, GroupId group);

// Adds "kept", which is the charge beyond what is held, and "keepers" to a message.
void addKeptBack(std::vector<Argument>& arguments, const Tree& tree,
                 const std::vector<QuotaId>& keepers, Gpu held, Gpu charge);

}  // namespace apportion
