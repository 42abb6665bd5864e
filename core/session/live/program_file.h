// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a package has put another file in the place of the one that this program was started
// from.
#pragma once

#include <optional>

#include "core/model/message.h"

namespace apportion {

// live-newer, as soon as other bytes are there, and from then on. Any thread.
std::optional<Message> newerProgram();

}  // namespace apportion
