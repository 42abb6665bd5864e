// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/findings.h"
#include "core/model/scenario.h"

namespace apportion {

// Tells, by not-built-yet, every use of what the format knows and the engine does not do yet.
// It is refused and never ignored: an answer that leaves out a part of the question is wrong.
void refuseNotBuiltYet(const Scenario& scenario, Findings& findings);

}  // namespace apportion
