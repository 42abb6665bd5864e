// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/live_obstacle.h"

namespace apportion {

std::optional<Message> obstacleToGoLive(const DocumentState& document) {
    if (!document.open || !document.can.goLive)
        return Message{"live-obstacle", {}};
    if (document.isLive())
        return std::nullopt;
    if (document.isElsewhere())
        return Message{"live-obstacle.elsewhere", {{"user", Value::ofText(document.holder)}}};
    if (document.readOnly)
        return Message{"live-obstacle.read-only", {}};
    if (document.reading > 0)
        return Message{"live-obstacle.reading", {}};
    if (!document.offers("settings"))
        return Message{"live-obstacle.role", {}};
    return std::nullopt;
}

}  // namespace apportion
