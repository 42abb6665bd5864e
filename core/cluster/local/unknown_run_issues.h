// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that run here though the file knows nothing of them: the engine does not know of them
// either, so that they are no matter of the validators.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/backend.h"
#include "core/view/view.h"

namespace apportion {

// A warning for each, behind the errors of the view. `epoch` is the moment at which the clock of
// the view begins.
void addUnknownRunIssues(View& view, const std::vector<ForeignRun>& runs,
                         const std::string& machine, Moment epoch);

}  // namespace apportion
