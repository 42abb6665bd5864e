// SPDX-License-Identifier: GPL-3.0-or-later
// Of issues of one kind the first ones are told one by one, and of the others how many they are.
#pragma once

#include <cstddef>
#include <vector>

#include "core/view/issues/issue.h"

namespace apportion {

inline constexpr std::size_t kMostOfAKind = 20;

// Those of one validator stand together, the worst first. In the place of what is left out stands
// one that counts it; its subject has no name and stands for the list of all of that sort. Who may
// not see an issue has it taken out before, or it would be counted.
void sumUpBeyondMost(std::vector<Issue>& issues);

// Whether it counts others that are left out.
bool isSumOfIssues(const Issue& issue);

// How many it stands for.
int countOf(const Issue& issue);

}  // namespace apportion
