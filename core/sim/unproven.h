// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of a search that met its bound (rule 19).
#pragma once

#include <cstdint>

#include "core/sim/simulation.h"

namespace apportion {

// How many wait as no moves or no victims were found for them, where it is not proven that there
// are none.
std::int64_t unprovenWaits(const Simulation& simulation);

}  // namespace apportion
