// SPDX-License-Identifier: GPL-3.0-or-later
// Scales in mode reclaim whose delay runs: what they take back, and when.
#pragma once

#include <string>

#include "core/model/message.h"
#include "core/model/quantity.h"

namespace apportion {

// So many GPUs of running work are beyond the new size of the quota. `resting`: nobody decides, so
// nothing is taken back before somebody does.
Message reclaimMessage(const std::string& quota, Gpu gpu, Duration left, bool resting);

// Up to whole seconds: what is told to go on for so long does.
Duration wholeSeconds(Duration left);

}  // namespace apportion
