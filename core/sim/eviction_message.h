// SPDX-License-Identifier: GPL-3.0-or-later
// One run taken, with names instead of ids and the sentence that says why.
#pragma once

#include "core/engine/engine.h"

namespace apportion {

// Call right after the step that decided it.
Eviction evictionRecord(const Engine& engine, const Taken& taking, Instant at);

}  // namespace apportion
