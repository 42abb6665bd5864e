// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/awaited.h"

#include <algorithm>

namespace apportion {

namespace {

bool standsInTheWay(const EngineState& state, const Job& booked, const Seat& leaving) {
    return std::any_of(booked.seats().begin(), booked.seats().end(), [&](const Seat& own) {
        if (own.node != leaving.node)
            return false;
        const NodeUse& use = state.fleet.use(own.node);
        const Resources& request = booked.slot().request;
        return (use.cpuBound && request.cpu > 0) || (use.memoryBound && request.memory > 0) ||
               std::find_first_of(own.devices.begin(), own.devices.end(), leaving.devices.begin(),
                                  leaving.devices.end()) != own.devices.end();
    });
}

}  // namespace

std::vector<Awaited> awaitedBy(const EngineState& state, const Job& booked) {
    std::vector<Awaited> stopping;
    for (const auto& [id, parts] : state.leaving)
        for (const Leaving& part : parts)
            if (std::any_of(part.seats.begin(), part.seats.end(),
                            [&](const Seat& seat) { return standsInTheWay(state, booked, seat); }))
                stopping.push_back({id, &part});
    std::stable_sort(stopping.begin(), stopping.end(), [](const Awaited& a, const Awaited& b) {
        return a.part->until < b.part->until;
    });
    Ground ground = state.ground;
    for (const Seat& seat : booked.seats())
        ground.booked(seat, booked.slot(), -1);
    std::size_t awaited = 0;
    for (; awaited < stopping.size() && !ground.clear(state.fleet, booked.seats()); ++awaited)
        for (const Seat& seat : stopping[awaited].part->seats)
            ground.stopping(seat, state.job(stopping[awaited].id).slot(), -1);
    stopping.resize(awaited);
    std::stable_sort(stopping.begin(), stopping.end(),
                     [](const Awaited& a, const Awaited& b) { return a.id < b.id; });
    return stopping;
}

std::vector<std::string> awaiting(const EngineState& state, WorkloadId stopping) {
    std::vector<std::string> names;
    for (const WorkloadId id : state.bookings) {
        const std::vector<Awaited> awaited = awaitedBy(state, state.job(id));
        if (std::any_of(awaited.begin(), awaited.end(),
                        [&](const Awaited& each) { return each.id == stopping; }))
            names.push_back(state.name(id));
    }
    return names;
}

}  // namespace apportion
