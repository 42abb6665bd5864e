// SPDX-License-Identifier: GPL-3.0-or-later
// GPU-hours of a list, in one format.
#include "ui/hours_text.h"

#include <gtest/gtest.h>

#include "ui/texts.h"

namespace apportion::ui {
namespace {

constexpr GpuTime kHour = kOneGpu * 3600 * kSecond;

TEST(HoursText, AListHasOneFormatAndCallsNothingWhatIsSomething) {
    const HoursTexts few = hoursTexts({kHour / 100, 0, kHour / 1000, kHour / 4});
    EXPECT_EQ(few.parts, QStringList({"0.01", "0.00", "< 0.01", "0.25"}));
    EXPECT_EQ(few.sum, QStringLiteral("0.26"));
    const HoursTexts many = hoursTexts({12 * kHour, kHour / 100, 0});
    EXPECT_EQ(many.parts, QStringList({"12.0", "< 0.1", "0.0"}));
    EXPECT_EQ(many.sum, QStringLiteral("12.0"));
    EXPECT_EQ(hoursTexts({0, 0}).parts, QStringList({"0.0", "0.0"}));
}

TEST(HoursText, ANumberAloneIsToldAsInAList) {
    EXPECT_EQ(hoursNumber(0), QStringLiteral("0.0"));
    EXPECT_EQ(hoursNumber(kHour / 1000), QStringLiteral("< 0.01"));
    EXPECT_EQ(hoursNumber(kHour / 4), QStringLiteral("0.25"));
    EXPECT_EQ(hoursNumber(4 * kHour), QStringLiteral("4.0"));
}

}  // namespace
}  // namespace apportion::ui
