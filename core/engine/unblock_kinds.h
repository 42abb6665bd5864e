// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of edit that might start a waiting workload, in the order in which they are tried.
#pragma once

#include "core/engine/edit_trials.h"

namespace apportion {

// unblock_sizes.cpp
void raiseFromUnassigned(EditTrials& trials);
void raiseRank(EditTrials& trials);
void moveFromSiblings(EditTrials& trials);
void addNode(EditTrials& trials);

// unblock_bounds.cpp
void raiseLimits(EditTrials& trials);
void raiseCaps(EditTrials& trials);
void lendMore(EditTrials& trials);
void turnOverQuotaOn(EditTrials& trials);

// unblock_policies.cpp
void widenChildPreemption(EditTrials& trials);
void widenSelfPreemption(EditTrials& trials);  // `priorityPreemption` after it
void changeQueueing(EditTrials& trials);
void endWork(EditTrials& trials);

}  // namespace apportion
