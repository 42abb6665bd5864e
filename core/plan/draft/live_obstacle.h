// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the person at this console may let the open pool go live.
#pragma once

#include <optional>

#include "core/model/message.h"
#include "core/view/view.h"

namespace apportion {

// What stands against it; nothing = it may go live, or is live here.
std::optional<Message> obstacleToGoLive(const DocumentState& document);

}  // namespace apportion
