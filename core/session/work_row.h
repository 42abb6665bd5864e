// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a project as a row of a view, where no engine knows it: it is over, or waits beside its
// queue.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/project.h"
#include "core/session/view.h"

namespace apportion {

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch);

// Why the command of what has its place does not run yet, by workload: for the engine it runs.
void addAwaited(std::vector<WorkloadRow>& running, const std::map<std::string, Message>& awaiting);

}  // namespace apportion
