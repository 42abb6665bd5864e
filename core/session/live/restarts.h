// SPDX-License-Identifier: GPL-3.0-or-later
// Who loses a whole run and begins another in the same instant, as elastic work does that finds
// room for fewer replicas: two decisions of the engine, and one thing that becomes of it.
#pragma once

#include <string>
#include <vector>

#include "core/plan/effect.h"

namespace apportion {

// Of those whose whole run the trial evicts; in its order.
std::vector<std::string> restartedIn(const Effect& trial);
// Of those that start by it, who has no run now; in its order.
std::vector<std::string> startedAnew(const Effect& trial);

}  // namespace apportion
