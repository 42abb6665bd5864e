// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a workload, as facts.
#pragma once

#include <vector>

#include "core/model/journal.h"
#include "core/store/objects.h"

namespace apportion {

// GPUs that its placements hold.
Gpu heldBy(const WorkloadRun& run);
// What it used up to `now` is counted.
void countUse(WorkloadRun& run, Moment now);
// The run that is about to end used nothing after all: what was counted of it is taken back.
void countNothing(WorkloadRun& run);
// Of one that has its place, and nothing of it ever ran: it has waited until now.
void neverStarted(WorkloadRun& run, Moment now);

// It is over: it leaves the live work and stands among what ended, under its name, the moment of
// its submission and the entry.
std::vector<Fact> endedFacts(const store::Objects& objects, ProjectWorkload work,
                             WorkloadState state, Moment now);
// It goes on differently. Empty if nothing changed.
std::vector<Fact> runFacts(const store::Objects& objects, const std::string& name,
                           const WorkloadRun& run);

}  // namespace apportion
