// SPDX-License-Identifier: GPL-3.0-or-later
// What is booked (rule 11) needs no change: it starts when its victims have stopped.
#pragma once

#include "core/model/explanation.h"

namespace apportion {

// Says so, of one that waits for its victims alone; nothing of others.
std::optional<Message> bookedStart(const Explanation& explanation);

}  // namespace apportion
