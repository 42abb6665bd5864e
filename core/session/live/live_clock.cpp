// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/live_clock.h"

#include <algorithm>

namespace apportion {

namespace {

// A clock that is disciplined goes back by less.
constexpr Duration kSetBack = kSecond;
constexpr Duration kSetForward = 10 * kSecond;

}  // namespace

LiveClock::LiveClock(WallClock clock)
    : clock_(std::move(clock)), wall_(clock_()), steady_(clock_.steady()), now_(wall_) {}

Moment LiveClock::now() {
    const Moment wall = clock_();
    const Duration steady = clock_.steady();
    const Duration passed = std::max<Duration>(0, steady - steady_);
    const Moment own = now_ + passed;
    behind_ = (behind_ || wall < wall_ - kSetBack) && wall < own;
    if (!behind_ && wall > own + kSetForward)
        forward_ += wall - own;
    now_ = behind_ ? own : std::max(now_, wall);
    wall_ = wall;
    steady_ = steady;
    return now_;
}

}  // namespace apportion
