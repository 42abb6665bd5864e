// SPDX-License-Identifier: GPL-3.0-or-later
// How often a view is made only because time passes.
#pragma once

#include "core/model/project.h"

namespace apportion {

// While nobody decides, so many times as long as it took passes in between. A live pool is watched
// by its clock: it has as large a part of the time as views of what happens in it.
inline constexpr Duration kPauseAtRest = 20;
inline constexpr Duration kPauseLive = 5;

// Once a second at most: what waits has waited longer. `shown` is the moment of the last view,
// which took so long to make.
constexpr bool clockIsDue(Moment now, Moment shown, Duration making, bool live) {
    return now / kSecond != shown / kSecond &&
           now - shown >= making * (live ? kPauseLive : kPauseAtRest);
}

}  // namespace apportion
