// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/decision.h"
#include "core/engine/engine.h"

namespace apportion {

// A scale in mode reclaim is decided, and there was nothing to take.
inline constexpr const char* kNobodyTaken = "nobody taken";

// What an entry of the engine is about, for people; see counted_names.h.
std::string subjectOf(const Decisions& made, const Engine& engine);

}  // namespace apportion
