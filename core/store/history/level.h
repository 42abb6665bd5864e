// SPDX-License-Identifier: GPL-3.0-or-later
// The three resolutions, and how time is cut into buckets and blocks. Inside the history times are
// whole seconds; blocks begin at multiples of their length since 1970.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/store/history/series.h"

namespace apportion::store {

using Second = std::int64_t;  // since 1970-01-01T00:00Z

enum class Level : std::uint8_t { seconds = 0, minutes = 1, hours = 2 };  // as in the file

constexpr std::int64_t numberOf(Level level) {
    return static_cast<std::int64_t>(level);
}
inline constexpr std::size_t kLevels = 3;

inline constexpr Second kHour = 3600;
inline constexpr Second kDay = 24 * kHour;
inline constexpr Second kThirtyDays = 30 * kDay;

struct LevelShape {
    Second bucket;  // length of one
    Second block;   // length of what one row holds
    Second kept;    // at least this long
};
// A month is 31 days, five years have at most two leap days.
inline constexpr std::array<LevelShape, kLevels> kShapes{{
    {1, kHour, kDay},
    {60, kDay, 31 * kDay},
    {kHour, kThirtyDays, (5 * 365 + 2) * kDay},
}};

constexpr const LevelShape& shapeOf(Level level) {
    return kShapes[static_cast<std::size_t>(level)];
}

// The multiple of `step` at or before `at`, before 1970 too.
constexpr Second floorTo(Second at, Second step) {
    const Second over = at % step;
    return at - (over < 0 ? over + step : over);
}

constexpr Second secondOf(WallTime at) {
    return floorTo(at, 1000) / 1000;
}
constexpr WallTime wallTimeOf(Second at) {
    return at * 1000;
}

}  // namespace apportion::store
