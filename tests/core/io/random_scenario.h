// SPDX-License-Identifier: GPL-3.0-or-later
// Valid scenarios of every kind, the same for the same seed.
#pragma once

#include "core/model/scenario.h"

namespace apportion::testing {

Scenario randomScenario(unsigned seed);

}  // namespace apportion::testing
