// SPDX-License-Identifier: GPL-3.0-or-later
// What is free on one node, and which waiting workload is small enough for it. By size alone:
// whether it may start there, rules other than place decide.
#pragma once

#include "core/view/view.h"

namespace apportion {

// Of one device; devices of nodes that are down are not free.
Gpu freeOn(const NodeRow& node, int device);

// What stands on nodes that are down: nobody has decided since they went.
Gpu heldOnDown(const View& view);

struct NodeRoom {
    Gpu free = 0;                       // on all devices; 0 of a node that is down
    Gpu largest = 0;                    // of one replica; 0 of a node that takes nothing new
    const WorkloadRow* fits = nullptr;  // the first in the view with a replica of at most that
    const WorkloadRow* last = nullptr;  // that ended there, if that is known
};
NodeRoom roomOn(const View& view, const NodeRow& node);

}  // namespace apportion
