// SPDX-License-Identifier: GPL-3.0-or-later
// GPU-hours of a list, in one format.
#include "ui/hours_text.h"

#include <gtest/gtest.h>

#include "ui/texts.h"

namespace apportion::ui {
namespace {

constexpr GpuTime kHour = kOneGpu * 3600 * kSecond;

TEST(HoursText, AListHasOneFormatAndCallsNothingWhatIsSomething) {
    EXPECT_EQ(hoursTexts({kHour / 100, 0, kHour / 1000, kHour / 4}),
              QStringList({"0.01", "0.00", "< 0.01", "0.25"}));
    EXPECT_EQ(hoursTexts({12 * kHour, kHour / 100, 0}), QStringList({"12.0", "< 0.1", "0.0"}));
    EXPECT_EQ(hoursTexts({0, 0}), QStringList({"0.0", "0.0"}));
}

// Not so that they add up: then one of two equal losses would be told too high.
TEST(HoursText, EachIsRoundedByItself) {
    EXPECT_EQ(hoursTexts({4 * kHour / 3, 4 * kHour / 3}), QStringList({"1.3", "1.3"}));
    EXPECT_EQ(hoursTexts({kHour / 3, kHour / 3}), QStringList({"0.33", "0.33"}));
    EXPECT_EQ(hoursTexts({10 * kHour / 3, 0, kHour}), QStringList({"3.3", "0.0", "1.0"}));
    EXPECT_EQ(hoursTexts({kHour + kHour / 20}), QStringList({"1.1"})) << "half up";
}

TEST(HoursText, ANumberAloneIsToldAsInAList) {
    EXPECT_EQ(hoursNumber(0), QStringLiteral("0.0"));
    EXPECT_EQ(hoursNumber(kHour / 1000), QStringLiteral("< 0.01"));
    EXPECT_EQ(hoursNumber(kHour / 4), QStringLiteral("0.25"));
    EXPECT_EQ(hoursNumber(4 * kHour), QStringLiteral("4.0"));
}

}  // namespace
}  // namespace apportion::ui
