// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10 for one replica where more than devices matters, or several are wanted beside shared
// ones: who could leave a node so that the candidate fits there. Whether they find room themselves
// is for others to try.
#pragma once

#include <vector>

#include <boost/container/static_vector.hpp>

#include "core/engine/moves_key.h"
#include "core/engine/state.h"

namespace apportion {

// Those who leave, in file order.
struct Clearing {
    Gpu held = 0;
    boost::container::static_vector<WorkloadId, kMostMoved> who;
    bool alone = true;  // else others have to move as well: the devices have not enough left
};

struct Clearings {
    std::vector<Clearing> found;  // who holds least first, then the fewest
    bool all = true;              // false if a bound on the steps was met
};

// Every set of movers that makes room for the candidate contains one of these.
Clearings clearingsFor(const EngineState& state, const Job& candidate,
                       const std::vector<WorkloadId>& movable);

}  // namespace apportion
