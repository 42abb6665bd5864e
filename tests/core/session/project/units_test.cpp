// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/units.h"

#include <gtest/gtest.h>

#include "core/model/bounds.h"

namespace apportion {
namespace {

TEST(Units, ATimeIsOnePartOrSeveralFromTheLargestDown) {
    constexpr Duration kMinute = 60 * kSecond;
    constexpr Duration kHour = 60 * kMinute;
    EXPECT_EQ(durationArgument("90"), 90 * kSecond);
    EXPECT_EQ(durationArgument("1.5"), 1500);
    EXPECT_EQ(durationArgument("90s"), 90 * kSecond);
    EXPECT_EQ(durationArgument("15m"), 15 * kMinute);
    EXPECT_EQ(durationArgument("1.5h"), 90 * kMinute);
    EXPECT_EQ(durationArgument("1d"), 24 * kHour);
    EXPECT_EQ(durationArgument("1h 30m"), 90 * kMinute);
    EXPECT_EQ(durationArgument("1h30m"), 90 * kMinute);
    EXPECT_EQ(durationArgument("2d 3h 4m 5s"), 51 * kHour + 4 * kMinute + 5 * kSecond);
    EXPECT_EQ(durationArgument("1d5s"), 24 * kHour + 5 * kSecond);
    for (const char* none :
         {"", " ", "h", "-1h", "1h -5m", "1h30", "1h 30", "30m 1h", "1h 1h", "1h  30m", "1h ",
          " 1h", "1h,30m", "1w", "1x", "99999999d", "11574d 12h"})
        EXPECT_EQ(durationArgument(none), std::nullopt) << none;
    EXPECT_EQ(durationArgument("11574d"), 11574 * 24 * kHour);
    static_assert(11574 * 24 * kHour <= kMostTime);
}

}  // namespace
}  // namespace apportion
