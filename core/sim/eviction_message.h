// SPDX-License-Identifier: GPL-3.0-or-later
// One run taken, with names instead of ids and the sentence that says why.
#pragma once

#include <string>

#include "core/engine/engine.h"

namespace apportion {

// Call right after the step that decided it. `lostNode`: the node that went down, for rule node.
Eviction evictionRecord(const Engine& engine, const Taken& taking, Instant at,
                        const std::string& lostNode);

}  // namespace apportion
