// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/room_meter.h"

#include <limits>

namespace apportion {

RoomMeter::RoomMeter(const EngineState& state, const Job& taker) : state_(state), taker_(taker) {
    if (taker.least() == 1 && !state.fleet.roomFor(taker.group(), taker.slot(), 1))
        return;  // no slot anywhere
    for (const NodeId node : state.fleet.nodesOf(taker.group()))
        slots_ += state.fleet.slots(node, taker.slot());
}

// At most. Whoever leaves takes CPU and memory along, which may be all that is short of it, so that
// devices alone tell then: also those that were free before.
std::int64_t RoomMeter::slotsWithout(NodeId node, int freed) const {
    const Gpu request = taker_.slot().request.gpu;
    if (request <= 0)
        return std::numeric_limits<int>::max();
    const NodeUse& use = state_.fleet.use(node);
    if (!taker_.slot().fraction())
        return (use.wholeFree + freed) * kOneGpu / request;
    std::int64_t slots = (use.wholeFree + freed + 1) * (kOneGpu / request);
    for (const int device : use.shared)
        slots += (kOneGpu - use.used[static_cast<std::size_t>(device)]) / request;
    return slots;
}

void RoomMeter::add(const Candidate& candidate) {
    const Job& victim = state_.job(candidate.id);
    const bool shares = victim.slot().fraction() || victim.elastic();
    for (const Seat& seat : seatsOf(victim, candidate)) {
        if (!state_.fleet.eligible(seat.node, taker_.slot()))
            continue;
        int more = static_cast<int>(seat.devices.size());
        if (shares) {
            more = 0;
            for (const int device : seat.devices)
                more += counted_.insert({seat.node, device}).second ? 1 : 0;
        }
        const auto [freed, first] = freed_.try_emplace(seat.node, 0);
        slots_ -= first ? state_.fleet.slots(seat.node, taker_.slot())
                        : slotsWithout(seat.node, freed->second);
        freed->second += more;
        slots_ += slotsWithout(seat.node, freed->second);
    }
}

}  // namespace apportion
