// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/decision.h"
#include "core/engine/engine.h"

namespace apportion {

// What an entry of the engine is about, for people: "2 taken (nb-09, nb-10), 1 started (serve)". Of
// many the first three are named.
std::string subjectOf(const Decisions& made, const Engine& engine);

}  // namespace apportion
