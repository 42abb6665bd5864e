// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include "core/model/project.h"

namespace apportion {

// A clock that can be set, and one that cannot. A function alone is both: a test's clock.
class WallClock {
public:
    template <typename Function>
    requires std::is_invocable_r_v<Moment, Function&> &&
        (!std::is_same_v<std::remove_cvref_t<Function>, WallClock>)
        // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
        WallClock(Function wall)
        : wall_(wall), steady_(wall) {}
    WallClock(std::function<Moment()> wall, std::function<Duration()> steady)
        : wall_(std::move(wall)), steady_(std::move(steady)) {}

    Moment operator()() const { return wall_(); }
    Duration steady() const { return steady_(); }

private:
    std::function<Moment()> wall_;
    std::function<Duration()> steady_;
};
Moment systemMoment();
WallClock systemClock();

}  // namespace apportion
