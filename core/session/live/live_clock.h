// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a live pool: the wall clock, as long as nobody sets it back. From then on it goes on
// with the clock that nobody can set, until the wall clock has reached it again. It never goes
// back, so that durations, temporary changes and timetables keep their time.
#pragma once

#include <optional>

#include "core/change/wall_clock.h"

namespace apportion {

class LiveClock {
public:
    explicit LiveClock(WallClock clock);

    Moment now();
    // The clock that this one is made of.
    const WallClock& wall() const { return clock_; }
    // How far it is ahead of the wall clock, as of the last now(), since that was set back; 0 = it
    // is the wall clock.
    Duration ahead() const { return behind_ ? now_ - wall_ : 0; }
    // By how much the wall clock was set forward since this was asked last.
    Duration takeForward() { return std::exchange(forward_, 0); }

private:
    WallClock clock_;
    Moment wall_;
    Duration steady_;
    Moment now_;
    bool behind_ = false;
    Duration forward_ = 0;
};

}  // namespace apportion
