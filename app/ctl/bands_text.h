// SPDX-License-Identifier: GPL-3.0-or-later
// What the futures of a plan bring, as people read it.
#pragma once

#include <string>

#include "core/session/commands/plan.h"

namespace apportion::ctl {

// A number of each run is shown as "p50 (p10 to p90)".
std::string bandsText(const Plan& plan, const FutureBands& bands);

}  // namespace apportion::ctl
