// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include "core/model/explanation.h"

namespace apportion {

// The answer of explain: one JSON document. `unblock` shows each change as an event of the
// scenario format, or as {"at", "do": "add-nodes", "node"} in the form of plans.
void writeExplanation(std::ostream& stream, const Explanation& explanation);

}  // namespace apportion
