// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 5 to 7 for one level: who is entitled to how much of an amount. Pure; exact integers.
#pragma once

#include <span>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

// One branch of a level, in order of creation.
struct Claimant {
    Gpu guarantee = 0;
    Gpu weight = 0;  // of the surplus, any unit as long as it is one for the level
    int rank = 0;
    Gpu keep = 0;
    Gpu requestable = 0;
    bool first = false;  // own part while child-level preemption is on: served before the others
};

// The shares, in the same order. They sum to min(amount, what is claimed), less what only those
// without weight want beyond their guarantees.
std::vector<Gpu> divideLevel(Gpu amount, std::span<const Claimant> claimants);

struct WeightedWant {
    Gpu weight = 0;
    Gpu want = 0;  // at most
};

// Rule 6: one GPU at a time to the largest weight/(2k+1); the last grant may be smaller. Returns
// what each receives. Weight 0 receives nothing.
std::vector<Gpu> grantByWeight(Gpu amount, std::span<const WeightedWant> grants);

}  // namespace apportion
