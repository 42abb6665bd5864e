// SPDX-License-Identifier: GPL-3.0-or-later
// Many problems of one kind, in few lines: work that can never start by its cause, as thousands of
// jobs may wait for one and the same node, and whatever else a generated file has wrong a thousand
// times.
#pragma once

#include "core/model/problem.h"

namespace apportion {

// Whether what one message says of a workload that never fits holds of the other's, too: whose
// bound it is, and which type no node has. What each asks for may differ.
bool isOneCause(const Message& a, const Message& b);

// For people: of the warnings about workloads that never fit the first of each cause, and behind
// it how many more there are and what the next are called. All other problems as they are.
Problems foldedByCause(const Problems& problems);

// For people: of each kind the first few, and behind all how many more there are of it.
Problems firstOfEachKind(const Problems& problems);

}  // namespace apportion
