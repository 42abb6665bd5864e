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
         {"",       " ",         "h",          "-1h",    "1h -5m", "1h30",   "1h 30",
          "30m 1h", "1h 1h",     "1h  30m",    "1h ",    " 1h",    "1h,30m", "1w",
          "1x",     "99999999d", "11574d 12h", "2 dayz", "days",   "1 month"})
        EXPECT_EQ(durationArgument(none), std::nullopt) << none;
    EXPECT_EQ(durationArgument("11574d"), 11574 * 24 * kHour);
    static_assert(11574 * 24 * kHour <= kMostTime);
}

TEST(Units, TimesHaveTheWordsThatPeopleType) {
    constexpr Duration kHour = 3600 * kSecond;
    EXPECT_EQ(durationArgument("1e2"), 100 * kSecond);
    EXPECT_EQ(durationArgument("1 day"), 24 * kHour);
    EXPECT_EQ(durationArgument("2 days"), 48 * kHour);
    EXPECT_EQ(durationArgument("1.5 Hours"), 90 * 60 * kSecond);
    EXPECT_EQ(durationArgument("1 hour 30 min"), 90 * 60 * kSecond);
    EXPECT_EQ(durationArgument("45 minutes"), 45 * 60 * kSecond);
    EXPECT_EQ(durationArgument("1 second"), kSecond);
    for (const auto& [word, unit] : timeWords())
        EXPECT_EQ(durationArgument("3 " + std::string(word)),
                  durationArgument("3" + std::string(1, unit)))
            << word;
}

TEST(Units, MemoryIsOfMegaGigaAndTera) {
    EXPECT_EQ(memoryUnit("MiB"), 1U);
    for (const char* giga : {"GiB", "gib", "GB", "G", "g"})
        EXPECT_EQ(memoryUnit(giga), kOneGib) << giga;
    EXPECT_EQ(memoryUnit("TiB"), 1024 * kOneGib);
    EXPECT_EQ(memoryUnit("TB"), 1024 * kOneGib);
    for (const char* none : {"", "b", "i", "ib", "KiB", "PiB", "GiBs"})
        EXPECT_EQ(memoryUnit(none), std::nullopt) << none;
}

TEST(Units, MemoryIsGibWhereNoUnitStands) {
    EXPECT_EQ(memoryArgument("64"), 64 * kOneGib);
    EXPECT_EQ(memoryArgument("1.5"), kOneGib * 3 / 2);
    EXPECT_EQ(memoryArgument("512MiB"), 512);
    EXPECT_EQ(memoryArgument("1.5 TiB"), 1536 * kOneGib);
    for (const char* none : {"", "GiB", "one", "-1", "1.5MiB", "1  GiB", "1KiB", " "})
        EXPECT_EQ(memoryArgument(none), std::nullopt) << none;
}

}  // namespace
}  // namespace apportion
