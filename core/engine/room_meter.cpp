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

std::int64_t RoomMeter::slotsWith(NodeId node, int freed) const {
    if (freed == 0)
        return state_.fleet.slots(node, taker_.slot());
    const Gpu request = taker_.slot().request.gpu;
    if (request <= 0)
        return std::numeric_limits<int>::max();
    if (taker_.slot().fraction())
        return state_.fleet.slots(node, taker_.slot()) + (freed + 1) * (kOneGpu / request);
    return (state_.fleet.use(node).wholeFree + freed) * kOneGpu / request;
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
        int& freed = freed_[seat.node];
        slots_ -= slotsWith(seat.node, freed);
        freed += more;
        slots_ += slotsWith(seat.node, freed);
    }
}

}  // namespace apportion
