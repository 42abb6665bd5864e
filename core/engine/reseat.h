// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario says on which node a replica runs, not on which devices of it; an engine that goes on
// where another one stopped knows them. Who shares a device with whom decides what still fits.
#pragma once

#include <vector>

#include "core/engine/resume.h"
#include "core/engine/state.h"

namespace apportion {

// What runs goes to the devices that its past names; what names none goes where rule 13 puts it
// beside them. A node on which that does not work out keeps what loading chose.
void reseat(EngineState& state, const std::vector<Past>& pasts);

}  // namespace apportion
