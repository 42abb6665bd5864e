// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 5 to 7 for one level: who is entitled to how much of an amount. Pure; exact integers.
#pragma once

#include <span>

#include <boost/container/small_vector.hpp>

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

// Of the members of a level, which are seldom many.
template <typename T>
using OfLevel = boost::container::small_vector<T, 16>;

// The shares, in the same order. They sum to min(amount, what is claimed), less what only those
// without weight want beyond their guarantees.
OfLevel<Gpu> divideLevel(Gpu amount, std::span<const Claimant> claimants);

struct WeightedWant {
    Gpu weight = 0;
    Gpu want = 0;  // at most
};

// Rule 6: one GPU at a time to the largest weight/(2k+1); the last grant may be smaller. Returns
// what each receives. Weight 0 receives nothing.
OfLevel<Gpu> grantByWeight(Gpu amount, std::span<const WeightedWant> grants);

}  // namespace apportion
