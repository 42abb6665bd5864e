// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons of work that the engine of a project at rest gives none to.
#pragma once

#include <optional>

#include "core/engine/engine.h"
#include "core/model/project.h"
#include "core/model/reason.h"

namespace apportion {

// Of work that waits beside the queue until somebody lets its command run.
Reason approvalReason(const Workload& spec);
// Of work that was rejected or whose command failed; nothing = it ended well.
std::optional<Reason> endReason(const ProjectWorkload& work);
// Of work that only waits for somebody to run the engine.
Reason notLiveReason(const Workload& spec);
// While nobody runs the engine: of one that waits, by what an engine says that has looked at it.
// What would start there has none and is told of whom it evicts; what would be booked is not booked
// yet.
Reason reasonAtRest(std::optional<Reason> asked, const Engine& before, const Engine& looked,
                    WorkloadId id);

}  // namespace apportion
