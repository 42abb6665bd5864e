// SPDX-License-Identifier: GPL-3.0-or-later
// Which arguments of a reason or explanation are moments, on the clock of the engine that gave it.
#pragma once

#include "core/model/message.h"

namespace apportion {

// Until when something lasts; other seconds say how long.
bool isMoment(const Argument& argument);
// To a clock that shows `by` more.
void shiftMoments(Message& message, Duration by);

}  // namespace apportion
