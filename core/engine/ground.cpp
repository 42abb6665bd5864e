// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/ground.h"

#include <algorithm>

namespace apportion {

void Ground::change(const Seat& seat, const Slot& slot, int sign) {
    Difference& here = nodes_[seat.node];
    for (const int device : seat.devices) {
        if (here.used.size() <= static_cast<std::size_t>(device))
            here.used.resize(static_cast<std::size_t>(device) + 1, 0);
        here.used[static_cast<std::size_t>(device)] +=
            sign * (slot.fraction() ? slot.request.gpu : kOneGpu);
    }
    here.sum += slot.request * sign;
    if (here.sum == Resources{} &&
        std::all_of(here.used.begin(), here.used.end(), [](Gpu used) { return used == 0; }))
        nodes_.erase(seat.node);
}

bool Ground::clear(const Fleet& fleet, std::span<const Seat> seats) const {
    if (nodes_.empty())
        return true;
    return std::all_of(seats.begin(), seats.end(), [&](const Seat& seat) {
        const auto found = nodes_.find(seat.node);
        if (found == nodes_.end())
            return true;
        const Difference& here = found->second;
        const NodeUse& use = fleet.use(seat.node);
        for (const int device : seat.devices) {
            const auto at = static_cast<std::size_t>(device);
            if (at < here.used.size() && use.used[at] + here.used[at] > kOneGpu)
                return false;
        }
        return (!use.cpuBound || here.sum.cpu <= use.cpuFree) &&
               (!use.memoryBound || here.sum.memory <= use.memoryFree);
    });
}

Gpu Ground::onCordoned(const Fleet& fleet) const {
    Gpu sum = 0;
    for (const auto& [node, difference] : nodes_)
        if (isClosed(fleet.use(node).state))
            sum += difference.sum.gpu;
    return sum;
}

}  // namespace apportion
