// SPDX-License-Identifier: GPL-3.0-or-later
// Moments as people read them.
#include "ui/time_text.h"

#include <gtest/gtest.h>

#include <QLocale>

namespace apportion::ui {
namespace {

constexpr Instant kHour = 3600 * kSecond;
constexpr Instant kDay = 24 * kHour;

TEST(TimeText, TheClockOfALongRunHasItsDay) {
    const TimeText elapsed;
    const Instant at = 3 * kDay + 4 * kHour + 30 * kSecond;
    EXPECT_EQ(elapsed.clock(4 * kHour, kDay - 1), QStringLiteral("4:00:00"));
    EXPECT_EQ(elapsed.clock(4 * kHour, kDay), QStringLiteral("0 d 4:00:00"));
    EXPECT_EQ(elapsed.clock(at, 9 * kDay), QStringLiteral("3 d 4:00:30"));
    const TimeText onTheWall("2026-11-20T09:00:00Z");
    EXPECT_EQ(onTheWall.clock(kHour, kHour), QStringLiteral("10:00:00 UTC"));
    const QString day = QLocale().toString(QDate(2026, 11, 23), QLocale::ShortFormat);
    EXPECT_EQ(onTheWall.clock(at, 9 * kDay), day + QStringLiteral(" 13:00:30 UTC"));
}

}  // namespace
}  // namespace apportion::ui
