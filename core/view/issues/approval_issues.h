// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that wait for somebody to look at them: the engine does not know of them, so that they
// are no matter of the validators.
#pragma once

#include "core/view/view.h"

namespace apportion {

// A warning for each, behind the errors of the view.
void addApprovalIssues(View& view);

}  // namespace apportion
