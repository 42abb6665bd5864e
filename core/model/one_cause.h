// SPDX-License-Identifier: GPL-3.0-or-later
// Work that can never start, told by cause: thousands of jobs may wait for one and the same node.
#pragma once

#include "core/model/problem.h"

namespace apportion {

// Whether what one message says of a workload that never fits holds of the other's, too: whose
// bound it is, and which type no node has. What each asks for may differ.
bool isOneCause(const Message& a, const Message& b);

// For people: of the warnings about workloads that never fit the first of each cause, and behind
// it how many more there are and what the next are called. All other problems as they are.
Problems foldedByCause(const Problems& problems);

}  // namespace apportion
