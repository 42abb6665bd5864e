// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/view/view.h"

namespace apportion {

// It waits beside the queue until somebody lets its command run.
bool waitsForApproval(const WorkloadRow& row);
// Those of the chosen workloads that do, as they stand in the view; where none is chosen, the first
// of all.
std::vector<std::string> awaitingApproval(const View& view, const std::vector<std::string>& chosen);
// No node of the pool could hold it, even if nothing else ran.
bool neverStarts(const WorkloadRow& row);

}  // namespace apportion
