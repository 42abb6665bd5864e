// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a waiting workload would start if one of the nodes that are away were taken back. The
// engine's own explanation tries no nodes; this is told by the effect of their return.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/explanation.h"
#include "core/plan/effect.h"
#include "core/view/view.h"

namespace apportion {

// The nodes whose return is to be drafted, one after the other, for work that waits for a place and
// is started by no event of its explanation that costs nobody a run: the largest first, of those
// that are the same one.
std::vector<std::string> nodesToTryBack(const View& view, const Explanation& explanation);

// What that return costs others, where the workload starts by it, as an Unblock has it. Nothing =
// it does not.
struct ReturnCost {
    std::vector<std::string> evicts;
    RunsOn runsOn;
};
std::optional<ReturnCost> costOfReturn(const Effect& effect, const std::string& workload);

}  // namespace apportion
