// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a History, filled moment by moment.
#pragma once

#include <cstddef>

#include "core/view/teams_held.h"
#include "core/view/view.h"

namespace apportion {

struct PoolMoment {
    TeamsHeld held;
    Instant waitsSince = History::kNobody;
    Gpu capacity = 0;
    Gpu gone = 0;
};
// Nobody is there to say.
PoolMoment unknownMoment(std::size_t teams);

void startHistory(History& history, std::size_t teams);
void addPoint(History& history, Instant at, const PoolMoment& moment);
// The last point says this instead.
void replacePoint(History& history, const PoolMoment& moment);
bool lastPointIs(const History& history, const PoolMoment& moment);
// What holds at a point.
PoolMoment momentOf(const History& history, std::size_t point);

// False of a project that nobody has ever run: nothing is known of any moment.
bool hasPast(const View& view);

// More are not kept: of many teams no more than a screen has pixels.
std::size_t mostPoints(std::size_t teams);
// Of the points before `behind` every second one goes.
void thinPoints(History& history, std::size_t behind);

}  // namespace apportion
