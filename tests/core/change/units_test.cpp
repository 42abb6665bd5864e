// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/units.h"

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
    constexpr std::int64_t kMib = 1024 * 1024;
    for (const char* mega : {"MiB", "mib", "M", "m"})
        EXPECT_EQ(memoryUnit(mega), kMib) << mega;
    for (const char* giga : {"GiB", "gib", "G", "g"})
        EXPECT_EQ(memoryUnit(giga), 1024 * kMib) << giga;
    EXPECT_EQ(memoryUnit("TiB"), 1024 * 1024 * kMib);
    for (const char* none : {"", "b", "i", "ib", "Gi", "KiB", "PiB", "GiBs", "GBs"})
        EXPECT_EQ(memoryUnit(none), std::nullopt) << none;
}

// As the standard has them: a disk or a node of "2 TB" has 1.82 TiB.
TEST(Units, MemoryInPowersOfAThousandIsToldFromTheOther) {
    EXPECT_EQ(memoryUnit("MB"), 1'000'000);
    EXPECT_EQ(memoryUnit("gb"), 1'000'000'000);
    EXPECT_EQ(memoryUnit("TB"), 1'000'000'000'000);
    EXPECT_EQ(memoryArgument("2 TB"), 1'907'349) << "1,907,348.6 MiB";
    EXPECT_EQ(memoryArgument("64GB"), 61'035) << "61,035.2 MiB";
    EXPECT_EQ(memoryArgument("256 TB"), 244'140'625) << "exactly";
    EXPECT_EQ(memoryArgument("1.5 MB"), 1);
    EXPECT_EQ(memoryArgument("0 MB"), 0);
    EXPECT_EQ(memoryArgument("0.1 MB"), std::nullopt) << "less than what can be counted";
    EXPECT_EQ(memoryRounding("2 TB"), 385'024) << "bytes more";
    EXPECT_EQ(memoryRounding("64GB"), -163'840);
    for (const char* exactly : {"256 TB", "64", "512 MiB", "0.1 MB", "x"})
        EXPECT_EQ(memoryRounding(exactly), 0) << exactly;
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
