// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 11 with a grace period: what is physically on the nodes, where that is not what the fleet
// says. The fleet has the victims out and their takers in; until the victims have stopped it is the
// other way round on the floor.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/engine/fleet.h"

namespace apportion {

class Ground {
public:
    // Work that is told to stop and still runs; off the fleet. sign +1 when it is told to stop, -1
    // when it has stopped.
    void stopping(const Seat& seat, const Slot& slot, int sign) { change(seat, slot, sign); }
    // Work that counts in the fleet already and does not run there yet.
    void booked(const Seat& seat, const Slot& slot, int sign) { change(seat, slot, -sign); }

    // Whether nothing that still stops stands in the way of these seats, which the fleet has taken
    // and which are not booked.
    bool clear(const Fleet& fleet, std::span<const Seat> seats) const;
    bool empty() const { return nodes_.empty(); }
    // GPUs on cordoned nodes beyond what the fleet has there.
    Gpu onCordoned(const Fleet& fleet) const;

private:
    struct Difference {
        std::vector<Gpu> used;  // by device
        Resources sum;
    };
    void change(const Seat& seat, const Slot& slot, int sign);

    std::map<NodeId, Difference> nodes_;  // those where there is any
};

}  // namespace apportion
